import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { startChromium } from '../browser/chromium.ts'
import { has } from '../tools/optional-tools.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

test.skipIf(!has('chromium'))(
  'a page in Chromium controls the mock through the development server of Vite, with exact ids',
  async () => {
    const { createServer } = await import('vite')
    await using mock = await startServer({ port: 0, adminToken: 'secret' })
    const site = await createServer({
      root,
      configFile: false,
      logLevel: 'error',
      optimizeDeps: { noDiscovery: true },
      server: { port: 0, host: '127.0.0.1', proxy: { '/__admin': { target: mock.url } } },
    })
    await using _site = { [Symbol.asyncDispose]: site.close }
    await site.listen()
    const { origin } = new URL(site.resolvedUrls?.local[0] ?? '')
    const browser = await startChromium()
    await using _browser = { [Symbol.asyncDispose]: () => browser.close() }
    const page = await browser.newPage()
    await page.goto(`${origin}/package.json`)
    // The code is a string, since the compiler of the tests rewrites import().
    const outcome = await page.evaluate(`(async () => {
      const { connectMock } = await import('/src/adapters/client/connect-mock.ts')
      const mock = connectMock('${origin}', { adminToken: 'secret' })
      await mock.records('plants').put({ id: 9007199254740993n, name: 'Fern' })
      await mock.faults.next('invalid-credentials')
      const headers = { Authorization: 'Bearer x', 'Content-Type': 'application/json' }
      const body = '{"id":9007199254740993,"name":"Ivy"}'
      const send = () => fetch('${mock.url}/plants', { method: 'POST', headers, body })
      const statuses = [(await send()).status, (await send()).status]
      const [plant] = await mock.records('plants').list()
      const count = await mock.requests.count({ failure: 'duplicate-key' })
      const problem = await connectMock('${mock.url}').reset().catch(({ message }) => message)
      return [String(plant.id), statuses, count, problem]
    })()`)
    const problem = expect.stringContaining('(Failed to fetch). Pages can')
    expect(outcome).toEqual(['9007199254740993', [401, 409], 1, problem])
  },
)
