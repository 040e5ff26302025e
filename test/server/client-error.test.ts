import { describe, expect, onTestFinished, test } from 'vitest'
import { toFailure } from '../../src/server/client-error.ts'
import { startServer } from '../../src/server/start-server.ts'
import type { FailureName } from '../../src/store/failure-names.ts'
import { openConnection, postPlant, readError, sendRaw, toRequestText } from './raw-request.ts'

describe('a request that is not HTTP', () => {
  const large = 'x'.repeat(20_000)
  test.each<[title: string, text: string, failure?: FailureName]>([
    ['no request line', 'hello\r\n\r\n'],
    ['an unknown method', 'BREW /plants HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a header without a colon', 'GET /plants HTTP/1.1\r\nHost localhost\r\n\r\n'],
    ['a length that is not a number', toRequestText({ headers: { 'Content-Length': 'ten' } })],
    ['two lengths', toRequestText({ headers: { 'Transfer-Encoding': 'chunked' } })],
    ['HTTP/1.1 without a Host', toRequestText({ headers: { Host: undefined } })],
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
      expect((await postPlant(server.url, { id: 2, name: 'Ficus' })).status).toBe(200)
    }
  })
})

test('headers far over the limit are refused with an Error while the client is still sending', async () => {
  await using server = await startServer({ port: 0 })
  const text = toRequestText({ headers: { 'X-Large': 'x'.repeat(5_000_000) } })
  const [answer] = await sendRaw(server.url, text)
  expect(answer?.body).toBe(server.store.refuse('headers-too-large').body)
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
    expect((await postPlant(server.url, { id: 1, name: 'Monstera' })).status).toBe(200)
    // This resolves once the server has closed all connections.
    await server.close()
    expect(errors).toEqual([])
  })
})
