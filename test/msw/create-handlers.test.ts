import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createPlantStore, OptionsError } from '../../src/index.ts'
import { createMock, toContract } from '../../src/mock/mock.ts'
import {
  browserStorage,
  createHandlers,
  type HandlersOptions,
  type PlantStore,
  type PlantStoreOptions,
} from '../../src/msw/create-handlers.ts'
import { bookings } from '../mock/bookings.ts'
import { monstera, sendPlant } from '../tools/send.ts'

const server = setupServer()
const others = http.all('*', () => new HttpResponse('left to MSW', { status: 299 }))

beforeAll(() => server.listen())
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

/** Activates the handlers of a new store, with a fallback handler after them for all other requests. */
function use(...args: [given?: PlantStore | PlantStoreOptions, options?: HandlersOptions]) {
  const handlers = createHandlers(...args)
  server.use(...handlers, others)
  return handlers.store
}

const origin = 'http://plants.example'
const valid = {
  method: 'POST',
  headers: { authorization: 'Bearer local-token', 'content-type': 'application/json' },
  body: JSON.stringify(monstera),
}

describe('handlers answer', () => {
  test.each<[basePath: string | undefined, options: HandlersOptions, url: string, answers: boolean]>([
    [undefined, {}, 'http://plants.example/plants', true],
    [undefined, {}, 'https://plants.example:8443/plants', true],
    [undefined, {}, 'http://localhost/plants?from=shop', true],
    [undefined, {}, 'http://plants.example/plants/', false],
    [undefined, {}, 'http://plants.example/v1/plants', false],
    ['/v1', {}, 'http://plants.example/v1/plants', true],
    ['/v1', {}, 'http://plants.example/plants', false],
    [undefined, { baseUrl: 'http://plants.example' }, 'http://plants.example/plants', true],
    [undefined, { baseUrl: 'http://plants.example/' }, 'http://plants.example/plants', true],
    [undefined, { baseUrl: 'http://plants.example' }, 'https://plants.example/plants', false],
    [undefined, { baseUrl: 'http://plants.example' }, 'http://plants.example:81/plants', false],
    [undefined, { baseUrl: 'http://plants.example' }, 'http://plantsXexample/plants', false],
    [undefined, { baseUrl: 'http://plants.example/api/v1' }, 'http://plants.example/api/v1/plants', true],
    [undefined, { baseUrl: 'http://plants.example/api/v1/' }, 'http://plants.example/api/v1/plants?x', true],
    [undefined, { baseUrl: 'http://plants.example/api/v1' }, 'http://plants.example/plants', false],
    [undefined, { baseUrl: 'http://plants.example/(a)*' }, 'http://plants.example/(a)*/plants', true],
    ['/v1', { baseUrl: 'http://plants.example/v1' }, 'http://plants.example/v1/plants', true],
    ['/v1', { baseUrl: 'http://plants.example' }, 'http://plants.example/v1/plants', true],
    ['/v1', { baseUrl: 'http://plants.example' }, 'http://plants.example/plants', false],
  ])('with the base path %s and %o a request to %s: %s', async (basePath, options, url, answers) => {
    const store = use(basePath === undefined ? {} : { basePath }, options)
    expect((await fetch(url, valid)).status).toBe(answers ? 200 : 299)
    expect(await store.plants.count()).toBe(answers ? 1 : 0)
  })
})

describe('handlers of a mock', () => {
  const contract = toContract(bookings)
  const room = { name: 'Blue', kind: 'single' }
  function useMock(options: HandlersOptions = {}) {
    const handlers = createHandlers(createMock({ contract }), options)
    server.use(...handlers, others)
    return handlers.mock
  }
  const request = {
    method: 'POST',
    headers: { 'x-api-key': 'key', 'content-type': 'application/json' },
    body: JSON.stringify(room),
  }

  test.each<[options: HandlersOptions, url: string, answers: boolean]>([
    [{}, 'http://hotel.example/v1/rooms', true],
    [{}, 'http://hotel.example/rooms', true],
    [{}, 'http://hotel.example/orders', false],
    [{}, 'http://hotel.example/v2/rooms', false],
    [{ baseUrl: 'http://hotel.example/v1' }, 'http://hotel.example/v1/rooms', true],
    [{ baseUrl: 'http://hotel.example/api/hotel/' }, 'http://hotel.example/api/hotel/rooms', true],
    [{ baseUrl: 'http://hotel.example/api' }, 'http://hotel.example/rooms', false],
    [{ baseUrl: 'http://hotel.example' }, 'http://other.example/rooms', false],
  ])('with %o a request to %s: %s', async (options, url, answers) => {
    const mock = useMock(options)
    expect((await fetch(url, request)).status).toBe(answers ? 201 : 299)
    expect(mock.records('rooms').count()).toBe(answers ? 1 : 0)
  })
  test.each(['', '/v1', '/api'])(
    'lead to a record by Location, with the base path "%s"',
    async (basePath) => {
      useMock({ baseUrl: `http://hotel.example${basePath}` })
      const created = await fetch(`http://hotel.example${basePath}/rooms`, request)
      const location = created.headers.get('location') ?? ''
      expect(location).toBe(`${basePath}/rooms/1`)
      const read = await fetch(new URL(location, 'http://hotel.example'), { headers: request.headers })
      expect(await read.json()).toMatchObject(room)
    },
  )
  test('keep state, and say what is wrong', async () => {
    const mock = useMock({ baseUrl: 'http://hotel.example' })
    await fetch('http://hotel.example/rooms', request)
    const wrong = await fetch('http://hotel.example/rooms', { ...request, body: '{"name":1}' })
    expect([wrong.status, await wrong.json()]).toMatchObject([
      422,
      { detail: expect.stringContaining('/name must be a string') },
    ])
    expect(mock.requests.count({ operation: 'createRoom', status: 201 })).toBe(1)
  })
  test('respond to preflights of pages, with all methods', async () => {
    useMock()
    const response = await fetch('http://hotel.example/rooms/1', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'PATCH', origin: 'http://page.example' },
    })
    expect([response.status, response.headers.get('access-control-allow-methods')]).toEqual([
      204,
      expect.stringContaining('PATCH'),
    ])
  })
})

describe('the store', () => {
  test('is the given one', async () => {
    const store = createPlantStore({ tokens: ['secret'] })
    expect(use(store)).toBe(store)
    expect((await sendPlant(origin, monstera, { token: 'other' })).status).toBe(401)
    expect((await sendPlant(origin, monstera, { token: 'secret' })).status).toBe(200)
    expect(await store.plants.get(1)).toEqual(monstera)
  })

  test('is made from the given options', async () => {
    const store = use({ seed: [monstera], answers: 'documented' })
    expect((await sendPlant(origin)).status).toBe(400)
    expect(store.requests.count({ failure: 'duplicate-key' })).toBe(1)
  })

  test('tells of requests with their query and with credentials masked, and is reset', async () => {
    const store = use({}, { baseUrl: 'http://plants.example/api' })
    await fetch(`${origin}/api/plants?from=shop`, valid)
    expect(store.requests.all()).toMatchObject([
      { request: { path: '/plants?from=shop', headers: { authorization: 'Bearer ***' } } },
    ])
    await store.reset()
    expect([await store.plants.count(), store.requests.size]).toEqual([0, 0])
  })
})

test.each(['plants.example', '/api', 'ftp://plants.example', 'http://plants.example?x=1', '', 5, 'http://'])(
  'the baseUrl %o is refused by name',
  (baseUrl) => {
    const create = () => createHandlers({}, { baseUrl: baseUrl as string })
    expect(create).toThrow(OptionsError)
    expect(create).toThrow(
      /^baseUrl must be an http or https URL without a query or fragment, and absolute outside a page, got /,
    )
  },
)

test('a baseUrl and a basePath that differ are refused', () => {
  const create = () => createHandlers({ basePath: '/v1' }, { baseUrl: 'http://plants.example/v2' })
  expect(create).toThrow('baseUrl and basePath name two paths, /v2/plants and /v1/plants')
})

test.each<[options: unknown, message: string]>([
  [{ baseURL: 'http://plants.example' }, 'there is no option baseURL; the options are baseUrl'],
  ['http://plants.example', 'the options of the handlers must be an object, got "http://plants.example"'],
  [null, 'the options of the handlers must be an object, got null'],
])('the options %o are refused', (options, message) => {
  expect(() => createHandlers({}, options as HandlersOptions)).toThrow(message)
})

test('pages of other origins are let in as by the server', async () => {
  use()
  const preflight = await fetch('http://plants.example/plants', {
    method: 'OPTIONS',
    headers: { origin: 'http://shop.example', 'access-control-request-method': 'POST' },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST'])
  const response = await fetch('http://plants.example/plants', {
    method: 'POST',
    headers: { origin: 'http://shop.example' },
  })
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
})

test('browserStorage says that it needs a page', () => {
  expect(() => browserStorage('plants')).toThrow('browserStorage needs the localStorage of a page')
})

test('tests in boundaries of their own do not meet', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () =>
      server.boundary(async () => {
        const store = use()
        const statuses = [await sendPlant(origin)]
        statuses.push(await sendPlant(origin))
        return [...statuses.map(({ status }) => status), store.requests.size]
      })(),
    ),
  )
  expect(outcomes).toEqual(Array(5).fill([200, 409, 2]))
})

test('with msw 1, handlers say which version they need', async () => {
  vi.resetModules()
  vi.doMock('msw', () => ({ rest: {}, http: undefined }))
  const withMsw1 = await import('../../src/msw/create-handlers.ts')
  vi.doUnmock('msw')
  expect(() => withMsw1.createHandlers()).toThrow(/^Failed to create handlers: msw 1 is installed/)
})
