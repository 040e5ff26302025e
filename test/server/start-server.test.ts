import { once } from 'node:events'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMocks } from '../../src/adapters/server/isolated-mocks.ts'
import { type ServerOptions, startServer } from '../../src/adapters/server/start-server.ts'
import { plantStoreAt } from '../../src/contract/plant-store.ts'
import { createMock, createServedMock } from '../../src/mock/create-mock.ts'
import type { SharedState, SharedStorage } from '../../src/mock/shared-state.ts'
import { createMemoryStorage } from '../../src/mock/storage/memory-storage.ts'
import { contracts } from '../mock/contracts.ts'
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
function createShared(removeScope = () => Promise.resolve()) {
  const scopes: string[] = []
  const { requests: journal, faults, changes } = createServedMock({})
  const record = async () => undefined
  const storage = {
    ...createMemoryStorage(),
    share: () => ({ journal, faults, changes, record }) as unknown as SharedState,
    forScope(scope: string) {
      scopes.push(scope)
      return storage
    },
    removeScope,
  } as SharedStorage
  return { scopes, storage }
}

describe('startServer', () => {
  test('responds at its url from its mock until it is closed', async () => {
    let url: string
    {
      await using server = await startServer({ port: 0 })
      url = server.url
      expect(await sendPlant(url)).toMatchObject({ status: 200, body: '{"name":"Monstera"}' })
      expect(server.mock.records('plants').list()).toEqual([monstera])
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

  test('serves a given mock, with its responses for rejections of its own', async () => {
    const contract = plantStoreAt('/v1')
    const seed = { plants: [monstera] }
    const mock = createMock({ contract, seed, responses: 'documented', cors: false })
    const server = await start({ mock, host: '0.0.0.0' })
    expect(server.mock).toBe(mock)
    const response = await sendPlant(server.url, monstera, { headers: { origin: 'http://localhost' } })
    expect(response.status).toBe(400)
    expect(response.headers).not.toHaveProperty('access-control-allow-origin')
    const tooLarge = `GET /plants HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`
    for (const text of [tooLarge, toRequestText({ target: '/__admin/records' })])
      expect(await sendRaw(server.url, text)).toMatchObject([{ status: 400 }])
  })

  test('serves any description below its base path, to pages by all of its methods', async () => {
    const room = { name: 'Blue', kind: 'single' }
    const { url, mock } = await start({
      contract: contracts.bookings,
      seed: { rooms: [{ id: 3, ...room }] },
    })
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
    const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(room) }
    expect(await send(`${url}/rooms`, init)).toMatchObject({ status: 201 })
    expect(JSON.parse((await send(`${url}/rooms/3`, { headers })).body)).toMatchObject(room)
    expect(mock.records('rooms').count()).toBe(2)
    const preflight = { origin: 'http://page.test', 'access-control-request-method': 'PATCH' }
    const allowed = await send(`${url}/rooms/3`, { method: 'OPTIONS', headers: preflight })
    expect(allowed.headers['access-control-allow-methods']).toContain('PATCH')
  })

  test('passes the other options to its mock, and applies others while it runs', async () => {
    const { url, configure, replaceOptions } = await start({ credentials: ['one', 'two'] })
    const statuses = []
    for (const token of ['none', 'one', 'two'])
      statuses.push((await sendPlant(url, monstera, { token })).status)
    // Without `isolate`, all tokens share one mock.
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
    [{ contract: plantStoreAt('/shop/v1') }, `${ip}/shop/v1$`],
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
  test('gives each credential a mock of its own, without learning the credential', async () => {
    const { storage, scopes } = createShared()
    const { mockFor } = createMocks({ storage }).isolate()
    for (const token of ['one', 'two', 'one']) mockFor(from(token))
    const [one, two] = scopes
    expect(scopes).toEqual([one, two])
    for (const scope of scopes) expect(scope).toMatch(/^[\da-f]{32}$/)
    expect(one).not.toBe(two)
  })

  test('loses the state of the least recently used credential after 1,000 others', async () => {
    const remove = vi.fn((_scope?: string) => Promise.reject(new Error('away')))
    const { storage, scopes } = createShared(remove)
    const { mockFor } = createMocks({ storage }).isolate()
    for (let token = 0; token <= 1000; token++) mockFor(from(`${token}`))
    expect(remove.mock.calls).toEqual([[scopes[0]]])
  })

  test('can not change its options while it runs', async () => {
    const server = await startServer({ port: 0, storage: createShared().storage })
    onTestFinished(server.close)
    const message = "the options of a shared mock can't change while it runs"
    for (const change of [server.configure, server.replaceOptions])
      await expect(change({})).rejects.toThrow(message)
  })
})

test('options that are not valid are rejected, with the messages of the recording', async () => {
  const mock = createMock()
  const isolated = { isolate: 'token' }
  const users = ['me@plants.example', 'me:x@plants.example', 'plants.example/?a=1', 'plants.example/#a']
  const rejected = [
    ...[-1, 65536, 1.5, '80'].map((port) => ({ port })),
    { shutdownTimeout: 3_600_001 },
    { host: '' },
    ...['', 'a\nb'].map((adminToken) => ({ adminToken })),
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
  await expectRefused('refused-options', rejected, start)
  const together = {
    'a mock whose paths are those of the control API': { contract: plantStoreAt('/__admin/v1') },
    'a mock and credentials': { mock, credentials: ['x'] },
    'isolate and a mock': { ...isolated, mock },
    'isolate and a storage': { ...isolated, storage: createMemoryStorage() },
  }
  const titles = Object.keys(together) as (keyof typeof together)[]
  await expectRefused('refused-together', titles, (title) => start(together[title]))
})
