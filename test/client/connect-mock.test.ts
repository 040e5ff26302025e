import { afterAll, beforeEach, describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import { connectMock } from '../../src/adapters/client/connect-mock.ts'
import { startServer } from '../../src/adapters/server/start-server.ts'
import '../../src/adapters/vitest/vitest.ts'
import { catchError } from '../matchers/catch-error.ts'
import { contracts, room, uuid } from '../mock/contracts.ts'
import { listen } from '../tools/listen.ts'
import { monstera, sendPlant } from '../tools/send.ts'

const server = await startServer({ port: 0, seed: { plants: [monstera] } })
const mock = connectMock(server.url)
const plants = mock.records('plants')
const big = { id: 9007199254740993n, name: 'Fern', tag: 'fern' }
const ivy = { id: 2, name: 'Ivy' }

beforeEach(() => server.mock.reset())
afterAll(server.close)

/** Starts a service that gives these responses in order, and connects to it; `urls` has what was asked for. */
async function connectTo(...responses: { status?: number; body: unknown }[]) {
  const urls: (string | undefined)[] = []
  const other = await listen(({ url }, response) => {
    urls.push(url)
    const { status = 200, body } = responses.shift() ?? { body: '' }
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  onTestFinished(other[Symbol.asyncDispose])
  return { url: other.url, urls, mock: connectMock(other.url) }
}

describe('records', () => {
  test('are stored, listed, read, counted, and removed, with exact keys', async () => {
    for (const plant of [big, ivy, { id: 3, name: 'Ash' }]) expect(await plants.put(plant)).toEqual(plant)
    expect(await plants.list()).toMatchObject([{ id: 1 }, { id: big.id }, { id: 2 }, { id: 3 }])
    expect(await plants.list({ offset: 1, limit: 1 })).toEqual([big])
    expect(await plants.list({ limit: 0 })).toEqual([])
    expect(await plants.get(big.id)).toEqual(big)
    expect(await plants.get(9007199254740992n)).toBeUndefined()
    expect(await plants.count()).toBe(4)
    await plants.put({ ...big, tag: 'big' })
    expect(await plants.get(big.id)).toEqual({ ...big, tag: 'big' })
    expect([await plants.remove(2), await plants.remove(2)]).toEqual([true, false])
    await plants.replaceAll([big])
    expect(server.mock.records('plants').list()).toEqual([big])
    await plants.replaceAll([])
    expect(await plants.count()).toBe(0)
  })

  test('are listed over pages of 1000, or shorter ones, until the end', async () => {
    const page = (length: number, total = 1031) => ({
      body: { records: Array.from({ length }, () => monstera), total },
    })
    const { urls, mock } = await connectTo(page(1000), page(16), page(10))
    expect(await mock.records('plants').list({ offset: 5 })).toHaveLength(1026)
    const asked = (offset: number, limit: number) => `/__admin/records/plants?offset=${offset}&limit=${limit}`
    expect(urls.splice(0)).toEqual([asked(5, 1000), asked(1005, 1000), asked(1021, 1000)])
    const limited = await connectTo(page(1000), page(500))
    expect(await limited.mock.records('plants').list({ limit: 1500 })).toHaveLength(1500)
    expect(limited.urls).toEqual([asked(0, 1000), asked(1000, 500)])
  })

  test('that are invalid, or of no resource, are rejected', async () => {
    await expect(plants.put({ id: 'x', name: 'Fern' })).rejects.toMatchObject({
      name: 'ControlApiError',
      status: 400,
      message: expect.stringMatching(`^Failed to use the mock at ${server.url}: .*id must be an integer`),
    })
    await expect(mock.records('plnats').count()).rejects.toMatchObject({ status: 404 })
  })

  test('with a key that a number cannot hold are rejected before they are sent', async () => {
    const id = Number('9007199254740993')
    for (const asked of [
      plants.put({ id, name: 'Ivy' }),
      plants.get(id),
      mock.requests.count({ body: { id } }),
    ])
      await expect(asked).rejects.toThrow(
        'Failed to send a record or a pattern: it contains the number 9007199254740992, which is not exact',
      )
  })

  test('of any description belong to their owners', async () => {
    await using hotel = await startServer({ port: 0, contract: contracts.bookings })
    const { records } = connectMock(hotel.url)
    expect(await records('rooms').put(room)).toEqual({ id: 1, ...room })
    const booking = { id: uuid, roomId: 1, guest: 'Ada' }
    await records('bookings').put(booking)
    expect(await records('bookings').get(uuid)).toEqual(booking)
    await expect(connectMock(hotel.url)).toHaveRecord('bookings', { guest: expect.any(String) })
  })
})

describe('requests', () => {
  beforeEach(async () => {
    await sendPlant(server.url, big)
    await sendPlant(server.url, ivy, { token: 'invalid-token' })
  })

  test('are those of the journal', async () => {
    const all = server.mock.requests.all()
    expect(await mock.requests.all()).toEqual(all)
    expect(await mock.requests.get(all[1]?.number ?? 0)).toEqual(all[1])
    expect(await mock.requests.get(1_000_000)).toBeUndefined()
    const lasts = [await mock.requests.last(), await mock.requests.last({ created: 'plants' })]
    expect(lasts).toEqual(all.toReversed())
    const ofBig = { body: { id: big.id } }
    expect([await mock.requests.count(), await mock.requests.count(ofBig)]).toEqual([2, 1])
    expect(await mock.requests.matching({ failure: 'invalid-credentials' })).toEqual([all[1]])
    const differences = [{ at: 'status', expected: 200, received: 401 }]
    expect(await mock.requests.nearest({ body: { name: 'Ivy' }, status: 200 }, 1)).toMatchObject([
      { differences },
    ])
    await mock.requests.clear()
    expect(server.mock.requests.size).toBe(0)
  })

  test('that almost match are three at most', async () => {
    const { mock } = await connectTo({ body: { count: 0, nearest: [1, 2, 3, 4] } })
    expect(await mock.requests.nearest({})).toEqual([1, 2, 3])
  })

  test('are judged by the matchers, which wait for the response', async () => {
    await expect(mock).toHaveReceived({ body: { name: 'Ivy' }, failure: 'invalid-credentials' })
    await expect(mock).not.toHaveReceived({ body: { name: 'Ash' } })
    await expect(mock).toHaveCreated('plants', { id: big.id })
    await expect(mock).toHaveCreated('plants', { name: expect.stringMatching(/fern/i) }, { times: 1 })
    await expect(mock).toHaveCreated('plants', { ...big, note: undefined })
    await expect(mock).toHaveRecord('plants', { id: big.id })
    const body = { name: expect.stringMatching(/^I/) }
    const differences = [{ at: 'status', expected: 200, received: 401 }]
    const request = server.mock.requests.all()[1]
    expect(await mock.requests.nearest({ body, status: 200 }, 1)).toEqual([{ request, differences }])
    const { message } = await catchError(() => expect(mock).toHaveCreated('plants', { id: 2 }))
    expect(message).toContain('Received: 0 of 1 created records match\n\nNearest: ')
  })
})

test('faults strike, are listed and cleared, and scenarios play', async () => {
  await mock.faults.next('invalid-credentials', { requests: 2 })
  await mock.faults.next({ delay: 5 })
  await mock.faults.always({ fault: 'internal-error' })
  expect(await mock.faults.list()).toEqual([
    { fault: 'invalid-credentials', requests: 2 },
    { delay: 5, requests: 1 },
    { fault: 'internal-error', requests: 'forever' },
  ])
  for (let twice = 0; twice < 2; twice++) await mock.faults.remove({ delay: 5, requests: 1 })
  expect(await mock.faults.list()).toHaveLength(2)
  await mock.faults.clear()
  await mock.faults.play({ title: 'outage', steps: [{ fault: 'internal-error' }] })
  expect([server.mock.faults.list(), server.mock.faults.scenario]).toEqual([[], 'outage'])
})

test('a matcher returns a promise by its type, so that a forgotten await is found, unless the mock is in this process', () => {
  expectTypeOf(() => expect(mock).toHaveReceived()).returns.toEqualTypeOf<Promise<void>>()
  expectTypeOf(() => expect(mock).not.toHaveNoQueuedFaults()).returns.toEqualTypeOf<Promise<void>>()
  expectTypeOf(() => expect(server.mock).toHaveReceivedOnly()).returns.toEqualTypeOf<void>()
  expectTypeOf(() => expect(JSON.parse('{}')).toHaveReceived()).returns.toEqualTypeOf<void>()
  expectTypeOf(() => expect(JSON.parse('{}')).toBe(1)).returns.toEqualTypeOf<void>()
})

test('requests wait while they are held, until they are released or fail', async () => {
  const held = await mock.faults.hold()
  const responses = [sendPlant(server.url, big)]
  await expect.poll(() => mock.requests.all()).toHaveLength(1)
  expect(await mock.requests.count({ waiting: true })).toBe(1)
  await expect(mock).toHaveReceived({ body: { id: big.id } }, { times: 1 })
  await expect(mock).not.toHaveReceivedOnly()
  await expect(mock).toHaveNoQueuedFaults()
  await held.release()
  await (await mock.faults.hold({ requests: 2 })).fail({ status: 503, body: 'x' })
  responses.push(sendPlant(server.url, ivy))
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 503])
  await expect(expect(mock).toHaveNoQueuedFaults()).rejects.toThrow('503')
})

test('a pattern that JSON would change is rejected', async () => {
  await expect(mock.requests.matching({ status: undefined } as object)).rejects.toThrow('status is undefined')
  await expect(mock.requests.count({ headers: new Headers() as never })).rejects.toThrow('headers must be')
})

test('reset restores the state at the start', async () => {
  await sendPlant(server.url, big)
  await mock.reset()
  expect([await plants.count(), await mock.requests.count()]).toEqual([1, 0])
})

test('a token selects its own records, and an admin token is sent', async () => {
  await using guarded = await startServer({ port: 0, isolate: 'token', adminToken: 'secret' })
  await sendPlant(guarded.url, monstera, { token: 'one' })
  const count = (options: object) => connectMock(new URL(guarded.url), options).records('plants').count()
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
  expect(() => connectMock(url, options)).toThrow(message)
})

describe('a mock that can not be used is named', () => {
  test.each<[what: string, origin: string | undefined, more: RegExp]>([
    ['without a page', undefined, /\)\.$/],
    ['in a page of its origin', 'http://127.0.0.1:1', /\)\.$/],
    [
      'in another page',
      'http://shop.example',
      /\)\. Pages can't use the control API of another origin: .*, and connect to http:..shop\.example\.$/,
    ],
    [
      'in a page of happy-dom',
      'http://localhost:3000',
      /\)\. Call happyDOM\.setURL\('http:\/\/127\.0\.0\.1:1'\) first: only a page of its origin can use the control API\.$/,
    ],
  ])('if it is not reachable, %s', async (what, origin, more) => {
    if (origin !== undefined) vi.stubGlobal('location', { origin })
    if (what.includes('happy-dom')) vi.stubGlobal('happyDOM', {})
    onTestFinished(() => void vi.unstubAllGlobals())
    const asked = connectMock('http://127.0.0.1:1').reset()
    const start = 'Failed to use the mock at http://127.0.0.1:1: it is not reachable ('
    await expect(asked).rejects.toThrow(start)
    await expect(asked).rejects.toThrow(more)
    await expect(asked).rejects.toMatchObject({ cause: expect.any(Error) })
  })

  test.each<[what: string, response: { status?: number; body: unknown }, problem: string]>([
    [
      'is something else',
      { body: '<html>' },
      '/__admin/reset responded with 200 without JSON. Is the URL right?',
    ],
    ['fails without a message', { status: 500, body: {} }, 'it responded with 500'],
    ['fails with a message', { status: 500, body: { message: 'disk full' } }, 'disk full'],
  ])('if it %s', async (_what, response, problem) => {
    const { url, mock } = await connectTo(response)
    await expect(mock.reset()).rejects.toThrow(`Failed to use the mock at ${url}: ${problem}`)
  })
})
