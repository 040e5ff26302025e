import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { OptionsError } from '../../src/contract/options-error.ts'
import { type ServerOptions, startServer } from '../../src/server/start-server.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { createMemoryStorage } from '../../src/store/storage/memory-storage.ts'
import { has } from '../tools/optional-tools.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { readError, sendPlant } from '../tools/send.ts'

const monstera = { id: 1, name: 'Monstera' }
describe('startServer', () => {
  test('answers at its url from its store until it is closed', async () => {
    const { url, store, close } = await startServer({ port: 0 })
    expect(await sendPlant(url, monstera)).toMatchObject({ status: 200, body: '{"name":"Monstera"}' })
    expect(await store.plants.list()).toEqual([monstera])
    await close()
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  test('takes a free port for port 0', async () => {
    await using one = await startServer({ port: 0 })
    await using other = await startServer({ port: 0 })
    expect(one.url).not.toBe(other.url)
    await sendPlant(one.url, monstera)
    expect([await one.store.plants.count(), await other.store.plants.count()]).toEqual([1, 0])
  })

  test('rejects with the code EADDRINUSE if the port is in use', async () => {
    await using server = await startServer({ port: 0 })
    const port = Number(new URL(server.url).port)
    await expect(startServer({ port })).rejects.toMatchObject({ code: 'EADDRINUSE', port })
  })

  test('uses port 4010 by default', async () => {
    const taker = createServer().listen(4010, '127.0.0.1')
    // It doesn't matter if another process already uses it.
    await once(taker, 'listening').catch(() => {})
    onTestFinished(() => void taker.close())
    await expect(startServer()).rejects.toMatchObject({ code: 'EADDRINUSE', port: 4010 })
  })

  test('is closed at the end of a block with await using', async () => {
    let url: string
    {
      await using server = await startServer({ port: 0 })
      url = server.url
      expect((await sendPlant(url, monstera)).status).toBe(200)
    }
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  test('serves a given store', async () => {
    const store = createPlantStore({ basePath: '/v1', seed: [monstera] })
    await using server = await startServer({ port: 0, store })
    expect(server.store).toBe(store)
    expect(server.url).toMatch(/:\d+\/v1$/)
    expect((await sendPlant(server.url, monstera)).status).toBe(409)
    await sendPlant(server.url, { id: 2, name: 'Ficus' })
    expect(await store.plants.count()).toBe(2)
  })

  test('passes the other options to its store', async () => {
    await using server = await startServer({
      port: 0,
      seed: [monstera],
      tokens: ['secret'],
      answers: 'documented',
    })
    expect((await sendPlant(server.url, { id: 2, name: 'Ficus' })).status).toBe(400)
    const answer = await sendPlant(server.url, monstera, { headers: { authorization: 'Bearer secret' } })
    expect(answer.status).toBe(400)
    expect(readError(answer).message).toContain('already stored')
  })

  test('uses the answers of a given store for its own refusals', async () => {
    const store = createPlantStore({ answers: 'documented' })
    await using server = await startServer({ port: 0, host: '0.0.0.0', store })
    const tooLarge = `GET /plants HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`
    const switchedOff = toRequestText({ target: '/__admin/health' })
    for (const text of [tooLarge, switchedOff]) {
      const [answer] = await sendRaw(server.url, text)
      expect(answer?.status).toBe(400)
    }
  })
})

describe('url', () => {
  test.each<[options: ServerOptions, url: RegExp]>([
    [{}, /^http:\/\/127\.0\.0\.1:\d+$/],
    [{ basePath: '/v1' }, /^http:\/\/127\.0\.0\.1:\d+\/v1$/],
    [{ basePath: '/shop/v1' }, /^http:\/\/127\.0\.0\.1:\d+\/shop\/v1$/],
    [{ host: '0.0.0.0' }, /^http:\/\/127\.0\.0\.1:\d+$/],
  ])('of %o includes the base path and has no trailing slash', async (options, url) => {
    await using server = await startServer({ port: 0, ...options })
    expect(server.url).toMatch(url)
    expect((await sendPlant(server.url, monstera)).status).toBe(200)
  })

  test.skipIf(!has('ipv6')).each(['::1', '::'])('of the IPv6 address %s is in brackets', async (host) => {
    await using server = await startServer({ port: 0, host })
    expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect(server.hasControlApi).toBe(host === '::1')
    expect((await sendPlant(server.url, monstera)).status).toBe(200)
  })
})

describe('an invalid option is an OptionsError', () => {
  test.each<[title: string, options: object, message: string]>([
    ['a negative port', { port: -1 }, 'port must be an integer from 0 to 65535, got -1'],
    ['a port too high', { port: 65536 }, 'port must be an integer from 0 to 65535, got 65536'],
    ['a port with a fraction', { port: 1.5 }, 'port must be an integer from 0 to 65535, got 1.5'],
    ['NaN as a port', { port: Number.NaN }, 'port must be an integer from 0 to 65535'],
    ['a text as a port', { port: '80' }, 'port must be an integer from 0 to 65535'],
    ['an empty host', { host: '' }, 'host must not be empty'],
    ['an empty admin token', { adminToken: '' }, 'adminToken must be a token of'],
    ['an admin token with a line break', { adminToken: 'a\nb' }, 'adminToken must be a token of letters'],
    ['the base path of the control API', { basePath: '/__admin' }, 'basePath must not be /__admin'],
    ['one below it', { basePath: '/__admin/v1' }, 'basePath must not be /__admin'],
    [
      'a store at that path',
      { store: createPlantStore({ basePath: '/__admin' }) },
      'basePath must not be /__admin',
    ],
    [
      'options together with a store',
      { store: createPlantStore(), tokens: ['local-token'] },
      "so you can't pass tokens",
    ],
    ['an unknown kind of isolation', { isolate: 'user' }, 'isolate must be token, got user'],
    ['a store together with isolation', { isolate: 'token', store: createPlantStore() }, 'isolate'],
    ['a storage together with isolation', { isolate: 'token', storage: createMemoryStorage() }, 'isolate'],
    [
      'the promise of a storage, with isolation too',
      { isolate: 'token', storage: Promise.resolve(createMemoryStorage()) },
      'storage must be awaited: it is a promise',
    ],
    ['an option of the store', { basePath: 'v1/' }, 'basePath must be a path like /v1'],
  ])('%s', async (_title, options, message) => {
    const starting = startServer({ port: 0, ...options })
    // If it starts anyway, the test must not leave it running.
    starting.then(({ close }) => close()).catch(() => {})
    await expect(starting).rejects.toThrow(OptionsError)
    await expect(starting).rejects.toThrow(message)
  })
})
