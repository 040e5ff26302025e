import { test } from 'vitest'
import { doors, plainData } from './doors.ts'
import { expectNoFindings } from './send-probes.ts'

test.for([plainData, ...doors])('the judge finds nothing in what $name answers to any probe', (door) =>
  expectNoFindings(door),
)
