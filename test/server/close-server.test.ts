import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type AnsweredRequest, type ServerOptions, startServer } from '../../src/server/start-server.ts'
import { createMemoryStorage } from '../../src/store/storage/memory-storage.ts'
import type { StoredPlant } from '../../src/store/storage/plant-storage.ts'
import { texts } from '../tools/certificates/certificates.ts'
import { listen } from '../tools/listen.ts'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { sendPlant } from '../tools/send.ts'

const body = '{"id":1,"name":"Monstera"}'
const keepAlive = { Connection: 'keep-alive' }

/** Opens a connection and sends the head of a request; resolves once the server waits for its body. */
async function beginRequest(url: string) {
  const connection = await openConnection(url)
  const head = toRequestText({ headers: { ...keepAlive, Expect: '100-continue' }, body }).slice(
    0,
    -body.length,
  )
  await connection.write(head)
  await connection.until(/100 Continue/)
  return connection
}

const silent = await listen(() => {})
afterAll(() => silent[Symbol.asyncDispose]())

describe('close', () => {
  test('lets a request in flight finish, then closes its connection, and accepts no new one', async () => {
    const server = await startServer({ port: 0 })
    server.store.faults.next({ delay: 50 })
    const connection = await beginRequest(server.url)
    let isClosed = false
    const closed = server.close().then(() => {
      isClosed = true
    })
    await expect(fetch(server.url)).rejects.toThrow('fetch failed')
    expect(isClosed).toBe(false)
    await connection.write(body)
    const [, answer] = await connection.answers()
    expect(answer).toMatchObject({ status: 200, body: '{"name":"Monstera"}' })
    expect(answer?.headers['connection']).toBe('close')
    await closed
    expect(await server.store.plants.count()).toBe(1)
  })

  test('makes the health check fail for a client that is already connected', async () => {
    const server = await startServer({ port: 0 })
    const request = toRequestText({ method: 'GET', target: '/__admin/health', body: '' })
    const connection = await openConnection(server.url)
    await connection.write(request.slice(0, 20))
    // The server reads connections in order, so it has the beginning of the request.
    await sendPlant(server.url, JSON.parse(body))
    const closed = server.close()
    await connection.write(request.slice(20))
    const [answer] = await connection.answers()
    expect(answer).toMatchObject({
      status: 503,
      body: '{"error":503,"message":"the fake is shutting down"}',
    })
    await closed
  })

  test('can be called again, while it closes and afterwards', async () => {
    const server = await startServer({ port: 0 })
    const results = await Promise.all([server.close(), server.close()])
    expect([...results, await server.close()]).toEqual([undefined, undefined, undefined])
  })

  test('answers a request that arrived on a kept-alive connection but is not read yet', async () => {
    const server = await startServer({ port: 0 })
    const connection = await openConnection(server.url)
    await connection.write(toRequestText({ headers: keepAlive }))
    await connection.until(/Monstera/)
    await connection.write(toRequestText({ headers: keepAlive, body: '{"id":2,"name":"Ficus"}' }))
    await server.close()
    expect(
      (await connection.answers()).map(({ status, headers }) => [status, headers['connection']]),
    ).toEqual([
      [200, 'keep-alive'],
      [200, 'close'],
    ])
  })

  test.each<[title: string, slow: readonly number[], options?: ServerOptions]>([
    ['that all wait', [1, 2, 3]],
    ['of which the first waits and the others have their answers', [1]],
    ['of which the second waits', [2]],
    ['over TLS', [1, 2, 3], { tlsCert: texts.cert, tlsKey: texts.key }],
  ])('answers pipelined requests %s', async (_title, slow, options) => {
    const storage = createMemoryStorage()
    const open = new EventEmitter()
    const arrived: unknown[] = []
    async function insertIfAbsent(plants: readonly StoredPlant[]) {
      arrived.push(...plants)
      if (plants.some(({ id }) => slow.includes(Number(id)))) await once(open, 'gate')
      return storage.insertIfAbsent(plants)
    }
    const server = await startServer({ port: 0, storage: { ...storage, insertIfAbsent }, ...options })
    const connection = await openConnection(server.url)
    const requests = [1, 2, 3].map((id) =>
      toRequestText({ headers: keepAlive, body: `{"id":${id},"name":"${id}"}` }),
    )
    await connection.write(requests.join(''))
    await vi.waitUntil(() => arrived.length === 3)
    const closed = server.close()
    open.emit('gate')
    await closed
    const answers = await connection.answers()
    expect(answers.map(({ body }) => body)).toEqual(['{"name":"1"}', '{"name":"2"}', '{"name":"3"}'])
  })

  test('lets a client that reads slowly read its whole answer', async () => {
    const onRequest = vi.fn()
    const seed = Array.from({ length: 10 }, (_, id) => ({ id, name: 'x'.repeat(1_000_000) }))
    const server = await startServer({ port: 0, seed, onRequest })
    const client = connect(Number(new URL(server.url).port), '127.0.0.1').pause()
    client.write(toRequestText({ method: 'GET', target: '/__admin/plants', headers: keepAlive, body: '' }))
    await vi.waitUntil(() => onRequest.mock.calls.length > 0)
    const closed = server.close()
    const answer = await text(client)
    expect(answer).toMatch(/\]\}$/)
    await closed
  })

  test('does not wait for an idle kept-alive connection', async () => {
    const server = await startServer({ port: 0 })
    const connection = await openConnection(server.url)
    await connection.write(toRequestText({ headers: keepAlive }))
    await connection.until(/Monstera/)
    await server.close()
    expect((await connection.answers()).map(({ status }) => status)).toEqual([200])
  })

  test('does not wait for a connection without a request, like the spare ones of browsers', async () => {
    const server = await startServer({ port: 0 })
    const connection = await openConnection(server.url)
    onTestFinished(() => connection.abandon())
    // Once the server answers on a later connection, it has accepted this one.
    await sendPlant(server.url, body)
    await server.close()
    expect(await connection.answers()).toEqual([])
  }, 5000)

  describe('after the timeout', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      return () => vi.useRealTimers()
    })

    test('drops a request without an answer', async () => {
      const storage = { ...createMemoryStorage(), insertIfAbsent: () => new Promise<never>(() => {}) }
      const server = await startServer({ port: 0, storage })
      const connection = await beginRequest(server.url)
      await connection.write(body)
      let isClosed = false
      const closed = server.close().then(() => {
        isClosed = true
      })
      await vi.advanceTimersByTimeAsync(4999)
      await expect(openConnection(server.url)).rejects.toThrow('ECONNREFUSED')
      expect(isClosed).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      await closed
      expect((await connection.answers()).map(({ status }) => status)).toEqual([100])
    })

    test.each<[title: string, options: ServerOptions, sent: string, logged: object]>([
      [
        'an answer',
        {},
        body,
        { path: '/plants', message: 'the fake stopped before the request was answered' },
      ],
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
        { upstream: true, message: 'the fake stopped before the request was answered' },
      ],
    ])(
      'of the options, drops and logs a request without %s',
      async (_title, options, sent, logged) => {
        const storage = { ...createMemoryStorage(), insertIfAbsent: () => new Promise<never>(() => {}) }
        const log: AnsweredRequest[] = []
        const onRequest = (request: AnsweredRequest) => log.push(request)
        const server = await startServer({ port: 0, storage, shutdownTimeout: 100, onRequest, ...options })
        const { origin } = new URL(server.url)
        const connection = await beginRequest(origin)
        await connection.write(sent)
        // The server reads connections in order, so it has what was sent.
        await sendRaw(origin, toRequestText({ method: 'GET', target: '/__admin/openapi.json', body: '' }))
        const closed = server.close()
        await vi.advanceTimersByTimeAsync(100)
        await closed
        expect(log.splice(1)).toEqual([
          { method: 'POST', path: '/plants', status: 0, duration: expect.any(Number), ...logged },
        ])
      },
      5000,
    )

    test.each<[title: string, text: string, answer: RegExp]>([
      ['that was not HTTP', 'hello\r\n\r\n', /"error":40000/],
      [
        'to open a tunnel',
        toRequestText({ method: 'CONNECT', target: 'plants.example:80' }),
        /"error":40501/,
      ],
    ])(
      'drops a client that keeps the connection open after its request %s',
      async (_title, text, answer) => {
        const server = await startServer({ port: 0 })
        const connection = await openConnection(server.url, { allowHalfOpen: true })
        onTestFinished(() => connection.abandon())
        await connection.write(text)
        await connection.until(answer)
        const closed = server.close()
        await vi.advanceTimersByTimeAsync(5000)
        await closed
      },
      5000,
    )
  })
})

describe('closeNow', () => {
  test('drops the requests in flight', async () => {
    await using server = await startServer({ port: 0 })
    const connection = await beginRequest(server.url)
    server.closeNow()
    expect((await connection.answers()).map(({ status }) => status)).toEqual([100])
    expect(await server.store.plants.count()).toBe(0)
  })
})
