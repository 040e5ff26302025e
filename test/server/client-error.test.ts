import { describe, expect, onTestFinished, test } from 'vitest'
import { toFailure } from '../../src/server/client-error.ts'
import { startServer } from '../../src/server/start-server.ts'
import type { FailureName } from '../../src/store/failures.ts'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { readError, sendPlant } from '../tools/send.ts'

describe('a request that is not HTTP', () => {
  const large = 'x'.repeat(20_000)
  test.each<[title: string, text: string, failure?: FailureName]>([
    ['no request line', 'hello\r\n\r\n'],
    ['an unknown method', 'BREW /plants HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a header without a colon', 'GET /plants HTTP/1.1\r\nHost localhost\r\n\r\n'],
    ['a length that is not a number', toRequestText({ headers: { 'Content-Length': 'ten' } })],
    ['two lengths', toRequestText({ headers: { 'Transfer-Encoding': 'chunked' } })],
    ['headers too large', toRequestText({ headers: { 'X-Large': large } }), 'headers-too-large'],
    ['a target too large', toRequestText({ target: `/plants?${large}` }), 'headers-too-large'],
  ])('%s is refused with an Error', async (_title, text, failure = 'malformed-request') => {
    await using http = await startServer({ port: 0 })
    await using documented = await startServer({ port: 0, answers: 'documented' })
    for (const server of [http, documented]) {
      const [answer, ...more] = await sendRaw(server.url, text)
      const { status, body } = server.store.refuse(failure)
      expect(answer?.status).toBe(status)
      expect(answer && readError(answer).error).toBe(JSON.parse(body).error)
      expect(more).toEqual([])
      expect(await server.store.plants.count()).toBe(0)
      expect((await sendPlant(server.url, { id: 2, name: 'Ficus' })).status).toBe(200)
    }
  })
})

test('headers far over the limit are refused with an Error while the client is still sending', async () => {
  await using server = await startServer({ port: 0 })
  const text = toRequestText({ headers: { 'X-Large': 'x'.repeat(5_000_000) } })
  const [answer] = await sendRaw(server.url, text)
  expect(answer?.body).toBe(server.store.refuse('headers-too-large').body)
})

describe('the header Host', () => {
  const replaceHost = (...lines: string[]) =>
    toRequestText().replace('Host: localhost\r\n', lines.map((line) => `${line}\r\n`).join(''))

  test.each<[title: string, text: string, message: string]>([
    ['missing', replaceHost(), 'the header Host is missing'],
    ['empty', replaceHost('Host:'), 'one host name and optionally a port, got ""'],
    ['given twice', replaceHost('Host: localhost', 'Host: localhost'), 'got "localhost, localhost"'],
    ['with a space', replaceHost('Host: local host'), 'got "local host"'],
    ['with a path', replaceHost('Host: localhost/plants'), 'got "localhost/plants"'],
    ['with a user', replaceHost('Host: me@localhost'), 'got "me@localhost"'],
    ['with a port that is not a number', replaceHost('Host: localhost:http'), 'got "localhost:http"'],
    ['with text in brackets', replaceHost('Host: [1]'), 'got "[1]"'],
    ['with nine groups in brackets', replaceHost('Host: [1:2:3:4:5:6:7:8:9]'), 'got "[1:2:3:4:5:6:7:8:9]"'],
    ['with an incomplete escape', replaceHost('Host: local%2'), 'got "local%2"'],
    [
      'invalid in HTTP/1.0',
      replaceHost('Host: local host').replace('HTTP/1.1', 'HTTP/1.0'),
      'got "local host"',
    ],
  ])('%s is refused, and the refusal is in the journal', async (_title, text, message) => {
    await using server = await startServer({ port: 0 })
    const [answer] = await sendRaw(server.url, text)
    expect(answer?.status).toBe(400)
    expect(answer && readError(answer)).toEqual({ error: 40000, message: expect.stringContaining(message) })
    const [entry, ...more] = server.store.requests.all()
    expect(entry).toMatchObject({
      request: { method: 'POST', path: '/plants' },
      failure: 'malformed-request',
    })
    expect(more).toEqual([])
    expect(await server.store.plants.count()).toBe(0)
  })

  test.each([
    'localhost',
    'plants.example:80',
    'plants.example:',
    '127.0.0.1',
    '[::1]:4010',
    '[::ffff:127.0.0.1]',
    '[v1.a]',
    'pl%C3%A4nts',
  ])('%s is accepted', async (host) => {
    await using server = await startServer({ port: 0 })
    expect((await sendRaw(server.url, replaceHost(`Host: ${host}`)))[0]?.status).toBe(200)
  })
})

describe('a request with Upgrade', () => {
  const headers = { Connection: 'Upgrade', Upgrade: 'websocket' }
  const chunked = { ...headers, 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }

  test('gets an answer even if its body is malformed', async () => {
    await using server = await startServer({ port: 0 })
    const [answer] = await sendRaw(server.url, toRequestText({ headers: chunked, body: 'zz\r\n{}\r\n' }))
    expect(answer?.body).toBe(server.store.refuse('malformed-request').body)
  })

  test('is answered like any other request, with its body', async () => {
    await using server = await startServer({ port: 0 })
    const connection = await openConnection(server.url)
    await connection.write(toRequestText({ headers }))
    await connection.until(/\{"name":"Monstera"\}$/)
    await connection.write(toRequestText({ body: '{"id":2,"name":"Ficus"}' }))
    expect((await connection.answers()).map(({ status }) => status)).toEqual([200, 200])
    expect(await server.store.plants.count()).toBe(2)
  })
})

test.each([
  ['HPE_HEADER_OVERFLOW', 'headers-too-large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request-timeout'],
  ['HPE_INVALID_METHOD', 'malformed-request'],
  ['HPE_INVALID_EOF_STATE', 'malformed-request'],
])('the parser error %s is the failure %s', (code, failure) => {
  expect(toFailure(Object.assign(new Error('Parse Error'), { code }))).toBe(failure)
})

describe('a request before invalid HTTP', () => {
  test.each<[title: string, delay: number, headers?: Record<string, string>]>([
    ['that is answered immediately', 0],
    ['that is answered later', 50],
    ['with an unknown expectation', 50, { Expect: 'a-miracle' }],
  ])('%s gets its own answer', async (_title, delay, headers) => {
    await using server = await startServer({ port: 0, latency: delay })
    const text = `${toRequestText({ headers: { Connection: 'keep-alive', ...headers } })}hello\r\n\r\n`
    expect((await sendRaw(server.url, text)).map(({ status }) => status)).toEqual([200, 400])
  })
})

describe('a request to open a tunnel', () => {
  const tunnel = toRequestText({ method: 'CONNECT', target: 'plants.example:80', body: '' })

  test('is refused with an Error like every other method', async () => {
    await using server = await startServer({ port: 0 })
    const [answer] = await sendRaw(server.url, tunnel)
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST', connection: 'close' } })
    expect(answer?.body).toBe(server.store.refuse('method-not-allowed').body)
  })

  test('does no harm if the client resets the connection', async () => {
    const errors: Error[] = []
    const listeners = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException').on('uncaughtException', (error) => errors.push(error))
    onTestFinished(() => {
      process.removeAllListeners('uncaughtException')
      for (const listener of listeners) process.on('uncaughtException', listener)
    })
    const server = await startServer({ port: 0 })
    const connection = await openConnection(server.url)
    await connection.write(tunnel)
    connection.reset()
    expect((await sendPlant(server.url, { id: 1, name: 'Monstera' })).status).toBe(200)
    // This resolves once the server has closed all connections.
    await server.close()
    expect(errors).toEqual([])
  })
})
