import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ServerOptions, startServer } from '../../src/adapters/server/start-server.ts'
import { plantStoreAt } from '../../src/contract/plant-store.ts'
import type { Mock } from '../../src/mock/create-mock.ts'
import { texts } from '../tools/certificates/certificates.ts'
import { listen } from '../tools/listen.ts'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { start } from './start.ts'

const body = '{"id":1,"name":"Monstera"}'
const keepAlive = { Connection: 'keep-alive' }
const toPlant = (id: number, headers: object = keepAlive) =>
  toRequestText({ headers: { ...headers }, body: `{"id":${id},"name":"${id}"}` })
const secure = { tlsCert: texts.cert, tlsKey: texts.key }
const stopped = 'the mock stopped before it responded'

/** Opens a connection and sends the head of a request; resolves once the server waits for its body. */
async function beginRequest(url: string) {
  const connection = await openConnection(url)
  const text = toRequestText({ headers: { ...keepAlive, Expect: '100-continue' }, body })
  await connection.write(text.slice(0, -body.length))
  await connection.until(/100 Continue/)
  return connection
}

/** Sends a request and waits for its response. The server reads connections in order, so it has what was sent before. */
const reach = (url: string) =>
  sendRaw(url, toRequestText({ method: 'GET', target: '/__admin/faults', body: '' }))

/** Keeps the next three requests waiting, each until a test lets it in. */
function holdThree({ faults, requests }: Mock) {
  const holds = [1, 2, 3].map(() => faults.hold())
  return {
    open: (id: number) => holds[id - 1]?.release(),
    waitFor: (count: number) => expect.poll(() => requests.size).toBe(count),
  }
}

const silent = await listen(() => {})
afterAll(() => silent[Symbol.asyncDispose]())

describe('close', () => {
  test.each([{}, secure])(
    'lets a request in flight finish, then closes its connection, and accepts no new one',
    async (options) => {
      const { url, mock, close } = await start(options)
      const connection = await beginRequest(url)
      const onClosed = vi.fn()
      const closed = Promise.all([close().then(onClosed), close()])
      await expect(openConnection(url)).rejects.toThrow('ECONNREFUSED')
      expect(onClosed).not.toHaveBeenCalled()
      await connection.write(body)
      const finished = { status: 200, body: '{"name":"Monstera"}', headers: { connection: 'close' } }
      expect(await connection.answers()).toMatchObject([{ status: 100 }, finished])
      await closed
      expect([mock.records('plants').count(), await close()]).toEqual([1, undefined])
    },
  )

  test.each([
    ['health', /^HTTP\/1\.1 503 .*\{"error":503,"message":"the mock is shutting down"\}$/s],
    ['events', /^HTTP\/1\.1 200 .*\r\n0\r\n\r\n$/s],
  ])('ends the response to a client that has begun to ask for the %s', async (path, response) => {
    const { url, close } = await start()
    const request = toRequestText({ method: 'GET', target: `/__admin/${path}`, body: '' })
    const connection = await openConnection(url)
    await connection.write(request.slice(0, 20))
    await reach(url)
    const closed = close()
    await connection.write(request.slice(20))
    await connection.until(response)
    await closed
  })

  test.each<[what: string, before: readonly number[], slow: readonly number[], options?: ServerOptions]>([
    ['pipelined requests that all wait', [1, 2, 3], [1, 2, 3]],
    ['those that arrive later on a connection that waits', [1], [1, 2, 3]],
    ['those over TLS', [1, 2, 3], [1, 2, 3], secure],
  ])('responds to %s', async (_what, before, slow, options) => {
    const { url, mock, close } = await start(options)
    const { open, waitFor } = holdThree(mock)
    const connection = await openConnection(url)
    const write = (ids: readonly number[]) => connection.write(ids.map((id) => toPlant(id)).join(''))
    await write(before)
    await waitFor(before.length)
    for (const id of before) if (!slow.includes(id)) open(id)
    await reach(url)
    const closed = close()
    await write([1, 2, 3].slice(before.length))
    await waitFor(3)
    for (const id of slow) open(id)
    const responses = await connection.answers()
    expect(responses.map(({ body }) => body)).toEqual(['{"name":"1"}', '{"name":"2"}', '{"name":"3"}'])
    if (before.length === 1)
      expect(responses.map(({ headers }) => headers['connection'])).toEqual([
        'keep-alive',
        'keep-alive',
        'close',
      ])
    await closed
  })

  test.each([{}, secure])(
    'does not wait for connections that are idle, or never had a request, like spare ones of browsers',
    async (options) => {
      const { url, close } = await start(options)
      const [idle, spare] = [await openConnection(url), await openConnection(url)]
      onTestFinished(() => spare.abandon())
      await idle.write(toPlant(1))
      await idle.until(/"1"/)
      await close()
      expect((await idle.answers()).map(({ status }) => status)).toEqual([200])
      expect(await spare.answers()).toEqual([])
    },
  )
})

describe('a limit of time', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return () => vi.useRealTimers()
  })

  test('is 5 seconds by default, and then drops a request without a response', async () => {
    const server = await startServer({ port: 0 })
    server.mock.faults.hold()
    const connection = await beginRequest(server.url)
    await connection.write(body)
    const onClosed = vi.fn()
    const closed = server.close().then(onClosed)
    await vi.advanceTimersByTimeAsync(4999)
    await expect(openConnection(server.url)).rejects.toThrow('ECONNREFUSED')
    expect(onClosed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await closed
    expect((await connection.answers()).map(({ status }) => status)).toEqual([100])
  })

  test('is over once all requests have their responses', async () => {
    const { url, close } = await start()
    await reach(url)
    await close()
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each<[what: string, options: ServerOptions, sent: string, logged: object]>([
    [
      'its whole body',
      {},
      body.slice(1),
      { path: '/plants', message: 'the mock stopped before the request was complete' },
    ],
    [
      'a response of the upstream',
      { contract: plantStoreAt('/api'), upstream: silent.url },
      body,
      { path: '/plants', upstream: true, message: stopped },
    ],
  ])('drops and logs a request without %s', async (_what, options, sent, logged) => {
    const { url, log, close } = await start({ shutdownTimeout: 100, ...options })
    const { origin } = new URL(url)
    const connection = await beginRequest(origin)
    await connection.write(sent)
    await reach(origin)
    const closed = close()
    await vi.advanceTimersByTimeAsync(100)
    await closed
    expect(log.slice(1)).toEqual([{ method: 'POST', status: 0, duration: expect.any(Number), ...logged }])
  })
})

test('closeNow drops the requests in flight', async () => {
  const { url, mock, closeNow } = await start()
  const connection = await beginRequest(url)
  closeNow()
  expect((await connection.answers()).map(({ status }) => status)).toEqual([100])
  expect(mock.records('plants').count()).toBe(0)
})
