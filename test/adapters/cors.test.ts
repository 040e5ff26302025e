import { describe, expect, test } from 'vitest'
import { createPlantStore } from '../../src/index.ts'
import { createCors } from '../../src/mock/adapter/cors.ts'
import { answerWithCors } from '../../src/mock/adapter/respond-with-cors.ts'
import type { CorsOption } from '../../src/store/options.ts'

const shop = 'https://shop.example'
const page = 'http://localhost:3000'
const asked = { 'access-control-request-method': 'POST' }
const answered = { 'content-type': 'text/plain', 'retry-after': '1' }
const exposed = { 'access-control-expose-headers': 'content-type, retry-after' }
const allowed = (origin: string) => ({
  'access-control-allow-origin': origin,
  ...(origin !== '*' && { 'access-control-allow-credentials': 'true' }),
  ...exposed,
})
const vary = { vary: 'Origin' }

describe('createCors', () => {
  test.each<[option: CorsOption | undefined, origin: string | undefined, headers: object]>([
    [undefined, shop, allowed('*')],
    ['*', 'null', allowed('*')],
    ['*', undefined, {}],
    [[page, shop], page, { ...allowed(page), ...vary }],
    [[page, shop], shop, { ...allowed(shop), ...vary }],
    [[page, shop], 'http://localhost:3001', vary],
    [[page, shop], 'https://localhost:3000', vary],
    [[page, shop], 'null', vary],
    [[page, shop], undefined, vary],
    [[], page, vary],
    [false, page, {}],
    [false, undefined, {}],
  ])(
    '%j gives a page of %s the headers %j, and answers its preflight if it may read',
    (option, origin, headers) => {
      const { headersFor, answerPreflight } = createCors(option)
      const sent = { ...(origin !== undefined && { origin }) }
      expect(headersFor({ headers: sent }, answered)).toEqual(headers)
      const answer = answerPreflight({ method: 'OPTIONS', headers: { ...sent, ...asked } })
      expect(answer?.status).toBe('access-control-allow-origin' in headers ? 204 : undefined)
    },
  )

  test('a preflight allows the method of the operation, and the headers that the page asks for', () => {
    const { answerPreflight } = createCors()
    const ask = (headers: object, method = 'OPTIONS') =>
      answerPreflight({ method, headers: { origin: page, ...headers } })
    expect(ask(asked)).toEqual({
      status: 204,
      headers: {
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'Authorization, Content-Type, Prefer',
        'access-control-max-age': '600',
      },
      body: '',
    })
    const wanted = ask({ ...asked, 'access-control-request-headers': 'x-client' })
    expect(wanted?.headers['access-control-allow-headers']).toBe('x-client')
    expect([ask({}), ask(asked, 'POST'), answerPreflight({ method: 'OPTIONS' })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(createCors().headersFor({})).toEqual({})
  })
})

describe('answerWithCors', () => {
  const ask = async (method: string, headers: Record<string, string>, cors: CorsOption = '*') => {
    const store = createPlantStore({ basePath: '/v1', cors })
    const answer = await answerWithCors(store, { method, path: '/api/v1/plants?a=/b?c', headers, body: '' })
    return { ...answer, journal: store.requests.all().map(({ request }) => request.path) }
  }

  test('gives the store its own path, and its answer the headers for the page', async () => {
    const { status, headers, journal } = await ask('PUT', { origin: page })
    expect([status, journal]).toEqual([405, ['/v1/plants?a=/b?c']])
    expect(headers).toEqual({
      'content-type': 'application/json',
      allow: 'POST',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'content-type, allow',
    })
  })

  test('answers preflights, which the store does not see', async () => {
    expect(await ask('OPTIONS', { origin: page, ...asked })).toMatchObject({ status: 204, journal: [] })
    expect(await ask('OPTIONS', { origin: page, ...asked }, [shop])).toMatchObject({ status: 405 })
  })

  test('answers preflights of happy-dom, which lost what makes them preflights', async () => {
    const ofHappyDom = { 'User-Agent': 'Mozilla/5.0 HappyDOM/20.0.0' }
    const { status, headers, journal } = await ask('OPTIONS', ofHappyDom)
    expect([status, headers['access-control-allow-origin'], journal]).toEqual([204, '*', []])
    expect((await ask('OPTIONS', { 'User-Agent': 'Mozilla/5.0' })).status).toBe(405)
    expect((await ask('OPTIONS', {})).status).toBe(405)
  })
})
