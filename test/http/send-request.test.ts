import { once } from 'node:events'
import { Agent } from 'node:http'
import { createServer as createHttp2Server, createSecureServer as createSecureHttp2Server } from 'node:http2'
import { type AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import type { ExchangeOutcome, HttpRequest } from '../../src/http/exchange.ts'
import { createAgent, type SendOptions, sendRequest } from '../../src/http/send-request.ts'
import { texts } from '../tools/certificates/certificates.ts'
import { listen } from '../tools/listen.ts'
import { listenRaw, toRequest } from './requests.ts'

/** Sends a request on a connection of its own. */
function send(
  url: string,
  more: Partial<HttpRequest> = {},
  options: Partial<SendOptions> = {},
): Promise<ExchangeOutcome> {
  const base = new URL(url)
  const agent = createAgent(base, { keepAlive: false })
  const { signal } = new AbortController()
  return sendRequest(toRequest(base, more), { base, agent, limit: 60_000, signal, ...options })
}

const failure = (kind: string, message: unknown, reused = false) => ({ kind, message, reused })

test('every byte of a request is sent, and every byte of an answer is read', async () => {
  let received = ''
  await using server = await listenRaw((socket) => {
    socket.on('data', (data) => {
      received += data.toString('latin1')
      if (!received.endsWith('}')) return
      const body = gzipSync('{"name":"Fern"}')
      const head = `HTTP/1.1 299 X\r\nX-Two: a\r\nx-TWO: b\r\nX-Long: ${'x'.repeat(50_000)}\r\nContent-Encoding: gzip\r\n`
      socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`)
      socket.write(body)
    })
  })
  const headers = [
    { name: 'x-b', value: '1' },
    { name: 'HOST', value: 'plants.example' },
    { name: 'x-B', value: '2' },
    { name: 'Content-Length', value: '3' },
  ]
  const request = { method: 'PUT', path: '//a?b', headers, pieces: [Buffer.from('é}')] }
  const outcome = await send(server.url, request, { maxRaw: 100 })
  expect(received).toMatch(
    /^PUT \/\/a\?b HTTP\/1\.1\r\nx-b: 1\r\nHOST: plants\.example\r\nx-B: 2\r\nContent-Length: 3\r\n(Connection: \S+\r\n)?\r\nÃ©\}$/,
  )
  const raw = [
    ['X-Two', 'a'],
    ['x-TWO', 'b'],
    ['X-Long', expect.any(String)],
    ['Content-Encoding', 'gzip'],
  ]
  expect(outcome).toEqual({
    kind: 'answer',
    answer: {
      version: '1.1',
      status: 299,
      headers: [...raw.map(([name, value]) => [String(name).toLowerCase(), value]), ['content-length', '35']],
      body: Buffer.from('{"name":"Fern"}'),
      raw: { headers: [...raw, ['Content-Length', '35']], body: gzipSync('{"name":"Fern"}') },
    },
  })
})

test('a body that is not in its coding stays as it came', async () => {
  await using server = await listen((_, response) => response.setHeader('content-encoding', 'gzip').end('no'))
  expect(await send(server.url)).toMatchObject({ answer: { isMiscoded: true, body: Buffer.from('no') } })
})

test.each([
  ['as it is', {}, 'x'.repeat(2 ** 22)],
  ['packed', { 'content-encoding': 'gzip' }, gzipSync('x'.repeat(2 ** 22))],
])('only the beginning of a body that is too large is kept: %s', async (_, headers, body) => {
  await using server = await listen((_, response) => response.writeHead(200, headers).end(body))
  const outcome = await send(server.url, { pieces: [Buffer.from('{}')] })
  const { body: kept, isCut } = outcome.kind === 'answer' ? outcome.answer : {}
  expect(isCut).toBe(true)
  expect(kept).toEqual(Buffer.from(body).subarray(0, 1024))
})

test('pieces of a body are sent one by one, with a pause', async () => {
  const chunks: string[] = []
  await using server = await listen((request, response) => {
    request.on('data', (chunk) => chunks.push(String(chunk))).on('end', () => response.end())
  })
  const pieces = ['one', 'two'].map((piece) => Buffer.from(piece))
  const headers = [
    { name: 'Host', value: 'a' },
    { name: 'Transfer-Encoding', value: 'chunked' },
  ]
  const start = performance.now()
  await send(server.url, { headers, pieces, pause: 50 })
  expect(chunks).toEqual(['one', 'two'])
  expect(Math.ceil(performance.now() - start)).toBeGreaterThanOrEqual(50)
})

describe('without a complete answer, the outcome says why', () => {
  const dropped = failure('dropped', 'the connection was dropped (ECONNRESET)')
  const upgrade = 'HTTP/1.1 101 X\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'

  test.each([
    ['NOPE\r\n\r\n', failure('garbage', expect.stringMatching(/^the answer is not HTTP: Parse Error/))],
    ['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx', dropped],
    ['', dropped],
    [upgrade, failure('garbage', 'the answer is 101, which changes the protocol')],
  ])('the server closes the connection after %j', async (bytes, outcome) => {
    await using server = await listenRaw((socket) => socket.on('data', () => socket.end(bytes)))
    expect(await send(server.url)).toEqual(outcome)
  })

  test.each<[what: string, path: string, reused: boolean, wait: number]>([
    ['at once: it may have closed the connection before', '/end', true, 0],
    ['after a part of an answer', '/part', false, 0],
    ['long after the request', '/end', false, 2500],
  ])('on a connection that was used before, %s', async (_what, path, reused, wait) => {
    await using server = await listen(({ url }, response) => {
      if (url === '/plants') return response.end()
      if (url === '/part') response.writeHead(200, { 'Content-Length': 9 }).write('x')
      return setTimeout(() => response.destroy(), 20)
    })
    const agent = createAgent(new URL(server.url))
    expect(await send(server.url, {}, { agent })).toMatchObject({ kind: 'answer' })
    const sent = send(server.url, { path }, { agent })
    // The clock jumps once the request is written.
    const start = performance.now()
    const { now } = performance
    vi.spyOn(performance, 'now').mockImplementation(() => {
      const real = now.call(performance)
      return real - start < 10 ? real : real + wait
    })
    expect(await sent).toMatchObject({ kind: 'dropped', reused })
    agent.destroy()
  })

  test.each<[code: string, kind: string, message: string, given?: string]>([
    ['ECONNREFUSED', 'unreachable', 'it refuses connections (ECONNREFUSED); start it, or check the address'],
    ['EPROTO', 'unreachable', 'it does not speak https (EPROTO)'],
    ['EPIPE', 'dropped', 'the connection was dropped (EPIPE)'],
    ['', 'dropped', 'the connection was dropped (the reason\nin two lines)'],
  ])('error %s as %s: %j', async (code, kind, message, given = 'the reason\nin two lines') => {
    const agent = new Agent()
    const error = Object.assign(new Error(given), code && { code })
    agent.createConnection = () => new Socket().destroy(error)
    expect(await send('http://127.0.0.1:1', {}, { agent })).toEqual(failure(kind, message))
  })

  test('of TLS', async () => {
    await using plain = await listenRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const message = expect.stringContaining('it does not speak https')
    expect(await send(plain.url.replace('http', 'https'))).toMatchObject({ kind: 'unreachable', message })
    await using secure = await listenRaw(() => {}, createServer(texts))
    expect(await send(secure.url.replace('http', 'https'))).toMatchObject({
      message: expect.stringMatching(/^its certificate is not trusted.+ Set NODE_EXTRA_CA_CERTS/),
    })
  })

  test.each([
    [2 ** 24 + 1, undefined, true],
    [10, 10, true],
    [11, 10, false],
  ])('%i bytes with the limit %s', async (size, maxRaw, isRead) => {
    await using server = await listen((_, response) => response.end(Buffer.alloc(size)))
    const outcome = await send(server.url, {}, maxRaw === undefined ? {} : { maxRaw })
    const garbage = failure('garbage', `the answer is larger than ${size - 1} bytes`)
    const answer = { kind: 'answer', answer: size > 10 ? { isCut: true } : {} }
    expect(outcome).toMatchObject(isRead ? answer : garbage)
  })

  test.each([
    ['no answer', ''],
    ['half an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx'],
  ])('%s in time, or before the run stops; the connection ends', async (_, bytes) => {
    const closed: Promise<unknown>[] = []
    const run = new AbortController()
    await using server = await listenRaw((socket) => {
      closed.push(new Promise((resolve) => socket.once('close', resolve)))
      socket.once('data', () => {
        socket.write(bytes)
        if (closed.length === 2) run.abort()
      })
    })
    const [late, stopped] = [
      failure('timeout', 'no complete answer within 60 ms'),
      failure('stopped', 'the run was stopped'),
    ]
    expect(await send(server.url, {}, { limit: 60 })).toEqual(late)
    expect(await send(server.url, {}, { signal: run.signal })).toEqual(stopped)
    await Promise.all(closed)
    expect(await send(server.url, {}, { signal: run.signal })).toEqual(stopped)
    expect(closed).toHaveLength(2)
  })
})

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n'

test.each<[title: string, method: string, answer: string, excess: number | undefined]>([
  ['as long as its Content-Length says', 'POST', `${ok}{}`, undefined],
  ['longer than that', 'POST', `${ok}{}{"a":1}`, 7],
  ['followed by a line break', 'POST', `${ok}{}\r\n`, undefined],
  ['a 204 with a body', 'POST', 'HTTP/1.1 204 No Content\r\n\r\n{}', 2],
  ['one to HEAD without a body', 'HEAD', ok, undefined],
  ['one to HEAD with a body', 'HEAD', `${ok}{}`, 2],
])('the bytes after an answer are counted: %s', async (_title, method, answer, excess) => {
  await using server = await listenRaw((socket) => socket.on('data', () => socket.write(answer)))
  const outcome = await send(server.url, { method }, { agent: createAgent(new URL(server.url)) })
  expect(outcome).toMatchObject({ kind: 'answer' })
  expect(outcome.kind === 'answer' && outcome.answer.excess).toBe(excess)
})

test.each<[title: string, first: string, isSent: boolean]>([
  ['after a 100', 'HTTP/1.1 100 Continue\r\n\r\n', true],
  ['not after a refusal', 'HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n', false],
])('a body that waits for a 100 is sent %s', async (_title, first, isSent) => {
  const received: string[] = []
  let onClose = (): void => {}
  const closed = new Promise<void>((resolve) => {
    onClose = resolve
  })
  await using server = await listenRaw((socket) => {
    socket.on('close', onClose)
    socket.on('data', (data) => {
      received.push(data.toString())
      socket.write(
        received.length === 1 ? first : 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
      )
    })
  })
  const headers = [
    { name: 'Host', value: 'plants.example' },
    { name: 'Expect', value: '100-continue' },
    { name: 'Content-Length', value: '2' },
  ]
  const outcome = await send(server.url, { headers, pieces: [Buffer.from('{}')] })
  await closed
  expect(outcome).toMatchObject({ kind: 'answer', answer: { status: isSent ? 200 : 417 } })
  expect(received.slice(1)).toEqual(isSent ? ['{}'] : [])
})

test.each(['http', 'https'])('a port that speaks only HTTP/2 over %s says so', async (protocol) => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const server =
    protocol === 'http' ? createHttp2Server() : createSecureHttp2Server({ ...texts, allowHTTP1: false })
  server.on('sessionError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const outcome = await send(`${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`)
  server.close()
  expect(outcome).toEqual(failure('unreachable', 'it speaks only HTTP/2, not HTTP/1.1'))
})
