import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { describe, expect, test } from 'vitest'
import { plantStoreAt } from '../../src/contract/plant-store.ts'
import { contracts } from '../mock/contracts.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { callControl, readError, send, sendPlant } from '../tools/send.ts'
import { mirror, startBoth, text } from './start.ts'

const mebibyte = 1024 * 1024
const passed = 'upstream'
const own = expect.not.stringMatching(/^upstream$/)
const toPreflight = (method: string) => ({
  method: 'OPTIONS',
  headers: { origin: 'http://localhost:3000', 'access-control-request-method': method },
})

test('each request goes to the upstream or stays with the mock', async () => {
  const { url } = await startBoth(text(passed), { contract: plantStoreAt('/v1') })
  for (const [method, path, expected] of [
    ['POST', '/v1/plants', own],
    ['POST', '/v1/plants?from=test', own],
    ['GET', '/__admin/health', own],
    ['GET', '/__admin/nothing', own],
    ['GET', '/__admin/favicon.svg', own],
    ['GET', '/v1/plants', passed],
    ['PUT', '/v1/plants', passed],
    ['POST', '/v1/plants/1', passed],
    ['POST', '/plants', passed],
    ['GET', '/', passed],
    ['GET', '/favicon.ico', passed],
  ] as const) {
    const { body } = await send(new URL(path, url), { method, headers: { accept: 'text/html' } })
    expect([method, path, body]).toEqual([method, path, expected])
  }
  expect((await send(`${url}/plants`, toPreflight('POST'))).status).toBe(204)
  expect((await send(`${url}/plants`, toPreflight('GET'))).body).toBe(passed)
})

test('of any description, all operations stay with the mock, also by HEAD', async () => {
  const got: unknown[] = []
  const { url, mock } = await startBoth(
    (request, response) => {
      got.push(`${request.method} ${request.url}`)
      response.end()
    },
    { contract: contracts.bookings },
  )
  const own = ['GET /v1/rooms', 'HEAD /v1/rooms/1?a=1', 'PATCH /v1/rooms/1', 'GET /rooms']
  const others = ['DELETE /v1/rooms', 'HEAD /v1/orders', 'POST /v1/report', 'GET /v2/rooms']
  for (const request of [...own, ...others]) {
    const [method = '', path = ''] = request.split(' ')
    await send(new URL(path, url), { method })
  }
  expect(got).toEqual(others)
  const kept = mock.requests.all().filter(({ upstream }) => !upstream)
  expect(kept.map(({ request }) => `${request.method} ${request.path}`)).toEqual(own)
})

test('the control API has a port of its own, so pages of the upstream have another origin', async () => {
  const { url, adminUrl } = await startBoth(text(passed))
  for (const path of ['/', '/records']) {
    const rejected = await callControl(url, 'GET', path)
    expect([rejected.status, readError(rejected).message]).toEqual([
      404,
      `the control API has a separate port: ${adminUrl}/__admin/`,
    ])
    expect((await callControl(adminUrl, 'GET', path)).status).toBe(200)
  }
  // The page sends plants.
  expect((await sendPlant(adminUrl)).status).toBe(200)
  expect((await send(`${adminUrl}/orders`)).status).toBe(404)
  const exported = await callControl(adminUrl, 'GET', '/requests?format=curl')
  expect(exported.body).toContain(`${url}/plants`)
})

test('a host by which a page of another site could come gets nothing of the upstream, unless it is allowed', async () => {
  const request = toRequestText({ method: 'GET', target: '/orders', headers: { Host: 'plants.example' } })
  const { url } = await startBoth(text(passed))
  const [rejected] = await sendRaw(url, request)
  expect([rejected?.status, rejected?.body]).toEqual([403, expect.stringContaining('--allow-host')])
  const { url: allowing } = await startBoth(text(passed), { allowHosts: ['plants.example'] })
  expect((await sendRaw(allowing, request))[0]?.status).toBe(200)
})

test.each<[target: string, status: number, headers?: Record<string, string>]>([
  ['/orders', 400, { Host: 'a b' }],
  ['*', 404],
  ...[
    '/../orders',
    '/a/..',
    '/%2e%2E/orders?a=1',
    '/a/.%2e/../orders',
    '/..\\orders',
    '/..%2Forders',
    '/a%5c..%5corders',
    '/%252e%252e/orders',
    '/..;a=1/orders',
  ].map((target): [string, number] => [target, 404]),
])(
  'a target that is invalid, or could leave the path of the address, stays with the mock: %s',
  async (target, status, headers) => {
    const { url } = await startBoth(text(passed), { prefix: '/api' })
    const request = { method: 'OPTIONS', target, body: '', ...(headers && { headers }) }
    expect(await sendRaw(url, toRequestText(request))).toMatchObject([{ status }])
  },
)

describe('a request that is passed on', () => {
  test.each([
    ['', '/orders/1%2F2?a=1&a=b%20c', '/orders/1%2F2?a=1&a=b%20c'],
    ['', '/', '/'],
    ['/', '/orders', '/orders'],
    ['/api', '/orders?a=1', '/api/orders?a=1'],
    ['/api/', '/orders', '/api/orders'],
    ['', '//other.example/orders', '//other.example/orders'],
    ['', 'http://other.example/orders?a=1', '/orders?a=1'],
  ])('has its method, and goes below the path %j of the upstream: %s as %s', async (prefix, target, url) => {
    const got: unknown[] = []
    const { url: mock } = await startBoth(
      (request, response) => {
        got.push({ method: request.method, url: request.url })
        response.end()
      },
      { prefix },
    )
    const methods = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND']
    for (const method of methods) await sendRaw(mock, toRequestText({ method, target, body: '' }))
    expect(got).toEqual(methods.map((method) => ({ method, url })))
  })

  test('has the headers of the client, but not those of its connection, the admin token, and where it says that it comes from', async () => {
    const { url, upstreamUrl } = await startBoth(mirror)
    const ofConnection = {
      Connection: 'close, X-Hop,X-Other Content-Length, host',
      ...{ 'X-Hop': '1', 'X-Other': '2', Upgrade: 'h2c', TE: 'trailers', 'Keep-Alive': 'timeout=5' },
      ...{ 'Proxy-Authorization': 'Basic eDp5', Expect: '100-continue' },
    }
    const said = {
      ...{ 'X-Forwarded-For': '203.0.113.1', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'first' },
      ...{ 'X-Forwarded-Port': '1', Forwarded: 'for=a', 'X-Real-IP': '::1', 'X-Admin-Token': 'secret' },
    }
    const headers = { ...ofConnection, ...said, Cookie: 'a=1', Via: '1.1 other' }
    const text = toRequestText({ method: 'PUT', target: '/orders', headers })
    const response = (await sendRaw(url, text)).at(-1)
    expect(response?.headers['connection']).toBe('close')
    expect(JSON.parse(response?.body ?? '').headers).toEqual({
      authorization: 'Bearer token',
      connection: 'close',
      'content-length': '26',
      'content-type': 'application/json',
      cookie: 'a=1',
      host: new URL(upstreamUrl).host,
      via: expect.stringMatching(/^1\.1 other, 1\.1 plant-store-[\da-f-]{36}$/),
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'localhost',
      'x-forwarded-proto': 'http',
    })
    const [old] = await sendRaw(url, 'GET /orders HTTP/1.0\r\n\r\n')
    expect(JSON.parse(old?.body ?? '').headers).not.toHaveProperty('x-forwarded-host')
  })

  test('has a body of any size, as a stream', async () => {
    async function hash(chunks: AsyncIterable<Buffer>): Promise<string> {
      const sum = createHash('sha256')
      for await (const chunk of chunks) sum.update(chunk)
      return sum.digest('hex')
    }
    const { url } = await startBoth(async (request, response) => response.end(await hash(request)), {
      maxBody: 1,
    })
    const body = Buffer.alloc(5 * mebibyte, 'plants')
    const expected = createHash('sha256').update(body).digest('hex')
    expect((await send(`${url}/photos`, { method: 'PUT', body })).body).toBe(expected)
    // A body without a length, also with a method that seldom has one.
    const stream = new Blob([body]).stream()
    const init = { method: 'DELETE', body: stream, duplex: 'half' } as RequestInit
    expect((await send(`${url}/photos`, init)).body).toBe(expected)
  })

  test('waits with its body while the upstream reads none, and is aborted if the client disconnects', async () => {
    let arrived: IncomingMessage | undefined
    const { url } = await startBoth((request) => {
      arrived = request
    })
    const outgoing = sendRequest(`${url}/photos`, { method: 'PUT' })
    outgoing.on('error', () => {})
    const chunk = Buffer.alloc(mebibyte)
    // The buffers of the system take a part of it.
    for (let count = 0; count < 32; count++) outgoing.write(chunk)
    await expect.poll(() => arrived).toBeDefined()
    expect(outgoing.writableLength).toBeGreaterThan(0)
    arrived?.resume()
    await once(outgoing, 'drain')
    outgoing.destroy()
    await expect.poll(() => arrived?.destroyed).toBe(true)
  })
})
