import { test } from 'vitest'
import { createHandlers } from '../../src/msw/create-handlers.ts'
import { installHangLimit } from '../tools/hang-limit.ts'
import { distinctCases } from './cases.ts'
import { mswDoor, server } from './msw-door.ts'
import { describeCases } from './run-cases.ts'
import { expectNoFindings } from './send-probes.ts'
import { testWaiting } from './waiting.ts'

describeCases(mswDoor, distinctCases)

testWaiting('MSW in Node', async () => {
  await mswDoor.open({})
  const handlers = createHandlers()
  server.resetHandlers(...handlers)
  return { store: handlers.store, fetch, url: 'http://plants.example/plants' }
})

// MSW lets requests to other paths through, and decodes paths itself.
test('the judge finds nothing in what it answers to any probe', { timeout: installHangLimit }, () =>
  expectNoFindings(
    mswDoor,
    // The major before has the same handlers, so fewer show what it does to requests and answers.
    process.env['MSW_MAJOR'] === '2' ? 20 : 5,
    ({ path = '/plants' }) => /^\/plants(?:\?|$)/.test(path),
  ),
)
