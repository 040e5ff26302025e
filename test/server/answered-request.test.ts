import { describe, expect, test } from 'vitest'
import { type AnsweredRequest, startServer } from '../../src/server/start-server.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { sendPlant } from '../tools/send.ts'

const monstera = { id: 1, name: 'Monstera' }

describe('onRequest', () => {
  test('is called for each answer, without credentials', async () => {
    const calls: AnsweredRequest[] = []
    await using server = await startServer({ port: 0, onRequest: (request) => calls.push(request) })
    const duration = expect.any(Number)
    await sendPlant(server.url, monstera)
    await sendPlant(server.url, monstera)
    await fetch(`${server.url}/plants?access_token=secret`)
    server.store.faults.next('dropped-connection')
    await sendPlant(server.url, monstera).catch(() => {})
    server.store.faults.next('not-json-body')
    await sendPlant(server.url, { id: 2, name: 'Ficus' })
    await fetch(new URL('/__admin/nothing', server.url))
    const created = { method: 'POST', path: '/plants', status: 200, duration }
    expect(calls).toEqual([
      created,
      {
        ...created,
        status: 409,
        failure: 'duplicate-id',
        message: 'a plant with the id 1 is already stored',
      },
      {
        ...created,
        method: 'GET',
        path: '/plants?access_token=***',
        status: 405,
        failure: 'method-not-allowed',
        message: 'the method must be POST, got "GET"',
      },
      { ...created, status: 0, fault: 'dropped-connection' },
      { ...created, fault: 'not-json-body' },
      {
        method: 'GET',
        path: '/__admin/nothing',
        status: 404,
        duration,
        message: expect.stringContaining('/openapi.json'),
      },
    ])
  })

  test('says why a request was refused, also if the answer says something else', async () => {
    const calls: AnsweredRequest[] = []
    const answers = {
      'invalid-plant': { status: 422, body: { detail: 'wrong' } },
      'duplicate-id': { message: 'taken' },
    }
    await using server = await startServer({ port: 0, answers, onRequest: (request) => calls.push(request) })
    await sendPlant(server.url, { id: '1', name: 'Monstera' })
    await sendPlant(server.url, monstera)
    await sendPlant(server.url, monstera)
    const reasons = [
      'id must be an integer from -9223372036854775808 to 9223372036854775807, got "1"',
      undefined,
      'a plant with the id 1 is already stored',
    ]
    expect(calls.map(({ message }) => message)).toEqual(reasons)
    expect((await server.store.requests.all()).map(({ reason }) => reason)).toEqual(reasons)
  })

  test.each<[title: string, text: string, expected: Partial<AnsweredRequest>]>([
    ['is not HTTP', 'hello\r\n\r\n', { status: 400, failure: 'malformed-request' }],
    [
      'has headers too large',
      toRequestText({ headers: { 'X-Large': 'x'.repeat(200_000) } }),
      { status: 431, failure: 'headers-too-large' },
    ],
    [
      'is to open a tunnel',
      toRequestText({ method: 'CONNECT', target: 'plants.example:80' }),
      { method: 'CONNECT', path: 'plants.example:80', status: 405, failure: 'method-not-allowed' },
    ],
  ])('is called once for a request that %s', async (_title, text, expected) => {
    const calls: AnsweredRequest[] = []
    await using server = await startServer({ port: 0, onRequest: (request) => calls.push(request) })
    await sendRaw(server.url, text)
    expect(calls).toEqual([expect.objectContaining({ ...expected, message: expect.any(String) })])
  })

  test('measures milliseconds', async () => {
    const calls: AnsweredRequest[] = []
    await using server = await startServer({
      port: 0,
      latency: 30,
      onRequest: (request) => calls.push(request),
    })
    const start = performance.now()
    await sendPlant(server.url, monstera)
    const [{ duration = 0 } = {}] = calls
    // Timers have a resolution of a millisecond.
    expect(duration).toBeGreaterThanOrEqual(29)
    expect(duration).toBeLessThanOrEqual(performance.now() - start)
  })
})
