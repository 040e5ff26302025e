import nodeHttp from 'node:http'
import { text } from 'node:stream/consumers'
import axios from 'axios'
import ky from 'ky'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import createClient from 'openapi-fetch'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  browserStorage,
  createHandlers,
  type HandlersOptions,
  type Mock,
  type MockOptions,
  type paths,
} from '../../src/adapters/msw/create-handlers.ts'
import { plantStoreAt } from '../../src/contract/plant-store.ts'
import { createMock, stringifyExactJson } from '../../src/index.ts'
import { contracts, room } from '../mock/contracts.ts'
import { monstera, sendPlant } from '../tools/send.ts'

const server = setupServer()
const others = http.all('*', () => new HttpResponse('left to MSW', { status: 299 }))
const unhandled: string[] = []

beforeAll(() =>
  server.listen({
    onUnhandledFrame: ({ frame }: { frame: { data: { request: Request } } }) =>
      unhandled.push(frame.data.request.url),
    onUnhandledRequest: ({ url }: Request) => unhandled.push(url),
  } as object),
)
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

/** Activates handlers, with a fallback handler after them for all other requests. */
function use(...args: [given?: Mock | MockOptions, options?: HandlersOptions]) {
  const handlers = createHandlers(...args)
  server.use(...handlers, others)
  return handlers.mock
}

const origin = 'http://plants.example'
const url = `${origin}/plants`
const headers = { authorization: 'Bearer local-token', 'content-type': 'application/json' }
const valid = { method: 'POST', headers, body: JSON.stringify(monstera) }

describe('handlers respond', () => {
  test.each<[basePath: string, options: HandlersOptions, url: string, responds: boolean]>([
    ['', {}, 'http://plants.example/plants', true],
    ['', {}, 'https://plants.example:8443/plants', true],
    ['', {}, 'http://localhost/plants?from=shop', true],
    ['', {}, 'http://plants.example/plants/', false],
    ['', {}, 'http://plants.example/v1/plants', false],
    ['/v1', {}, 'http://plants.example/v1/plants', true],
    ['/v1', {}, 'http://plants.example/plants', false],
    ['', { baseUrl: 'http://plants.example' }, 'http://plants.example/plants', true],
    ['', { baseUrl: 'http://plants.example/' }, 'http://plants.example/plants', true],
    ['', { baseUrl: 'http://plants.example' }, 'https://plants.example/plants', false],
    ['', { baseUrl: 'http://plants.example' }, 'http://plants.example:81/plants', false],
    ['', { baseUrl: 'http://plants.example' }, 'http://plantsXexample/plants', false],
    ['', { baseUrl: 'http://plants.example' }, 'http://x.example/?http://plants.example/plants', false],
    ['', {}, 'http://plants.example/x/plants', false],
    ['', { baseUrl: 'http://plants.example/api/v1' }, 'http://plants.example/api/v1/plants', true],
    ['', { baseUrl: 'http://plants.example/api/v1/' }, 'http://plants.example/api/v1/plants?x', true],
    ['', { baseUrl: 'http://plants.example/api/v1' }, 'http://plants.example/plants', false],
    ['', { baseUrl: 'http://plants.example/(a)*' }, 'http://plants.example/(a)*/plants', true],
    ['/v1', { baseUrl: 'http://plants.example/v1' }, 'http://plants.example/v1/plants', true],
    ['/v1', { baseUrl: 'http://plants.example' }, 'http://plants.example/v1/plants', true],
    ['/v1', { baseUrl: 'http://plants.example' }, 'http://plants.example/plants', false],
    ['/v1', { baseUrl: 'http://plants.example/api' }, 'http://plants.example/api/v1/plants', true],
  ])('with the base path "%s" and %o to a request to %s: %s', async (basePath, options, url, responds) => {
    const mock = use({ contract: plantStoreAt(basePath) }, options)
    expect((await fetch(url, valid)).status).toBe(responds ? 200 : 299)
    expect(mock.records('plants').count()).toBe(responds ? 1 : 0)
  })
})

test('requests that fall through are unhandled for MSW', async () => {
  server.use(...createHandlers())
  await fetch('http://plants.invalid/plants/1').catch(() => {})
  expect(unhandled).toEqual(['http://plants.invalid/plants/1'])
})

describe('handlers of another description', () => {
  const useMock = (options: HandlersOptions = {}) => use({ contract: contracts.bookings }, options)
  const request = {
    method: 'POST',
    headers: { 'x-api-key': 'key', 'content-type': 'application/json' },
    body: JSON.stringify(room),
  }

  test.each<[options: HandlersOptions, url: string, responds: boolean]>([
    [{}, 'http://hotel.example/v1/rooms', true],
    [{}, 'http://hotel.example/rooms', true],
    [{}, 'http://hotel.example/orders', false],
    [{}, 'http://hotel.example/v2/rooms', false],
    [{ baseUrl: 'http://hotel.example/v1' }, 'http://hotel.example/v1/rooms', true],
    [{ baseUrl: 'http://hotel.example/api/hotel/' }, 'http://hotel.example/api/hotel/rooms', true],
    [{ baseUrl: 'http://hotel.example/api' }, 'http://hotel.example/rooms', false],
    [{ baseUrl: 'http://hotel.example' }, 'http://other.example/rooms', false],
  ])('with %o a request to %s: %s', async (options, url, responds) => {
    const mock = useMock(options)
    expect((await fetch(url, request)).status).toBe(responds ? 201 : 299)
    expect(mock.records('rooms').count()).toBe(responds ? 1 : 0)
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
})

describe('the mock', () => {
  test('may be one of your own', async () => {
    const mock = createMock({ credentials: ['secret'] })
    expect(use(mock)).toBe(mock)
    expect((await sendPlant(origin)).status).toBe(401)
    expect((await sendPlant(origin, monstera, { token: 'secret' })).status).toBe(200)
    expect(mock.records('plants').get(1)).toEqual(monstera)
  })

  test('has the options', async () => {
    const mock = use({ seed: { plants: [monstera] }, responses: 'documented' })
    expect((await sendPlant(origin)).status).toBe(400)
    expect(mock.requests.count({ failure: 'duplicate-key' })).toBe(1)
  })
})

test.each<[options: unknown, message: string]>([
  [{ baseURL: 'http://plants.example' }, 'there is no option baseURL; the options are baseUrl'],
  ['http://plants.example', 'the options of the handlers must be an object, got "http://plants.example"'],
  [null, 'the options of the handlers must be an object, got null'],
])('the options %o are rejected', (options, message) => {
  expect(() => createHandlers({}, options as HandlersOptions)).toThrow(message)
})

test('browserStorage says that it needs a page', () => {
  expect(() => browserStorage('plants')).toThrow('browserStorage needs the localStorage of a page')
})

test('tests in boundaries of their own do not meet', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () =>
      server.boundary(async () => {
        const mock = use()
        const statuses = [await sendPlant(origin)]
        statuses.push(await sendPlant(origin))
        return [...statuses.map(({ status }) => status), mock.requests.size]
      })(),
    ),
  )
  expect(outcomes).toEqual(Array(5).fill([200, 409, 2]))
})

interface Received {
  status: number
  body: unknown
}

/** Clients that front ends use; each sends a plant. */
const clients: Record<string, (plant: { id: number; name: string; tag?: string }) => Promise<Received>> = {
  async fetch(plant) {
    const { status, body } = await sendPlant(origin, plant)
    return { status, body: JSON.parse(body) }
  },
  async axios(plant) {
    const { status, data } = await axios.post(url, plant, { headers, validateStatus: () => true })
    return { status, body: data }
  },
  async ky(plant) {
    const response = await ky.post(url, { json: plant, headers, throwHttpErrors: false })
    return { status: response.status, body: await response.json() }
  },
  async 'openapi-fetch'(plant) {
    const client = createClient<paths>({ baseUrl: origin, headers })
    const { data, error, response } = await client.POST('/plants', { body: plant })
    return { status: response.status, body: data ?? error }
  },
  'node:http': (plant) =>
    new Promise((resolve, reject) => {
      const sent = nodeHttp.request(url, { method: 'POST', headers }, async (response) => {
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(await text(response)) })
      })
      sent.on('error', reject)
      sent.end(JSON.stringify(plant))
    }),
}

describe.each(Object.entries(clients))('the client %s', (_name, send) => {
  let mock: Mock
  beforeEach(() => {
    mock = use()
  })

  test('has its plant stored', async () => {
    const plant = { id: 7, name: 'Boston fern', tag: 'fern' }
    expect(await send(plant)).toEqual({ status: 200, body: { name: 'Boston fern', tag: 'fern' } })
    expect(mock.records('plants').list()).toEqual([plant])
  })

  test('gets the message of a rejection', async () => {
    await mock.records('plants').put({ id: 7, name: 'Fern' })
    expect(await send({ id: 7, name: 'Fern' })).toEqual({
      status: 409,
      body: { error: 40901, message: 'a plant with the id 7 is already stored' },
    })
  })

  test('meets a network failure', async () => {
    // The fault lasts forever, since some clients retry.
    mock.faults.always('dropped-connection')
    await expect(send({ id: 7, name: 'Fern' })).rejects.toThrow()
    expect(mock.requests.matching({ body: { name: 'Fern' }, status: 0 })).not.toEqual([])
  })
})

test('openapi-fetch sends ids that a number cannot hold, with the exact serializer', async () => {
  const mock = use()
  const client = createClient<paths>({ baseUrl: origin, headers })
  const { data } = await client.POST('/plants', {
    body: { id: 9007199254740993n, name: 'Fern' },
    bodySerializer: stringifyExactJson,
  })
  expect(data).toEqual({ name: 'Fern' })
  expect(mock.records('plants').get(9007199254740993n)).toBeDefined()
})

test('with msw 1, handlers say which version they need', async () => {
  vi.resetModules()
  vi.doMock('msw', () => ({ rest: {}, http: undefined }))
  const withMsw1 = await import('../../src/adapters/msw/create-handlers.ts')
  vi.doUnmock('msw')
  expect(() => withMsw1.createHandlers()).toThrow(/^Failed to create handlers: msw 1 is installed/)
})
