import { EventEmitter, once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { startValidationProxy } from '../../src/prism/start-validation-proxy.ts'
import { startServer } from '../../src/server/start-server.ts'
import { listen } from '../tools/listen.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { headers, right, startProxy } from './start-proxy.ts'

describe('the proxy does not change', () => {
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
    await using backend = await listen(async (request, response) => {
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

describe('the proxy', () => {
  test('refuses its own requests, if the address of the backend is its own', async () => {
    await using free = await startValidationProxy('http://127.0.0.1:1', { port: 0 })
    await free.close()
    const own = free.url
    await using proxy = await startValidationProxy(own, { port: Number(new URL(own).port) })
    for (const body of ['', '{"id":1}']) {
      const response = await fetch(`${proxy.url}/plants`, { method: 'POST', body })
      const message = `${own} leads back to this proxy, so requests would go in circles`
      expect([response.status, await response.json()]).toEqual([502, { error: 50200, message }])
    }
  })

  test.each(['/__admin/reset', 'http://plants.example/__admin/reset', 'ftp://plants.example/__admin/reset'])(
    'does not forward %s to the control API of a fake',
    async (target) => {
      await using server = await startServer({ port: 0, seed: [{ id: 1, name: 'Fern' }] })
      await server.store.plants.clear()
      await using through = await startProxy(server.url)
      const text = toRequestText({ method: 'POST', target, body: '' })
      const [answer] = await sendRaw(through.proxy.url, text)
      expect(answer?.status).toBe(403)
      expect(await server.store.plants.count()).toBe(0)
    },
  )

  test('replaces Host with the one of the backend, and drops the headers that Connection names', async () => {
    let received = {}
    await using backend = await listen((request, response) => {
      received = request.headers
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"Fern"}')
    })
    await using through = await startProxy(backend.url)
    const text = toRequestText({
      headers: { Host: 'evil.example', Connection: 'close, X-Hop', 'X-Hop': '1' },
    })
    await sendRaw(through.proxy.url, text)
    expect(received).toMatchObject({ host: new URL(backend.url).host })
    expect(received).not.toHaveProperty('x-hop')
  })

  test.each<[title: string, text: string, status: number, message: string]>([
    ['CONNECT', toRequestText({ method: 'CONNECT', target: 'a.example:80' }), 405, 'opens no tunnels'],
    ['what is not HTTP', 'BAD\r\n\r\n', 400, "can't read the request: Parse Error"],
    ['large headers', toRequestText({ headers: { 'X-Large': 'x'.repeat(20_000) } }), 431, 'Header overflow'],
    [
      'two Host fields',
      toRequestText().replace('Host:', 'Host: a.example\r\nHost:'),
      400,
      'there are 2 headers Host instead of one',
    ],
  ])('refuses %s, after the answer to the request before it', async (_title, text, status, message) => {
    await using server = await startServer({ port: 0, latency: 50 })
    await using through = await startProxy(server.url)
    const [alone] = await sendRaw(through.proxy.url, text)
    expect(alone).toMatchObject({ status, body: expect.stringContaining(message) })
    const before = toRequestText({ headers: { Connection: 'keep-alive' } })
    const [first, second] = await sendRaw(through.proxy.url, before + text)
    expect(first).toMatchObject({ status: 200, body: '{"name":"Monstera"}' })
    expect(second).toMatchObject({ status, body: expect.stringContaining(message) })
  })
})

test('forwards the whole of a chunked body', async () => {
  await using server = await startServer({ port: 0 })
  await using through = await startProxy(server.url)
  const parts = ['{"id":1,', '"name":"Fern"}'].map((part) => new TextEncoder().encode(part))
  const init: RequestInit & { duplex: 'half' } = { body: ReadableStream.from(parts), duplex: 'half' }
  expect((await through.send(undefined, headers, init)).status).toBe(200)
  expect(await server.store.plants.get(1)).toEqual({ id: 1, name: 'Fern' })
})

test.each(['//', '/plants//', '/%'])('forwards the target %s', async (target) => {
  await using server = await startServer({ port: 0 })
  await using through = await startProxy(server.url)
  const response = await fetch(`${through.proxy.url}${target}`)
  expect(response.status).toBe(404)
  expect(through.exchanges).toHaveLength(1)
})

describe('if the backend fails', () => {
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

  test('a truncated body is a failure, not an answer', async () => {
    await using backend = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 50 })
      response.write('{"name":', () => response.destroy())
    })
    await using through = await startProxy(backend.url)
    expect((await through.send(right)).status).toBe(502)
  })
})

test('a body over 64 MiB gets 413, and the exchange says why', async () => {
  await using through = await startProxy('http://127.0.0.1:1')
  const response = await through.send('x'.repeat(64 * 1024 * 1024 + 1))
  expect(response.status).toBe(413)
  expect(through.exchanges).toMatchObject([{ status: 413, failure: 'the body has more than 67108864 bytes' }])
})

test('if a client leaves, the backend need not answer anymore, and the exchange says why', async () => {
  const backendEvents = new EventEmitter()
  const asked = once(backendEvents, 'asked')
  const left = once(backendEvents, 'left')
  await using backend = await listen((_request, response) => {
    response.once('close', () => backendEvents.emit('left'))
    backendEvents.emit('asked')
  })
  await using through = await startProxy(backend.url)
  const leaving = new AbortController()
  const sent = through.send(right, headers, { signal: leaving.signal })
  await asked
  leaving.abort()
  await expect(sent).rejects.toThrow()
  await left
  const failure = 'the client disconnected before the backend answered'
  expect(through.exchanges).toMatchObject([{ status: 0, failure }])
})

test('an address with a password is refused without repeating it', async () => {
  await expect(startValidationProxy('http://user:secret@plants.example')).rejects.toThrow(
    /^the URL must have no user and password in it$/,
  )
})

test.each(['plants.example', 'ftp://plants.example', ''])(
  'the address %j is refused by name',
  async (address) => {
    await expect(startValidationProxy(address)).rejects.toThrow(
      `the URL must be the base address of a service, like http://127.0.0.1:4010, got ${JSON.stringify(address)}`,
    )
  },
)
