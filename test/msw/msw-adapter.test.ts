import { createHandlers } from '../../src/adapters/msw/create-handlers.ts'
import { distinctCases } from '../adapters/cases.ts'
import { describeCases } from '../adapters/run-cases.ts'
import { testWaiting } from '../adapters/waiting.ts'
import { mswAdapter, server } from './msw-adapter.ts'

describeCases(mswAdapter, distinctCases)

testWaiting('MSW in Node', async () => {
  await mswAdapter.open({})
  const handlers = createHandlers()
  server.resetHandlers(...handlers)
  return { mock: handlers.mock, fetch, url: 'http://plants.example/plants' }
})
