import { test } from 'vitest'
import { createHandlers } from '../../src/adapters/msw/create-handlers.ts'
import { distinctCases } from '../adapters/cases.ts'
import { describeCases } from '../adapters/run-cases.ts'
import { expectNoFindings } from '../adapters/send-probes.ts'
import { testWaiting } from '../adapters/waiting.ts'
import { installHangLimit } from '../tools/hang-limit.ts'
import { mswAdapter, server } from './msw-adapter.ts'

describeCases(mswAdapter, distinctCases)

testWaiting('MSW in Node', async () => {
  await mswAdapter.open({})
  const handlers = createHandlers()
  server.resetHandlers(...handlers)
  return { mock: handlers.mock, fetch, url: 'http://plants.example/plants' }
})

// MSW lets requests to other paths through, and decodes paths itself.
test('the judge finds nothing in what it responds to any probe', { timeout: installHangLimit }, () =>
  expectNoFindings(
    mswAdapter,
    // The major before has the same handlers, so fewer show what it does to requests and responses.
    process.env['MSW_MAJOR'] === '2' ? 20 : 5,
    ({ path = '/plants' }) => /^\/plants(?:\?|$)/.test(path),
  ),
)
