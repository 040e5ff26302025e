import { once } from 'node:events'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SharedStorage } from '../../src/mock/shared-storage.ts'
import { createMemoryStorage } from '../../src/mock/storage/memory-storage.ts'
import { createStores } from '../../src/server/create-stores.ts'
import { type AnyServerOptions, type ServerOptions, startServer } from '../../src/server/start-server.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { takePort } from '../tools/listen.ts'
import { has } from '../tools/optional-tools.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { expectRefused } from '../tools/refused.ts'
import { from, monstera, send, sendPlant } from '../tools/send.ts'
import { start } from './start.ts'

const hasIPv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
)

/** A storage that keeps everything in memory, as one in Redis does in Redis. */
function createShared() {
  const scopes: (string | undefined)[] = []
  const createStore = (_options: object, scope?: string) => {
    scopes.push(scope)
    return createPlantStore()
  }
  return { scopes, storage: { kind: 'shared', createStore } as unknown as SharedStorage }
}

describe('startServer', () => {
  test('answers at its url from its store until it is closed', async () => {
    let url: string
    {
      await using server = await startServer({ port: 0 })
      url = server.url
      expect(await sendPlant(url)).toMatchObject({ status: 200, body: '{"name":"Monstera"}' })
      expect(await server.store.plants.list()).toEqual([monstera])
    }
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  test('rejects with the code EADDRINUSE if the port is in use, 4010 by default', async () => {
    await using taken = await takePort()
    const { port } = taken
    await expect(startServer({ port })).rejects.toMatchObject({ code: 'EADDRINUSE', port })
    const taker = createServer().listen(4010, '127.0.0.1')
    // It doesn't matter if another process already uses it.
    await once(taker, 'listening').catch(() => {})
    onTestFinished(() => void taker.close())
    await expect(startServer()).rejects.toMatchObject({ code: 'EADDRINUSE', port: 4010 })
  })

  test.skipIf(!hasIPv6)(
    'rejects also if clients of localhost could reach another server of the port',
    async () => {
      await using taken = await takePort('::1')
      const { port } = taken
      await expect(startServer({ port })).rejects.toMatchObject({ code: 'EADDRINUSE', port })
    },
  )

  test('serves a given store, with its answers for refusals of its own', async () => {
    const store = createPlantStore({ basePath: '/v1', seed: [monstera], answers: 'documented', cors: false })
    const server = await start({ store, host: '0.0.0.0' })
    expect(server.store).toBe(store)
    const answer = await sendPlant(server.url, monstera, { headers: { origin: 'http://localhost' } })
    expect(answer.status).toBe(400)
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    const tooLarge = `GET /plants HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`
    for (const text of [tooLarge, toRequestText({ target: '/__admin/plants' })])
      expect(await sendRaw(server.url, text)).toMatchObject([{ status: 400 }])
  })

  test('passes the other options to its store, and applies others while it runs', async () => {
    const { url, configure, replaceOptions } = await start({ tokens: ['one', 'two'] })
    const statuses = []
    for (const token of ['none', 'one', 'two'])
      statuses.push((await sendPlant(url, monstera, { token })).status)
    // Without `isolate`, all tokens share one store.
    expect(statuses).toEqual([401, 200, 409])
    await configure({ maxBody: 10 })
    expect((await sendPlant(url)).status).toBe(401)
    await replaceOptions({ maxBody: 10 })
    expect((await sendPlant(url)).status).toBe(413)
  })
})

describe('url', () => {
  const ip = String.raw`^http://127\.0\.0\.1:\d+`
  test.each<[options: ServerOptions, url: string]>([
    [{}, `${ip}$`],
    [{ basePath: '/shop/v1' }, `${ip}/shop/v1$`],
    [{ host: '0.0.0.0' }, `${ip}$`],
    [{ host: '127.0.0.2' }, String.raw`^http://127\.0\.0\.2:\d+$`],
  ])('of %o includes the base path and has no trailing slash', async (options, url) => {
    const server = await start(options)
    expect(server.url).toMatch(new RegExp(url))
    expect((await sendPlant(server.url)).status).toBe(200)
  })

  test.skipIf(!has('ipv6')).each(['::1', '::'])('of the IPv6 address %s is in brackets', async (host) => {
    const { url, adminUrl } = await start({ host })
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect(adminUrl).toBe(host === '::1' ? url : '')
    expect((await sendPlant(url)).status).toBe(200)
  })
})

describe('a shared storage', () => {
  test('gives each token a store of its own, without learning the token', async () => {
    const { storage, scopes } = createShared()
    const server = await startServer({ port: 0, storage, isolate: 'token' } as AnyServerOptions)
    onTestFinished(server.close)
    for (const token of ['one', 'two', 'one']) await sendPlant(server.url, monstera, { token })
    expect(scopes).toEqual([
      undefined,
      '7692c3ad3540bb803c020b3aee66cd88',
      expect.stringMatching(/^[\da-f]{32}$/),
    ])
  })

  test('loses the state of the least recently used token after 1,000 others', async () => {
    const { storage } = createShared()
    const remove = vi.fn(() => Promise.reject(new Error('away')))
    const { storeFor } = (await createStores({ storage: { ...storage, remove } })).isolate()
    for (let token = 0; token <= 1000; token++) storeFor(from(`${token}`))
    expect(remove.mock.calls).toEqual([['5feceb66ffc86f38d952786c6d696c79']])
  })

  test('can not change its options while it runs', async () => {
    const { storage } = createShared()
    const stores = await createStores({ storage })
    const message = "the options of a shared store can't change while it runs"
    await expect(stores.configure({})).rejects.toThrow(message)
  })
})

test('options that are not valid are refused, with the messages of the recording', async () => {
  const store = createPlantStore()
  const isolated = { isolate: 'token' }
  const users = ['me@plants.example', 'me:x@plants.example', 'plants.example/?a=1', 'plants.example/#a']
  const refused = [
    ...[-1, 65536, 1.5, '80'].map((port) => ({ port })),
    { shutdownTimeout: 3_600_001 },
    { host: '' },
    ...['', 'a\nb'].map((adminToken) => ({ adminToken })),
    ...['/__admin', '/__admin/v1', 'v1/'].map((basePath) => ({ basePath })),
    { cors: ['*'] },
    { isolate: 'user' },
    { ...isolated, storage: Promise.resolve() },
    ...['nonsense', 5, 'ftp://plants.example', ...users.map((rest) => `http://${rest}`)].map((upstream) => ({
      upstream,
    })),
  ]
  const start = async (options: object): Promise<void> => {
    const { close } = await startServer({ port: 0, ...options })
    // If it starts anyway, the test must not leave it running.
    await close()
  }
  await expectRefused('refused-options', refused, start)
  const together = {
    'a store whose paths are those of the control API': { store: createPlantStore({ basePath: '/__admin' }) },
    'a store and tokens': { store, tokens: ['x'] },
    'isolate and a store': { ...isolated, store },
    'isolate and a storage': { ...isolated, storage: createMemoryStorage() },
  }
  const titles = Object.keys(together) as (keyof typeof together)[]
  await expectRefused('refused-together', titles, (title) => start(together[title]))
})

test.each([
  { port: 0, shutdownTimeout: 0 },
  { store: createPlantStore(), tokens: undefined, cors: '*' as const },
  { upstream: 'https://plants.example/api' },
])('a valid option is accepted: %j', async (options) => {
  const { adminUrl } = await start(options as ServerOptions)
  expect((await send(`${adminUrl}/__admin/health`)).status).toBe(200)
})
