import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/server/start-server.ts'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { sendPlant } from '../tools/send.ts'

const monstera = { id: 1, name: 'Monstera' }

describe('an answer', () => {
  test('has the length of its body in bytes', async () => {
    await using server = await startServer({ port: 0 })
    const { headers, body } = await sendPlant(server.url, { id: 1, name: 'Café' })
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '16' })
    expect(body).toBe('{"name":"Café"}')
  })

  test.each(['/plants', '/nothing', '/__admin/health'])('to HEAD %s has no body', async (target) => {
    await using server = await startServer({ port: 0 })
    const [head, get] = await Promise.all(
      ['HEAD', 'GET'].map(async (method) => {
        const connection = await openConnection(server.url)
        await connection.write(toRequestText({ method, target, body: '' }))
        return (await connection.answers())[0]
      }),
    )
    expect(head?.body).toBe('')
    expect(get?.body).not.toBe('')
  })

  test.each(['/plants', '/nothing'])(
    'to HEAD %s has the headers of GET (RFC 9110 section 9.3.2)',
    async (target) => {
      await using server = await startServer({ port: 0 })
      const [[head], [get]] = await Promise.all([
        sendRaw(server.url, toRequestText({ method: 'HEAD', target, body: '' })),
        sendRaw(server.url, toRequestText({ method: 'GET', target, body: '' })),
      ])
      const { date: _now, ...headers } = get?.headers ?? {}
      const { 'content-length': length, ...others } = headers
      expect(head?.status).toBe(get?.status)
      expect(head?.headers).toMatchObject(others)
      // Section 8.6: the length may be missing, but must not be wrong.
      expect([undefined, length]).toContain(head?.headers['content-length'])
    },
  )
})

test('a client that closes its sending side gets a delayed answer', async () => {
  await using server = await startServer({ port: 0, latency: 20 })
  const connection = await openConnection(server.url, { allowHalfOpen: true })
  await connection.write(toRequestText())
  connection.end()
  expect(await connection.answers()).toMatchObject([{ status: 200, body: '{"name":"Monstera"}' }])
})

describe('a fault', () => {
  test('dropped-connection is an error for the client and stores nothing', async () => {
    await using server = await startServer({ port: 0 })
    server.store.faults.next('dropped-connection', 2)
    await expect(sendPlant(server.url, monstera)).rejects.toThrow('fetch failed')
    expect(await sendRaw(server.url, toRequestText())).toEqual([])
    expect(await server.store.plants.count()).toBe(0)
    expect(server.store.requests.all().map(({ fault, answer }) => [fault, answer.status])).toEqual([
      ['dropped-connection', 0],
      ['dropped-connection', 0],
    ])
    expect((await sendPlant(server.url, monstera)).status).toBe(200)
  })

  test('cut-off-body closes the connection before the end of the body', async () => {
    await using server = await startServer({ port: 0 })
    server.store.faults.next('cut-off-body', 2)
    const [answer] = await sendRaw(server.url, toRequestText({ headers: { Connection: 'keep-alive' } }))
    expect(answer).toMatchObject({ status: 200, headers: { 'content-length': '19' }, body: '{"name":"' })
    const response = await fetch(`${server.url}/plants`, {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: JSON.stringify({ id: 2, name: 'Ficus' }),
    })
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
    expect(await server.store.plants.count()).toBe(2)
  })

  test('not-json-body has the content type of JSON but is not JSON', async () => {
    await using server = await startServer({ port: 0 })
    server.store.faults.next('not-json-body')
    const { status, headers, body } = await sendPlant(server.url, monstera)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json')
    expect(() => JSON.parse(body)).toThrow(SyntaxError)
  })

  test('a delay comes before the answer', async () => {
    await using server = await startServer({ port: 0 })
    server.store.faults.next({ delay: 80 })
    const start = performance.now()
    expect((await sendPlant(server.url, monstera)).status).toBe(200)
    // Timers have a resolution of a millisecond.
    expect(performance.now() - start).toBeGreaterThanOrEqual(79)
  })
})
