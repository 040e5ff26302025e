import { startServer } from '../../src/adapters/server/start-server.ts'
import { createMock } from '../../src/index.ts'
import { adapters } from './adapters.ts'
import { distinctCases } from './cases.ts'
import { describeCases } from './run-cases.ts'
import { testWaiting } from './waiting.ts'

for (const adapter of adapters) describeCases(adapter, distinctCases)

testWaiting('fetch', async () => {
  const mock = createMock()
  return { mock, fetch: mock.fetch, url: 'http://plants.example/plants' }
})
testWaiting('HTTP server', async () => {
  const server = await startServer({ port: 0 })
  return { mock: server.mock, fetch, url: `${server.url}/plants`, [Symbol.asyncDispose]: server.close }
})
