import { afterAll, beforeEach, describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import { connectPlantStore } from '../../src/client/connect-plant-store.ts'
import { startServer } from '../../src/server/start-server.ts'
import '../../src/vitest/vitest.ts'
import { catchError } from '../matchers/catch-error.ts'
import { listen } from '../tools/listen.ts'
import { sendPlant } from '../tools/send.ts'

const monstera = { id: 1, name: 'Monstera' }
const server = await startServer({ port: 0, seed: [monstera] })
const store = connectPlantStore(server.url)
const big = { id: 9007199254740993n, name: 'Fern', tag: 'fern' }
const ivy = { id: 2, name: 'Ivy' }

beforeEach(() => server.store.reset())
afterAll(server.close)

/** Starts a service that gives these answers in order, and connects to it; `urls` has what was asked for. */
async function connectTo(...answers: { status?: number; body: unknown }[]) {
  const urls: (string | undefined)[] = []
  const other = await listen(({ url }, response) => {
    urls.push(url)
    const { status = 200, body } = answers.shift() ?? { body: '' }
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  onTestFinished(other[Symbol.asyncDispose])
  return { url: other.url, urls, store: connectPlantStore(other.url) }
}

describe('plants', () => {
  test('are added, listed, read, counted, replaced and removed, with exact ids', async () => {
    await store.plants.add([big, ivy])
    await store.plants.add({ id: 3, name: 'Ash' })
    expect((await store.plants.list()).map(({ id }) => id)).toEqual([1, big.id, 2, 3])
    expect(await store.plants.list({ offset: 1, limit: 1 })).toEqual([big])
    expect(await store.plants.list({ limit: 0 })).toEqual([])
    expect(await store.plants.get(big.id)).toEqual(big)
    expect(await store.plants.get(9007199254740992n)).toBeUndefined()
    expect(await store.plants.count()).toBe(4)
    await store.plants.put({ ...big, tag: 'big' })
    expect(await store.plants.get(big.id)).toEqual({ ...big, tag: 'big' })
    expect([await store.plants.remove(2), await store.plants.remove(2)]).toEqual([true, false])
    await store.plants.replaceAll([big])
    expect(await server.store.plants.list()).toEqual([big])
    await store.plants.clear()
    expect(await store.plants.count()).toBe(0)
  })

  test('are listed over pages of 1000, or shorter ones, until the end', async () => {
    const page = (length: number, total = 1031) => ({
      body: { plants: Array.from({ length }, () => monstera), total },
    })
    const { urls, store } = await connectTo(page(1000), page(16), page(10))
    expect(await store.plants.list({ offset: 5 })).toHaveLength(1026)
    const asked = (offset: number, limit: number) => `/__admin/plants?offset=${offset}&limit=${limit}`
    expect(urls.splice(0)).toEqual([asked(5, 1000), asked(1005, 1000), asked(1021, 1000)])
    const limited = await connectTo(page(1000), page(500))
    expect(await limited.store.plants.list({ limit: 1500 })).toHaveLength(1500)
    expect(limited.urls).toEqual([asked(0, 1000), asked(1000, 500)])
  })

  test('that are stored or not valid are refused', async () => {
    await expect(store.plants.add(monstera)).rejects.toMatchObject({
      name: 'ControlApiError',
      status: 409,
      message: `Failed to use the fake at ${server.url}: plants with these ids are already stored: 1`,
    })
    await expect(store.plants.get('x' as never)).rejects.toMatchObject({ status: 400 })
  })

  test('with an id that a number cannot hold are refused before they are sent', async () => {
    const id = Number('9007199254740993')
    const asking = [store.plants.add({ id, name: 'Ivy' }), store.plants.get(id), store.requests.count({ id })]
    for (const asked of asking)
      await expect(asked).rejects.toThrow(
        /(?:^Failed to send a plant or a pattern: it contains|got) the number 9007199254740992, which is not exact/,
      )
  })
})

describe('requests', () => {
  beforeEach(async () => {
    await sendPlant(server.url, big)
    await sendPlant(server.url, ivy, { token: 'invalid-token' })
  })

  test('are those of the journal', async () => {
    const all = server.store.requests.all()
    expect(await store.requests.all()).toEqual(all)
    expect(await store.requests.get(all[1]?.number ?? 0)).toEqual(all[1])
    expect(await store.requests.get(1_000_000)).toBeUndefined()
    const lasts = [await store.requests.last(), await store.requests.last({ id: big.id })]
    expect([lasts, lasts[1]?.plant]).toEqual([all.toReversed(), big])
    expect([await store.requests.count(), await store.requests.count({ id: big.id })]).toEqual([2, 1])
    expect(await store.requests.matching({ failure: 'invalid-credentials' })).toEqual([all[1]])
    const differences = [{ member: 'status', expected: 200, received: 401 }]
    expect(await store.requests.nearest({ name: 'Ivy', status: 200 }, 1)).toMatchObject([{ differences }])
    await store.requests.clear()
    expect(server.store.requests.size).toBe(0)
  })

  test('that almost match are three at most', async () => {
    const { store } = await connectTo({ body: { count: 0, nearest: [1, 2, 3, 4] } })
    expect(await store.requests.nearest({})).toEqual([1, 2, 3])
  })

  test('are judged by the matchers, which wait for the answer', async () => {
    await expect(store).toHaveReceived({ name: 'Ivy', failure: 'invalid-credentials' })
    await expect(store).not.toHaveReceived({ name: 'Ash' })
    await expect(store).toHaveCreatedPlant({ id: big.id })
    await expect(store).toHaveCreatedPlant({ name: expect.stringMatching(/fern/i) }, { times: 1 })
    const name = expect.stringMatching(/^I/)
    const differences = [{ member: 'status', expected: 200, received: 401 }]
    const request = server.store.requests.all()[1]
    expect(await store.requests.nearest({ name, status: 200 }, 1)).toEqual([{ request, differences }])
    const { message } = await catchError(() => expect(store).toHaveCreatedPlant({ id: 2 }))
    expect(message).toContain('Received: 0 of 1 created plants match\n\nNearest: ')
  })
})

test('faults strike, are listed and cleared, and scenarios play', async () => {
  await store.faults.next('invalid-credentials', { requests: 2 })
  await store.faults.next({ delay: 5 })
  await store.faults.always({ fault: 'internal-error' })
  expect(await store.faults.list()).toEqual([
    { fault: 'invalid-credentials', requests: 2 },
    { delay: 5, requests: 1 },
    { fault: 'internal-error', requests: 'forever' },
  ])
  for (let twice = 0; twice < 2; twice++) await store.faults.remove({ delay: 5, requests: 1 })
  expect(await store.faults.list()).toHaveLength(2)
  await store.faults.clear()
  await store.faults.play({ title: 'outage', steps: [{ fault: 'internal-error' }] })
  expect([server.store.faults.list(), server.store.faults.scenario]).toEqual([[], 'outage'])
})

test('a matcher returns a promise by its type, so that a forgotten await is found, unless the store is in this process', () => {
  expectTypeOf(() => expect(store).toHaveReceived({ id: 1 })).returns.toEqualTypeOf<Promise<void>>()
  expectTypeOf(() => expect(store).not.toHaveNoQueuedFaults()).returns.toEqualTypeOf<Promise<void>>()
  expectTypeOf(() => expect(server.store).toHaveReceivedOnly()).returns.toEqualTypeOf<void>()
  expectTypeOf(() => expect(JSON.parse('{}')).toHaveReceived()).returns.toEqualTypeOf<void>()
  expectTypeOf(() => expect(JSON.parse('{}')).toBe(1)).returns.toEqualTypeOf<void>()
})

test('requests wait while they are held, until they are released or fail', async () => {
  const held = await store.faults.hold()
  const answers = [sendPlant(server.url, big)]
  await expect.poll(() => store.requests.all()).toHaveLength(1)
  expect(await store.requests.count({ waiting: true })).toBe(1)
  await expect(store).toHaveReceived({ id: big.id }, { times: 1 })
  await expect(store).not.toHaveReceivedOnly()
  await expect(store).toHaveNoQueuedFaults()
  await held.release()
  await (await store.faults.hold({ requests: 2 })).fail({ status: 503, body: 'x' })
  answers.push(sendPlant(server.url, ivy))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 503])
  await expect(expect(store).toHaveNoQueuedFaults()).rejects.toThrow('503')
})

test('a pattern with an undefined member is refused, though JSON would leave it out', async () => {
  await expect(store.requests.matching({ name: undefined } as object)).rejects.toThrow('name is undefined')
})

test('reset restores the state at the start', async () => {
  await sendPlant(server.url, big)
  await store.reset()
  expect([await store.plants.count(), await store.requests.count()]).toEqual([1, 0])
})

test('a token selects its own store, and an admin token is sent', async () => {
  await using guarded = await startServer({ port: 0, isolate: 'token', adminToken: 'secret' })
  await sendPlant(guarded.url, monstera, { token: 'one' })
  const count = (options: object) => connectPlantStore(new URL(guarded.url), options).plants.count()
  expect(await count({ adminToken: 'secret', token: 'one' })).toBe(1)
  expect(await count({ adminToken: 'secret', token: 'two' })).toBe(0)
  await expect(count({ token: 'one' })).rejects.toThrow('the header X-Admin-Token must be the admin token')
})

test.each<[url: string, options: object, message: RegExp]>([
  ['http://a', { adminToken: 'two\nlines' }, /^adminToken must be ASCII letters, digits, and punct[^{]*$/],
  ['http://a', { token: '' }, /^token must be ASCII letters/],
  ['http://a', { admintoken: 'x' }, /^there is no option admintoken; the options are adminToken, token$/],
  ['localhost', {}, /^url must be an absolute URL, got "localhost"$/],
])('what is wrong with %s and %j is named, without the token', (url, options, message) => {
  expect(() => connectPlantStore(url, options)).toThrow(message)
})

describe('a fake that can not be used is named', () => {
  test.each<[what: string, origin: string | undefined, more: RegExp]>([
    ['without a page', undefined, /\)\.$/],
    ['in a page of its origin', 'http://127.0.0.1:1', /\)\.$/],
    [
      'in another page',
      'http://shop.example',
      /\)\. Pages can't use the control API of another origin: .*, and connect to http:..shop\.example\.$/,
    ],
  ])('if it is not reachable, %s', async (_what, origin, more) => {
    if (origin !== undefined) vi.stubGlobal('location', { origin })
    onTestFinished(() => void vi.unstubAllGlobals())
    const asked = connectPlantStore('http://127.0.0.1:1').reset()
    const start = 'Failed to use the fake at http://127.0.0.1:1: it is not reachable ('
    await expect(asked).rejects.toThrow(start)
    await expect(asked).rejects.toThrow(more)
    await expect(asked).rejects.toMatchObject({ cause: expect.any(Error) })
  })

  test.each<[what: string, answer: { status?: number; body: unknown }, problem: string]>([
    ['is something else', { body: '<html>' }, '/__admin/reset answered 200 without JSON. Is the URL right?'],
    ['fails without a message', { status: 500, body: {} }, 'it answered 500'],
    ['fails with a message', { status: 500, body: { message: 'disk full' } }, 'disk full'],
  ])('if it %s', async (_what, answer, problem) => {
    const { url, store } = await connectTo(answer)
    await expect(store.reset()).rejects.toThrow(`Failed to use the fake at ${url}: ${problem}`)
  })
})
