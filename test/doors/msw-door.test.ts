import { test } from 'vitest'
import { distinctCases } from './cases.ts'
import { mswDoor } from './msw-door.ts'
import { describeCases } from './run-cases.ts'
import { expectNoFindings } from './send-probes.ts'

describeCases(mswDoor, distinctCases)

// MSW lets requests to other paths through, and decodes paths itself.
test('the judge finds nothing in what it answers to any probe', () =>
  expectNoFindings(
    mswDoor,
    ({ path = '/plants', isAbsolute }) => !isAbsolute && /^\/plants(?:\?|$)/.test(path),
  ))
