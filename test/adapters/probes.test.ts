import { test } from 'vitest'
import { doors, plainData } from './doors.ts'
import { expectNoFindings } from './send-probes.ts'

// Only where plants are stored is different with SQLite.
test.for([plainData, ...doors])('the judge finds nothing in what $name answers to any probe', (door) =>
  expectNoFindings(door, door.name.includes('SQLite') ? 5 : 1),
)
