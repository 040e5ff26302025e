import { describe, expect, test } from 'vitest'
import { plantStoreAt } from '../../../src/contract/plant-store.ts'
import { type CorsOption, createMock } from '../../../src/index.ts'
import { createCors } from '../../../src/mock/adapter/cors.ts'
import { respondWithCors } from '../../../src/mock/adapter/respond-with-cors.ts'

const shop = 'https://shop.example'
const page = 'http://localhost:3000'
const asked = { 'access-control-request-method': 'POST' }
const received = { 'content-type': 'text/plain', 'retry-after': '1' }
const exposed = { 'access-control-expose-headers': 'content-type, retry-after' }
const allowed = (origin: string) => ({
  'access-control-allow-origin': origin,
  ...(origin !== '*' && { 'access-control-allow-credentials': 'true' }),
  ...exposed,
})
const vary = { vary: 'Origin' }
const methods = ['POST', 'GET']

describe('createCors', () => {
  test.each<[option: CorsOption, origin: string | undefined, headers: object]>([
    ['*', shop, allowed('*')],
    ['*', 'null', allowed('*')],
    ['*', undefined, {}],
    [[page, shop], page, { ...allowed(page), ...vary }],
    [[page, shop], shop, { ...allowed(shop), ...vary }],
    [[page, shop], 'http://localhost:3001', vary],
    [[page, shop], 'https://localhost:3000', vary],
    [[page, shop], 'null', vary],
    [[page, shop], undefined, vary],
    [[], page, vary],
    [['capacitor://localhost'], 'capacitor://localhost', { ...allowed('capacitor://localhost'), ...vary }],
    [false, page, {}],
    [false, undefined, {}],
  ])(
    '%j gives a page of %s the headers %j, and responds to its preflight if it may read',
    (option, origin, headers) => {
      const { headersFor, respondToPreflight } = createCors(option, methods)
      const sent = { ...(origin !== undefined && { origin }) }
      expect(headersFor({ headers: sent }, received)).toEqual(headers)
      const preflight = respondToPreflight({ method: 'OPTIONS', headers: { ...sent, ...asked } })
      expect(preflight?.status).toBe('access-control-allow-origin' in headers ? 204 : undefined)
    },
  )

  test('a preflight allows the methods of the service, and the headers that the page asks for', () => {
    const { headersFor, respondToPreflight } = createCors('*', methods)
    const ask = (headers: object, method = 'OPTIONS') =>
      respondToPreflight({ method, headers: { origin: page, ...headers } })
    expect(ask(asked)).toEqual({
      status: 204,
      headers: {
        'access-control-allow-methods': 'POST, GET',
        'access-control-allow-headers': 'Authorization, Content-Type, Prefer',
        'access-control-max-age': '600',
      },
      body: '',
    })
    const wanted = ask({ ...asked, 'access-control-request-headers': 'x-client' })
    expect(wanted?.headers['access-control-allow-headers']).toBe('x-client')
    expect([ask({}), ask(asked, 'POST'), respondToPreflight({ method: 'OPTIONS' })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(headersFor({})).toEqual({})
  })
})

describe('respondWithCors', () => {
  const ask = async (method: string, headers: Record<string, string>, cors: CorsOption = '*') => {
    const mock = createMock({ contract: plantStoreAt('/v1'), cors })
    const response = await respondWithCors(mock, { method, path: '/v1/plants?a=/b?c', headers }, ['POST'])
    return { ...response, journal: mock.requests.all().map(({ request }) => request.path) }
  }

  test('gives a response the headers for the page', async () => {
    const { status, headers, journal } = await ask('PUT', { origin: page })
    expect([status, journal]).toEqual([405, ['/v1/plants?a=/b?c']])
    expect(headers).toEqual({
      'content-type': 'application/json',
      allow: 'POST',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'content-type, allow',
    })
  })

  test('responds to preflights, which the mock does not see', async () => {
    expect(await ask('OPTIONS', { origin: page, ...asked })).toMatchObject({ status: 204, journal: [] })
    expect(await ask('OPTIONS', { origin: page, ...asked }, [shop])).toMatchObject({ status: 405 })
  })

  test('responds to preflights of happy-dom, which lost what makes them preflights', async () => {
    const ofHappyDom = { 'User-Agent': 'Mozilla/5.0 HappyDOM/20.0.0' }
    const { status, headers, journal } = await ask('OPTIONS', ofHappyDom)
    expect([status, headers['access-control-allow-origin'], journal]).toEqual([204, '*', []])
    expect((await ask('OPTIONS', { 'User-Agent': 'Mozilla/5.0' })).status).toBe(405)
    expect((await ask('OPTIONS', {})).status).toBe(405)
  })
})
