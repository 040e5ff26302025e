import { EventEmitter, once } from 'node:events'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ResourceStorage } from '../../src/mock/storage/mock-storage.ts'
import { type ServerOptions, startServer } from '../../src/server/start-server.ts'
import { texts } from '../tools/certificates/certificates.ts'
import { listen } from '../tools/listen.ts'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { replaceMethods } from '../tools/replace-methods.ts'
import { start } from './start.ts'

const body = '{"id":1,"name":"Monstera"}'
const keepAlive = { Connection: 'keep-alive' }
const toPlant = (id: number, headers: object = keepAlive) =>
  toRequestText({ headers: { ...headers }, body: `{"id":${id},"name":"${id}"}` })
const secure = { tlsCert: texts.cert, tlsKey: texts.key }
const stopped = 'the fake stopped before the request was answered'

/** Opens a connection and sends the head of a request; resolves once the server waits for its body. */
async function beginRequest(url: string) {
  const connection = await openConnection(url)
  const text = toRequestText({ headers: { ...keepAlive, Expect: '100-continue' }, body })
  await connection.write(text.slice(0, -body.length))
  await connection.until(/100 Continue/)
  return connection
}

/** Sends a request and waits for its answer. The server reads connections in order, so it has what was sent before. */
const reach = (url: string) =>
  sendRaw(url, toRequestText({ method: 'GET', target: '/__admin/faults', body: '' }))

/** A storage that keeps each plant waiting until a test lets it in. */
function createGate() {
  const gate = new EventEmitter()
  const arrived: number[] = []
  const storage = replaceMethods(({ insert }) => ({
    async insert(records: Parameters<ResourceStorage['insert']>[0]) {
      const id = records[0]?.address ?? ''
      arrived.push(Number(id))
      await once(gate, id)
      return insert(records)
    },
  }))
  return {
    storage,
    open: (id: number) => gate.emit(String(id)),
    /** Resolves once so many plants wait. */
    waitFor: (count: number) => expect.poll(() => arrived.length).toBe(count),
  }
}

const silent = await listen(() => {})
afterAll(() => silent[Symbol.asyncDispose]())

describe('close', () => {
  test.each([{}, secure])(
    'lets a request in flight finish, then closes its connection, and accepts no new one',
    async (options) => {
      const { url, store, close } = await start(options)
      const connection = await beginRequest(url)
      const onClosed = vi.fn()
      const closed = Promise.all([close().then(onClosed), close()])
      await expect(openConnection(url)).rejects.toThrow('ECONNREFUSED')
      expect(onClosed).not.toHaveBeenCalled()
      await connection.write(body)
      const finished = { status: 200, body: '{"name":"Monstera"}', headers: { connection: 'close' } }
      expect(await connection.answers()).toMatchObject([{ status: 100 }, finished])
      await closed
      expect([await store.plants.count(), await close()]).toEqual([1, undefined])
    },
  )

  test.each([
    ['health', /^HTTP\/1\.1 503 .*\{"error":503,"message":"the fake is shutting down"\}$/s],
    ['events', /^HTTP\/1\.1 200 .*\r\n0\r\n\r\n$/s],
  ])('ends the answer to a client that has begun to ask for the %s', async (path, answer) => {
    const { url, close } = await start()
    const request = toRequestText({ method: 'GET', target: `/__admin/${path}`, body: '' })
    const connection = await openConnection(url)
    await connection.write(request.slice(0, 20))
    await reach(url)
    const closed = close()
    await connection.write(request.slice(20))
    await connection.until(answer)
    await closed
  })

  test.each<[what: string, before: readonly number[], slow: readonly number[], options?: ServerOptions]>([
    ['pipelined requests that all wait', [1, 2, 3], [1, 2, 3]],
    ['those of which the first waits and the others have their answers', [1, 2, 3], [1]],
    ['those of which the second waits', [1, 2, 3], [2]],
    ['those that arrive later on a connection that waits', [1], [1, 2, 3]],
    ['those over TLS', [1, 2, 3], [1, 2, 3], secure],
  ])('answers %s', async (_what, before, slow, options) => {
    const { storage, open, waitFor } = createGate()
    const { url, close } = await start({ storage, ...options })
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
    const answers = await connection.answers()
    expect(answers.map(({ body }) => body)).toEqual(['{"name":"1"}', '{"name":"2"}', '{"name":"3"}'])
    if (before.length === 1)
      expect(answers.map(({ headers }) => headers['connection'])).toEqual([
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

  test('is 5 seconds by default, and then drops a request without an answer', async () => {
    const server = await startServer({ port: 0, storage: createGate().storage })
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

  test('is over once all requests are answered', async () => {
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
      { path: '/plants', message: 'the fake stopped before the request was complete' },
    ],
    [
      'an answer of the upstream',
      { basePath: '/api', upstream: silent.url },
      body,
      { path: '/plants', upstream: true, message: stopped },
    ],
  ])('drops and logs a request without %s', async (_what, options, sent, logged) => {
    const { url, log, close } = await start({
      storage: createGate().storage,
      shutdownTimeout: 100,
      ...options,
    })
    const { origin } = new URL(url)
    const connection = await beginRequest(origin)
    await connection.write(sent)
    await reach(origin)
    const closed = close()
    await vi.advanceTimersByTimeAsync(100)
    await closed
    expect(log.slice(1)).toEqual([{ method: 'POST', status: 0, duration: expect.any(Number), ...logged }])
  })

  test('drops and logs those that wait of a connection', async () => {
    const { storage, open, waitFor } = createGate()
    const { url, log, close } = await start({ storage, shutdownTimeout: 100 })
    const connection = await openConnection(url)
    await connection.write(toPlant(1) + toPlant(2) + toPlant(3))
    await waitFor(3)
    open(1)
    await connection.until(/"1"/)
    const closed = close()
    await vi.advanceTimersByTimeAsync(100)
    await closed
    expect(log).toMatchObject([{ status: 200 }, { status: 0, message: stopped }, { status: 0 }])
  })

  test.each<[what: string, text: string, answer: RegExp]>([
    ['that was not HTTP', 'hello\r\n\r\n', /"error":40000/],
    ['to open a tunnel', toRequestText({ method: 'CONNECT', target: 'plants.example:80' }), /"error":40501/],
  ])('ends a connection that a client keeps open after its request %s', async (_what, text, answer) => {
    const { url, close } = await start({ shutdownTimeout: 5000 })
    const connection = await openConnection(url, { allowHalfOpen: true })
    onTestFinished(() => connection.abandon())
    await connection.write(text)
    await connection.until(answer)
    const closed = close()
    await vi.advanceTimersByTimeAsync(5000)
    await closed
  })
})

test('closeNow drops the requests in flight', async () => {
  const { url, store, closeNow } = await start()
  const connection = await beginRequest(url)
  closeNow()
  expect((await connection.answers()).map(({ status }) => status)).toEqual([100])
  expect(await store.plants.count()).toBe(0)
})
