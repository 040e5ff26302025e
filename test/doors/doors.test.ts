import { createPlantStore } from '../../src/index.ts'
import { startServer } from '../../src/server/start-server.ts'
import { distinctCases } from './cases.ts'
import { doors } from './doors.ts'
import { describeCases } from './run-cases.ts'
import { testWaiting } from './waiting.ts'

for (const door of doors) describeCases(door, distinctCases)

testWaiting('fetch', async () => {
  const store = createPlantStore()
  return { store, fetch: store.fetch, url: 'http://plants.example/plants' }
})
testWaiting('HTTP server', async () => {
  const server = await startServer({ port: 0 })
  return { store: server.store, fetch, url: `${server.url}/plants`, [Symbol.asyncDispose]: server.close }
})
