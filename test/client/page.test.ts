import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../src/server/start-server.ts'
import { startChromium } from '../browser/chromium.ts'
import { has } from '../tools/optional-tools.ts'

const root = new URL('../../', import.meta.url).pathname

describe.skipIf(!has('chromium'))('a page in Chromium, with the development server of Vite', () => {
  let fake: Awaited<ReturnType<typeof startServer>>
  let site: import('vite').ViteDevServer
  let origin: string
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    const { createServer } = await import('vite')
    fake = await startServer({ port: 0, adminToken: 'secret' })
    site = await createServer({
      root,
      configFile: false,
      logLevel: 'error',
      optimizeDeps: { noDiscovery: true },
      server: { port: 0, host: '127.0.0.1', proxy: { '/__admin': { target: fake.url } } },
    })
    await site.listen()
    origin = new URL(site.resolvedUrls?.local[0] ?? '').origin
    browser = await startChromium()
    page = await browser.newPage()
    await page.goto(`${origin}/package.json`)
  })
  afterAll(async () => {
    await browser.close()
    await site.close()
    await fake.close()
  })

  /** Runs code in the page, as text, since the compiler of the tests rewrites import(). */
  const run = (url: string, code: string): Promise<unknown> =>
    page.evaluate(`(async () => {
      const { connectPlantStore } = await import('/src/client/connect-plant-store.ts')
      const store = connectPlantStore('${url}', { adminToken: 'secret' })
      ${code}
    })()`)

  test('controls the fake at its own origin, with exact ids', async () => {
    const outcome = await run(
      origin,
      `await store.plants.add({ id: 9007199254740993n, name: 'Fern' })
       await store.faults.next('invalid-token')
       const send = () => fetch('${fake.url}/plants', {
         method: 'POST',
         headers: { Authorization: 'Bearer x', 'Content-Type': 'application/json' },
         body: '{"id":9007199254740993,"name":"Ivy"}',
       }).then(({ status }) => status)
       const statuses = [await send(), await send()]
       const [plant] = await store.plants.list()
       const [{ differences }] = await store.requests.nearest({ name: 'Ash' }, 1)
       const counts = [await store.requests.count(), await store.requests.count({ failure: 'duplicate-id' })]
       await store.reset()
       return [String(plant.id), statuses, differences, counts, await store.plants.count()]`,
    )
    expect(outcome).toEqual([
      '9007199254740993',
      [401, 409],
      [{ member: 'name', expected: 'Ash', received: 'Ivy' }],
      [2, 1],
      0,
    ])
  })

  test('is told why it cannot control the fake at another origin', async () => {
    const code = 'return store.plants.count().catch(({ message }) => message)'
    expect(await run(fake.url, code)).toBe(
      `Failed to use the fake at ${fake.url}: it is not reachable (Failed to fetch). Pages can't use the control API ` +
        `of another origin: let your development server forward /__admin, and connect to ${origin}.`,
    )
  })
})
