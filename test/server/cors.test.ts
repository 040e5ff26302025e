import { describe, expect, test } from 'vitest'
import { OptionsError } from '../../src/contract/options-error.ts'
import type { CorsOption } from '../../src/doors/cors.ts'
import { startServer } from '../../src/server/start-server.ts'
import { type Answer, callControl, send, sendPlant } from '../tools/send.ts'

const origin = 'http://localhost:3000'
const allowed = 'access-control-allow-origin'

/** Sends the preflight of a page that creates a plant. */
const askFirst = (address: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send(address, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
      ...headers,
    },
  })

describe('a preflight', () => {
  test('allows a page of any origin to send a plant with credentials', async () => {
    await using server = await startServer({ port: 0 })
    const { status, headers, body } = await askFirst(`${server.url}/plants`)
    expect({ status, body }).toEqual({ status: 204, body: '' })
    expect(headers).toMatchObject({ [allowed]: '*', 'access-control-allow-methods': 'POST' })
    expect(headers['access-control-allow-headers']?.toLowerCase().split(/, */)).toEqual([
      'authorization',
      'content-type',
    ])
  })

  test('has no Content-Length (RFC 9110 section 8.6)', async () => {
    await using server = await startServer({ port: 0 })
    const { headers } = await askFirst(`${server.url}/plants`)
    expect(headers).not.toHaveProperty('content-length')
  })

  test('does not appear in the journal and uses up no fault', async () => {
    await using server = await startServer({ port: 0 })
    server.store.faults.next('internal-error')
    await askFirst(`${server.url}/plants`)
    expect(server.store.requests.size).toBe(0)
    expect(server.store.faults.list()).toHaveLength(1)
  })

  const method = { 'access-control-request-method': 'POST' }
  test.each<[title: string, path: string, headers: Record<string, string>, status: number]>([
    ['no origin', '/plants', method, 405],
    ['no method', '/plants', { origin }, 405],
    ['an unknown path', '/nothing', { origin, ...method }, 404],
  ])('with %s is not a preflight but a plain OPTIONS request', async (_title, path, headers, status) => {
    await using server = await startServer({ port: 0 })
    expect((await send(server.url + path, { method: 'OPTIONS', headers })).status).toBe(status)
    expect(server.store.requests.size).toBe(1)
  })

  test('may have a query', async () => {
    await using server = await startServer({ port: 0 })
    expect((await askFirst(`${server.url}/plants?from=test`)).status).toBe(204)
  })
})

describe('an answer to a page', () => {
  test.each<[title: string, plant: unknown, headers: Record<string, string>, status: number]>([
    ['that creates a plant', { id: 2, name: 'Ficus' }, {}, 200],
    ['without credentials', { id: 2, name: 'Ficus' }, { authorization: '' }, 401],
    ['with an invalid plant', {}, {}, 400],
    ['with a duplicate id', { id: 1, name: 'Ficus' }, {}, 409],
    ['with another content type', 'Ficus', { 'content-type': 'text/plain' }, 415],
  ])('%s can be read, with the headers that explain it', async (_title, plant, headers, status) => {
    await using server = await startServer({ port: 0, seed: [{ id: 1, name: 'Monstera' }] })
    const answer = await sendPlant(server.url, plant, { headers: { origin, ...headers } })
    expect(answer.status).toBe(status)
    expect(answer.headers[allowed]).toBe('*')
    expect(answer.headers['access-control-expose-headers']?.split(', ')).toEqual([
      'WWW-Authenticate',
      'Allow',
      'Accept-Encoding',
    ])
  })

  test('has no CORS headers if the request does not come from a page', async () => {
    await using server = await startServer({ port: 0 })
    const { headers } = await sendPlant(server.url, { id: 1, name: 'Monstera' })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

describe('cors', () => {
  const shop = 'https://shop.example'
  test.each<[option: CorsOption, from: string, allows: string | undefined, vary: string | undefined]>([
    ['*', shop, '*', undefined],
    [[origin, shop], origin, origin, 'Origin'],
    [[origin, shop], shop, shop, 'Origin'],
    [[origin, shop], 'http://localhost:3001', undefined, 'Origin'],
    [[origin, shop], 'https://localhost:3000', undefined, 'Origin'],
    [[origin, shop], 'null', undefined, 'Origin'],
    [[], origin, undefined, 'Origin'],
    [false, origin, undefined, undefined],
  ])('%j answers a page of %s with %s', async (cors, from, allows, vary) => {
    await using server = await startServer({ port: 0, cors })
    const answers = [
      await askFirst(`${server.url}/plants`, { origin: from }),
      await sendPlant(server.url, { id: 1, name: 'Monstera' }, { headers: { origin: from } }),
      await sendPlant(server.url, {}, { headers: { origin: from } }),
    ]
    // A page that is not allowed learns nothing about the service.
    expect(answers.map(({ status }) => status)).toEqual([allows === undefined ? 405 : 204, 200, 400])
    for (const { headers } of answers) {
      expect(headers[allowed]).toBe(allows)
      expect(headers['vary']).toBe(vary)
    }
    const { headers: withoutOrigin } = await sendPlant(server.url, { id: 2, name: 'Monstera' })
    expect(withoutOrigin['vary']).toBe(vary)
  })

  test.each<[option: unknown]>([
    [['http://localhost:3000/']],
    [['http://localhost:3000/shop']],
    [['localhost:3000']],
    [['localhost']],
    [['null']],
    [['']],
    [[origin, '*']],
    ['off'],
  ])('%j is not a list of origins: OptionsError', async (cors) => {
    const starting = startServer({ port: 0, cors: cors as CorsOption })
    starting.then(({ close }) => close()).catch(() => {})
    await expect(starting).rejects.toThrow(OptionsError)
    await expect(starting).rejects.toThrow(
      /^cors(?:\[\d\] must be an origin like http:..localhost:3000| must be \* or false or an array), got /,
    )
  })

  test('never opens the control API', async () => {
    await using server = await startServer({ port: 0 })
    const { origin: own } = new URL(server.url)
    const answers = [
      await askFirst(`${own}/__admin/reset`),
      await callControl(server.url, 'GET', '/plants', undefined, { origin }),
      await callControl(server.url, 'GET', '/plants', undefined, { origin: own }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 200])
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })
})
