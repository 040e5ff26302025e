import type { RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Exchange } from '../../src/http/exchange.ts'
import { proxyOptions } from '../../src/prism/options.ts'
import {
  startValidationProxy,
  type ValidatedExchange,
  type ValidationProxy,
} from '../../src/prism/start-validation-proxy.ts'
import { type Listening, listen } from '../tools/listen.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { type SendPlantOptions, send, sendPlant } from '../tools/send.ts'

const fern = '{"id":1,"name":"Fern"}'

/** A backend that answers as each test says, with a proxy that passes violations and one that answers them. */
let backend: Listening
let proxy: ValidationProxy
let strict: ValidationProxy
let answer: RequestListener
const exchanges: ValidatedExchange[] = []
const traffic: Exchange[] = []
const requests: (string | undefined)[] = []
beforeAll(async () => {
  backend = await listen((request, response) => {
    requests.push(request.url)
    answer(request, response)
  })
  const onExchange = (exchange: ValidatedExchange, own: Exchange): void => {
    exchanges.push(exchange)
    traffic.push(own)
  }
  proxy = await startValidationProxy(`${backend.url}/`, { port: 0, onExchange })
  strict = await startValidationProxy(backend.url, { port: 0, onExchange, errors: true })
})
const answerWith =
  (status: number, body: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
beforeEach(() => {
  for (const list of [exchanges, traffic, requests]) list.length = 0
  answer = answerWith(200, '{"name":"Fern"}')
})
afterAll(() => Promise.all([proxy, strict, backend].map((one) => one[Symbol.asyncDispose]())))

test('an exchange says what was sent, what came, and what is wrong', async () => {
  answer = answerWith(200, '{}')
  expect(await sendPlant(proxy.url, fern)).toMatchObject({ status: 200, body: '{}' })
  const violations = [
    expect.objectContaining({ rule: 'response-body-schema', severity: 'error', side: 'response' }),
  ]
  expect(exchanges).toEqual([
    { method: 'POST', path: '/plants', status: 200, operation: 'createPlant', violations },
  ])
  expect(traffic).toEqual([
    {
      request: expect.objectContaining({ method: 'POST', path: '/plants', pieces: [Buffer.from(fern)] }),
      outcome: { kind: 'answer', answer: expect.objectContaining({ status: 200 }) },
      startedAt: expect.stringMatching(/^\d{4}-.+Z$/),
      duration: expect.any(Number),
    },
  ])
  expect(traffic[0]?.duration).toBeLessThan(60_000)
})

test('the bytes of bodies, the headers, and the path stay the same', async () => {
  let received = {}
  answer = async (request, response) => {
    const { url, headers } = request
    received = {
      url,
      custom: headers['x-custom'],
      host: headers.host,
      body: (await buffer(request)).toString('latin1'),
    }
    response
      .writeHead(200, ['Content-Type', 'application/json', 'X-Two', 'a', 'X-Two', 'b'])
      .end('{ "name" : "\\u0041" }')
  }
  const body = Buffer.from('{"id":9007199254740993,"name":"\\u0041\xe9"}', 'latin1')
  await using based = await startValidationProxy(`${backend.url}/base/`, { port: 0 })
  const came = await send(`${based.url}/plants?x=1&x=2`, {
    method: 'POST',
    headers: { 'x-custom': 'é' },
    body,
  })
  const { host } = new URL(backend.url)
  expect(received).toEqual({ url: '/base/plants?x=1&x=2', custom: 'é', host, body: body.toString('latin1') })
  expect(came).toMatchObject({ body: '{ "name" : "\\u0041" }', headers: { 'x-two': 'a, b' } })
})

test('any target of a request is forwarded, without an origin', async () => {
  const targets = { '//': '//', '/%': '/%', 'http://plants.example/a?b': '/a?b', '*': '*' }
  for (const target of Object.keys(targets))
    expect(await sendRaw(proxy.url, toRequestText({ target, method: 'OPTIONS', body: '' }))).toMatchObject([
      { status: 200 },
    ])
  expect(exchanges.map(({ path }) => path)).toEqual(Object.values(targets))
  expect(requests).toEqual(Object.values(targets))
})

describe('with errors', () => {
  test.each<[body: string, options: SendPlantOptions, detail: string]>([
    ['{"id":1}', {}, 'the request is wrong: /name is missing'],
    ['{"id":"1","name":5}', {}, 'the request is wrong: /id must be an integer'],
    [fern, { token: '' }, 'the request is wrong: the credentials of bearerAuth are missing'],
  ])('%s gets a 502 without the backend: %j', async (body, options, detail) => {
    const came = await sendPlant(strict.url, body, options)
    const status = 502
    expect(came).toMatchObject({ status, headers: { 'content-type': 'application/problem+json' } })
    expect(JSON.parse(came.body)).toMatchObject({ status, detail: expect.stringContaining(detail) })
    expect(requests).toEqual([])
    expect(exchanges.map((one) => one.status)).toEqual([status])
    expect(new Set(exchanges[0]?.violations.map(({ side }) => side))).toEqual(new Set(['request']))
    expect(traffic[0]?.outcome).toEqual({
      kind: 'dropped',
      message: 'the proxy did not forward the request',
      reused: false,
    })
  })

  test('a wrong response becomes 502, and one without an error passes', async () => {
    answer = answerWith(200, '{}')
    const { status, body } = await sendPlant(strict.url, fern)
    expect([status, JSON.parse(body).detail]).toEqual([502, 'the response is wrong: /name is missing'])
    answer = answerWith(409, '')
    expect(await sendPlant(strict.url, fern)).toMatchObject({ status: 409, body: '' })
  })
})

describe('the proxy refuses', () => {
  test('its own requests, if the address of the backend is its own', async () => {
    await using free = await startValidationProxy('http://127.0.0.1:1', { port: 0 })
    await free.close()
    const own = free.url
    await using circle = await startValidationProxy(own, { port: Number(new URL(own).port) })
    for (const body of ['', '{"id":1}']) {
      const came = await sendPlant(circle.url, body)
      const message = `${own} leads back to this proxy, so requests would go in circles`
      expect([came.status, JSON.parse(came.body).detail]).toEqual([502, message])
    }
  })

  test('a host by which a page of another site could come, unless it is allowed', async () => {
    const text = toRequestText({ headers: { Host: 'plants.example' } })
    const [refused] = await sendRaw(proxy.url, text)
    expect(refused).toMatchObject({ status: 403, body: expect.stringContaining('--allow-host') })
    expect(requests).toEqual([])
    const options = { port: 0, allowHosts: ['Plants.example'] }
    await using allowing = await startValidationProxy(backend.url, options)
    expect(await sendRaw(allowing.url, text)).toMatchObject([{ status: 200 }])
  })

  test('requests to the control API of a mock', async () => {
    for (const origin of ['', 'http://plants.example']) {
      const text = toRequestText({ target: `${origin}/__admin/reset`, body: '' })
      const body = expect.stringContaining('/__admin, the control API')
      expect(await sendRaw(proxy.url, text)).toMatchObject([{ status: 403, body }])
    }
    expect(requests).toEqual([])
  })

  const chunked = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }
  const twoHosts = toRequestText().replace('Host:', 'Host: a\r\nHost:')
  const unread = "can't read the request: Parse Error"

  test.each<[title: string, text: string, status: number, message: string, headers?: object]>([
    [
      'CONNECT',
      toRequestText({ method: 'CONNECT', target: 'a.example:80' }),
      405,
      'opens no tunnels',
      { allow: expect.stringMatching(/^GET, HEAD, POST/) },
    ],
    ['what is not HTTP', 'BAD\r\n\r\n', 400, unread],
    ['a malformed chunk', toRequestText({ headers: chunked, body: 'zz\r\n' }), 400, unread],
    ['large headers', toRequestText({ headers: { 'X-Large': 'x'.repeat(20_000) } }), 431, 'Header overflow'],
    ['two Host fields', twoHosts, 400, 'the header Host must be one host name'],
  ])('%s, after the answer to the request before it', async (_title, text, status, message, headers = {}) => {
    const refused = { status, headers, body: expect.stringContaining(message) }
    const [alone, ...others] = await sendRaw(proxy.url, text)
    expect([alone, others]).toMatchObject([refused, []])
    answer = (_request, response) => setTimeout(() => response.end('{"name":"Fern"}'), 30)
    const before = toRequestText({ headers: { Connection: 'keep-alive' } })
    expect(await sendRaw(proxy.url, before + text)).toMatchObject([
      { status: 200, body: '{"name":"Fern"}' },
      refused,
    ])
  })

  test('addresses and options that it does not know, and ports that are none', async () => {
    const noUrl = /^the URL must be .+, query, or fragment, got "plants.example"$/
    await expect(startValidationProxy('plants.example')).rejects.toThrow(noUrl)
    await expect(startValidationProxy(backend.url, { ports: 1 } as never)).rejects.toThrow('ports')
    await expect(startValidationProxy(backend.url, { port: 65_536 })).rejects.toThrow('from 0 to 65535')
    expect([proxyOptions.port.default, proxyOptions.host.default]).toEqual([4020, '127.0.0.1'])
    await expect(
      startValidationProxy(backend.url, { port: Number(new URL(proxy.url).port) }),
    ).rejects.toThrow('EADDRINUSE')
  })
})

describe('if there is no answer', () => {
  test('because nothing listens, a client gets 502, and the exchange says why', async () => {
    await using lost = await startValidationProxy('http://127.0.0.1:1', {
      port: 0,
      onExchange: (exchange) => exchanges.push(exchange),
    })
    const came = await sendPlant(lost.url, '{"id":1}')
    const message = expect.stringMatching(
      /^the service at http:\/\/127\.0\.0\.1:1 gave no response: .*ECONNREFUSED/,
    )
    expect([came.status, JSON.parse(came.body).detail]).toEqual([502, message])
    expect(exchanges).toMatchObject([
      { status: 502, failure: message, violations: [{ rule: 'rejects-invalid-body' }] },
    ])
  })

  test('because the body is over 64 MiB, a client gets 413', async () => {
    const failure = 'the body has more than 67108864 bytes'
    const tooLarge = { 'Content-Length': '67108865', Expect: '100-continue' }
    // Nothing of it is sent.
    expect(await sendRaw(proxy.url, toRequestText({ headers: tooLarge, body: '' }))).toMatchObject([
      { status: 413 },
    ])
    let left = 65
    const body = new ReadableStream({
      pull: (stream) => (left-- > 0 ? stream.enqueue(new Uint8Array(2 ** 20)) : stream.close()),
    })
    const { status } = await fetch(`${proxy.url}/plants`, {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    expect(status).toBe(413)
    const refused = { status: 413, failure, violations: [] }
    expect(exchanges).toMatchObject([refused, refused])
  })

  test('because the client left, the backend need not answer anymore', async () => {
    const leaving = new AbortController()
    const left = new Promise<void>((resolve) => {
      answer = (_request, response) => {
        response.once('close', resolve)
        leaving.abort()
      }
    })
    const sent = send(`${proxy.url}/plants`, { method: 'POST', signal: leaving.signal })
    await expect(sent).rejects.toThrow()
    await left
    const failure = 'the client disconnected before the service answered'
    expect(exchanges).toMatchObject([{ status: 0, failure, violations: [] }])
  })
})

test('a proxy that closes answers the requests in flight', async () => {
  const closing = await startValidationProxy(backend.url, { port: 0 })
  const asked = new Promise<() => void>((resolve) => {
    answer = (_request, response) => resolve(() => response.end('{"name":"Fern"}'))
  })
  const sent = sendRaw(closing.url, toRequestText())
  const end = await asked
  const closed = closing.close()
  end()
  expect(await sent).toMatchObject([{ status: 200 }])
  await closed
  await expect(sendPlant(closing.url, fern)).rejects.toThrow('fetch failed')
})
