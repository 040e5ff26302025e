import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { startValidationProxy, type ValidatedExchange } from '../../src/prism/start-validation-proxy.ts'
import { startServer } from '../../src/server/start-server.ts'

const headers = { authorization: 'Bearer local-token', 'content-type': 'application/json' }
const right = '{"id":1,"name":"Fern"}'

/** Starts a backend that answers by hand. */
async function startBackend(listener: RequestListener): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Starts a backend whose every answer is the same. */
const startBackendOf = (status: number, body: string, contentType = 'application/json') =>
  startBackend((_request, response) => response.writeHead(status, { 'content-type': contentType }).end(body))

async function startProxy(upstream: string, errors = false) {
  const exchanges: ValidatedExchange[] = []
  const proxy = await startValidationProxy(upstream, {
    port: 0,
    errors,
    onExchange: (exchange) => exchanges.push(exchange),
  })
  const send = (body: string | undefined, more: Record<string, string> = headers, init: RequestInit = {}) =>
    fetch(`${proxy.url}/plants`, {
      method: 'POST',
      headers: more,
      ...(body !== undefined && { body }),
      ...init,
    })
  const rules = () =>
    exchanges.flatMap(({ violations }) =>
      violations.map(({ side, severity, rule }) => `${severity} ${side} ${rule}`),
    )
  return { proxy, exchanges, send, rules, [Symbol.asyncDispose]: proxy.close }
}

describe('what goes through stays as it is', () => {
  test('ids that a number cannot hold', async () => {
    await using server = await startServer({ port: 0, tokens: ['local-token'] })
    await using through = await startProxy(server.url)
    for (const id of ['9007199254740993', '9223372036854775807', '-9223372036854775808']) {
      const response = await through.send(`{"id":${id},"name":"Fern"}`)
      expect([response.status, await response.text()]).toEqual([200, '{"name":"Fern"}'])
      expect(await server.store.plants.get(BigInt(id))).toBeDefined()
    }
    expect(through.rules()).toEqual([])
  })

  test('the bytes of bodies, the headers and the path of both sides', async () => {
    let received = {}
    await using backend = await startBackend(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      received = {
        url: request.url,
        custom: request.headers['x-custom'],
        body: Buffer.concat(chunks).toString('latin1'),
      }
      response
        .writeHead(200, ['Content-Type', 'application/json', 'X-Two', 'a', 'X-Two', 'b'])
        .end('{ "name" : "\\u0041" }')
    })
    await using through = await startProxy(`${backend.url}/base/`)
    const body = Buffer.from('{"id":1.0,"name":"\\u0041\xe9"}', 'latin1')
    const response = await fetch(`${through.proxy.url}/plants?x=1&x=2`, {
      method: 'POST',
      headers: { ...headers, 'x-custom': 'é' },
      body,
    })
    expect(received).toEqual({ url: '/base/plants?x=1&x=2', custom: 'é', body: body.toString('latin1') })
    expect(await response.text()).toBe('{ "name" : "\\u0041" }')
    expect(response.headers.get('x-two')).toBe('a, b')
  })
})

describe('a violation of the request names the rule', () => {
  test.each<[body: string | undefined, rules: string[], more?: Record<string, string>]>([
    [right, []],
    ['{"id":1,"name":"Fern","height":3}', []],
    [right, [], { ...headers, authorization: 'bearer local-token' }],
    ['{"name":"Fern"}', ['error request refuses-missing-id']],
    ['{"id":1}', ['error request refuses-missing-name']],
    ['{"id":"1","name":"Fern"}', ['error request refuses-id-of-wrong-type']],
    ['{"id":1.5,"name":"Fern"}', ['error request refuses-fractional-id']],
    ['{"id":9223372036854775808,"name":"Fern"}', ['error request refuses-id-beyond-int64']],
    ['{"id":1,"name":5}', ['error request refuses-name-of-wrong-type']],
    ['{"id":1,"name":"Fern","tag":null}', ['error request refuses-tag-of-wrong-type']],
    [
      '{"id":"1","name":5}',
      ['error request refuses-id-of-wrong-type', 'error request refuses-name-of-wrong-type'],
    ],
    ['[]', ['error request refuses-non-object']],
    ['', ['error request refuses-empty-body']],
    ['{"id":1', ['error request refuses-malformed-json']],
  ])('%s: %j', async (body, rules, more) => {
    await using server = await startServer({ port: 0, tokens: ['local-token'] })
    await using through = await startProxy(server.url)
    await through.send(body, more)
    expect(through.rules()).toEqual(rules)
  })

  test.each<[more: Record<string, string>, rules: string[]]>([
    [
      { 'content-type': 'application/json' },
      ['error request refuses-missing-credentials', 'warning response status-for-missing-credentials'],
    ],
    [
      { ...headers, authorization: 'Basic eDp5' },
      ['error request refuses-other-scheme', 'warning response status-for-invalid-token'],
    ],
    [{ ...headers, authorization: 'Bearer other' }, ['warning response status-for-invalid-token']],
    [
      { ...headers, 'content-type': 'text/plain' },
      ['error request refuses-other-content-type', 'warning response status-for-invalid-body'],
    ],
  ])('%j: %j', async (more, rules) => {
    await using server = await startServer({ port: 0, tokens: ['local-token'] })
    await using through = await startProxy(server.url)
    await through.send(right, more)
    expect(through.rules()).toEqual(rules)
  })

  test('another method and another path are warnings', async () => {
    await using server = await startServer({ port: 0 })
    await using through = await startProxy(server.url)
    await through.send(undefined, headers, { method: 'GET' })
    await fetch(`${through.proxy.url}/other`)
    expect(through.rules()).toEqual(['warning request other-methods', 'warning request other-paths'])
  })
})

describe('a violation of the answer names the rule', () => {
  test.each<[status: number, body: string, contentType: string, rules: string[]]>([
    [200, '{"name":"Fern"}', 'application/json; charset=utf-8', []],
    [200, '{"name":"Fern","id":9007199254740993}', 'application/json', []],
    [400, '{"error":1,"message":"no"}', 'application/json', []],
    [201, '{"name":"Fern"}', 'application/json', ['error response created-is-200']],
    [200, '{"name":"Fern"}', 'text/plain', ['error response created-content-type']],
    [200, '{}', 'application/json', ['error response plant-has-name']],
    [200, '{"name":"Fern","tag":null}', 'application/json', ['error response plant-echoes-tag']],
    [200, '[]', 'application/json', ['error response created-is-json']],
    [200, '{"name"', 'application/json', ['error response created-is-json']],
    [400, 'no', 'application/json', ['error response error-is-json']],
    [400, '', 'application/json', ['error response error-is-json']],
    [400, '{"message":"no"}', 'application/json', ['error response error-has-error']],
    [400, '{"error":2147483648,"message":"no"}', 'application/json', ['error response error-is-int32']],
    [
      400,
      '{"error":9223372036854775808,"message":"no"}',
      'application/json',
      ['error response error-is-int32'],
    ],
    [400, '{"error":1}', 'application/json', ['error response error-has-message']],
    [422, '', 'application/json', ['warning response status-for-invalid-body']],
    [500, '', 'application/json', ['warning response refused-body-no-5xx']],
  ])('%i %s as %s: %j', async (status, body, contentType, rules) => {
    await using backend = await startBackendOf(status, body, contentType)
    await using through = await startProxy(backend.url)
    const response = await through.send(right)
    expect([response.status, await response.text()]).toEqual([status, body])
    expect(through.rules()).toEqual(rules)
  })
})

describe('with errors', () => {
  test.each<[body: string, more: Record<string, string>, status: number]>([
    ['{"id":1}', headers, 422],
    ['{"id":1', headers, 422],
    [right, { 'content-type': 'application/json' }, 401],
  ])('%s is answered without asking the backend', async (body, more, status) => {
    await using server = await startServer({ port: 0 })
    await using through = await startProxy(server.url, true)
    const response = await through.send(body, more)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ error: status * 100, message: expect.any(String) })
    expect(server.store.requests.size).toBe(0)
  })

  test('a wrong answer becomes 500', async () => {
    await using backend = await startBackendOf(200, '{}')
    await using through = await startProxy(backend.url, true)
    const response = await through.send(right)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      message: "Response body must have required property 'name'",
    })
  })

  test('what is right goes through', async () => {
    await using server = await startServer({ port: 0 })
    await using through = await startProxy(server.url, true)
    expect((await through.send(right)).status).toBe(200)
  })
})

describe('where the backend fails', () => {
  test('a client gets 502 and the exchange says why', async () => {
    await using through = await startProxy('http://127.0.0.1:1')
    const response = await through.send(right)
    expect(response.status).toBe(502)
    const message = expect.stringMatching(
      /^the backend at http:\/\/127\.0\.0\.1:1 gave no answer: .*ECONNREFUSED/,
    )
    expect(await response.json()).toEqual({ error: 50200, message })
    expect(through.exchanges).toMatchObject([{ status: 502, failure: message, violations: [] }])
  })

  test('a body that breaks off is a failure and no answer', async () => {
    await using backend = await startBackend((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 50 })
      response.write('{"name":', () => response.destroy())
    })
    await using through = await startProxy(backend.url)
    expect((await through.send(right)).status).toBe(502)
  })
})

test('a compressed answer is judged by what it says', async () => {
  await using backend = await startBackend((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync('{"name":"Fern"}'))
  })
  await using through = await startProxy(backend.url)
  expect(await (await through.send(right)).json()).toEqual({ name: 'Fern' })
  expect(through.rules()).toEqual([])
})

test.each(['//', '/plants//', '/%'])('the target %s goes through', async (target) => {
  await using server = await startServer({ port: 0 })
  await using through = await startProxy(server.url)
  const response = await fetch(`${through.proxy.url}${target}`)
  expect(response.status).toBe(404)
  expect(through.exchanges).toHaveLength(1)
})

test('an address with a password is refused without repeating it', async () => {
  await expect(startValidationProxy('http://user:secret@plants.example')).rejects.toThrow(
    /^the address of the backend must have no user and password in it$/,
  )
})

test('a body in chunks arrives whole', async () => {
  await using server = await startServer({ port: 0 })
  await using through = await startProxy(server.url)
  const parts = ['{"id":1,', '"name":"Fern"}'].map((part) => new TextEncoder().encode(part))
  const init: RequestInit & { duplex: 'half' } = { body: ReadableStream.from(parts), duplex: 'half' }
  expect((await through.send(undefined, headers, init)).status).toBe(200)
  expect(await server.store.plants.get(1)).toEqual({ id: 1, name: 'Fern' })
})

test.each(['plants.example', 'ftp://plants.example', ''])(
  'the address %j is refused by name',
  async (address) => {
    await expect(startValidationProxy(address)).rejects.toThrow(
      `the address of the backend must be an http or https URL, got ${JSON.stringify(address)}`,
    )
  },
)
