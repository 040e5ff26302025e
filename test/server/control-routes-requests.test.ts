import { beforeEach, describe, expect, test } from 'vitest'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { callControl, readError, sendPlant } from '../tools/send.ts'

/** The parts of a list of requests that the tests check. */
interface Listed {
  requests: { request: { body: string } }[]
}

let server: PlantStoreServer

beforeEach(async () => {
  server = await startServer({ port: 0 })
  return () => server.close()
})

const call = (method: string, path: string, body?: unknown) => callControl(server.url, method, path, body)

describe('GET /requests', () => {
  test('lists requests and their answers, oldest first', async () => {
    const before = Date.now()
    await sendPlant(server.url, { id: 1, name: 'Monstera' })
    await sendPlant(server.url, { id: 1, name: 'Ficus' })
    server.store.faults.next('dropped-connection')
    await sendPlant(server.url, { id: 2, name: 'Fern' }).catch(() => {})
    const { status, body } = await call('GET', '/requests')
    expect(status).toBe(200)
    const { requests } = JSON.parse(body)
    const headers = expect.objectContaining({ 'content-type': 'application/json' })
    const request = { method: 'POST', path: '/plants', headers }
    const entry = { number: expect.any(Number), time: expect.any(String), duration: expect.any(Number) }
    expect(requests).toEqual([
      {
        ...entry,
        request: { ...request, body: '{"id":1,"name":"Monstera"}' },
        answer: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"name":"Monstera"}' },
      },
      {
        ...entry,
        request: { ...request, body: '{"id":1,"name":"Ficus"}' },
        answer: { status: 409, headers: expect.anything(), body: expect.stringContaining('already stored') },
        failure: 'duplicate-id',
      },
      {
        ...entry,
        request: { ...request, body: '{"id":2,"name":"Fern"}' },
        answer: { status: 0, headers: {}, body: '' },
        fault: 'dropped-connection',
      },
    ])
    const [{ time }] = requests
    expect(new Date(time).toISOString()).toBe(time)
    // The clocks of the journal and the test may drift apart.
    expect(Math.abs(Date.parse(time) - before)).toBeLessThan(5000)
  })

  describe('with filters', () => {
    beforeEach(async () => {
      await sendPlant(server.url, '{"id":1,"name":"Monstera"}')
      await sendPlant(server.url, '{"id":1,"name":"Ficus"}')
      await sendPlant(server.url, '{"id":9007199254740993,"name":"Ficus"}')
      await sendPlant(server.url, 'no plant')
    })

    test.each<[query: string, bodies: string[]]>([
      ['status=200', ['{"id":1,"name":"Monstera"}', '{"id":9007199254740993,"name":"Ficus"}']],
      ['status=409', ['{"id":1,"name":"Ficus"}']],
      ['status=400', ['no plant']],
      ['name=Ficus', ['{"id":1,"name":"Ficus"}', '{"id":9007199254740993,"name":"Ficus"}']],
      ['id=1', ['{"id":1,"name":"Monstera"}', '{"id":1,"name":"Ficus"}']],
      ['id=9007199254740993', ['{"id":9007199254740993,"name":"Ficus"}']],
      ['id=9007199254740992', []],
      ['name=Ficus&status=200', ['{"id":9007199254740993,"name":"Ficus"}']],
      ['name=Monstera&id=1&status=200', ['{"id":1,"name":"Monstera"}']],
      ['name=', []],
    ])('?%s lists those that fit', async (query, bodies) => {
      const { requests }: Listed = JSON.parse((await call('GET', `/requests?${query}`)).body)
      expect(requests.map(({ request }) => request.body)).toEqual(bodies)
    })
  })

  test.each<[query: string, message: string]>([
    ['status=ok', 'status must be an integer, got "ok"'],
    ['status=', 'status must be an integer, got ""'],
    ['id=1.5', 'id must be an integer, got "1.5"'],
    ['tag=foliage', 'unknown query parameter "tag"; the parameters are status, name, id, format'],
  ])('?%s is refused by name', async (query, message) => {
    const answer = await call('GET', `/requests?${query}`)
    expect(readError(answer)).toEqual({ error: 400, message })
    expect(answer.status).toBe(400)
  })

  test('masks credentials', async () => {
    const headers = { authorization: 'Bearer s3cret', cookie: 'session=s3cret', 'x-api-key': 's3cret' }
    await sendPlant(server.url, { id: 1, name: 'Monstera' }, { headers })
    await fetch(`${server.url}/plants?access_token=s3cret&from=test`)
    const { body } = await call('GET', '/requests')
    expect(body).not.toContain('s3cret')
    expect(JSON.parse(body).requests).toMatchObject([
      { request: { headers: { authorization: 'Bearer ***', cookie: '***', 'x-api-key': '***' } } },
      { request: { path: '/plants?access_token=***&from=test' } },
    ])
  })
})

test('DELETE /requests empties the journal and nothing else', async () => {
  await sendPlant(server.url, { id: 1, name: 'Monstera' })
  const { status, body } = await call('DELETE', '/requests')
  expect([status, body]).toEqual([200, '{}'])
  expect((await call('GET', '/requests')).body).toBe('{"requests":[]}')
  expect(await server.store.plants.count()).toBe(1)
})

describe('POST /requests/verify', () => {
  beforeEach(async () => {
    await sendPlant(server.url, '{"id":1,"name":"Monstera","tag":"foliage"}', {
      headers: { 'X-Client': 'shop' },
    })
    await sendPlant(server.url, '{"id":1,"name":"Ficus"}')
    await sendPlant(server.url, '{"id":9007199254740993,"name":"Ficus"}')
  })

  test.each<[pattern: string, count: number]>([
    ['{}', 3],
    ['{"method":"POST","path":"/plants"}', 3],
    ['{"id":1}', 2],
    ['{"id":1.0}', 2],
    ['{"id":9007199254740993}', 1],
    ['{"name":"Ficus","status":200}', 1],
    ['{"tag":"foliage"}', 1],
    ['{"failure":"duplicate-id"}', 1],
    ['{"headers":{"x-client":"shop"}}', 1],
    ['{"headers":{"X-CLIENT":"shop"},"id":1,"name":"Monstera","tag":"foliage","status":200}', 1],
  ])('%s matches %i requests', async (pattern, count) => {
    const { status, body } = await call('POST', '/requests/verify', pattern)
    expect(status).toBe(200)
    expect(JSON.parse(body)).toEqual({ count, nearest: [] })
  })

  test('gives the most similar requests and their differences if none matches', async () => {
    const { status, body } = await call('POST', '/requests/verify', { id: 1, name: 'Ficus', status: 200 })
    expect(status).toBe(200)
    const requestOf = (text: string) =>
      expect.objectContaining({ request: expect.objectContaining({ body: text }) })
    const wanted = `{"count":0,"nearest":[`
    expect(body.startsWith(wanted)).toBe(true)
    expect(body).toContain('{"member":"id","expected":1,"received":9007199254740993}')
    expect(JSON.parse(body).nearest).toEqual([
      {
        request: requestOf('{"id":9007199254740993,"name":"Ficus"}'),
        differences: [{ member: 'id', expected: 1, received: Number('9007199254740993') }],
      },
      {
        request: requestOf('{"id":1,"name":"Ficus"}'),
        differences: [{ member: 'status', expected: 200, received: 409 }],
      },
      {
        request: requestOf('{"id":1,"name":"Monstera","tag":"foliage"}'),
        differences: [{ member: 'name', expected: 'Ficus', received: 'Monstera' }],
      },
    ])
  })

  test('omits what a request did not have', async () => {
    const { body } = await call('POST', '/requests/verify', { id: 1, name: 'Ficus', tag: 'tree' })
    expect(JSON.parse(body).nearest[0].differences).toEqual([{ member: 'tag', expected: 'tree' }])
  })

  test('is empty if there were no requests', async () => {
    await call('DELETE', '/requests')
    expect((await call('POST', '/requests/verify', { id: 1 })).body).toBe('{"count":0,"nearest":[]}')
  })

  test.each<[title: string, body: unknown, message: string]>([
    ['no body', undefined, 'the pattern must be an object, got nothing'],
    ['no pattern', [], 'the pattern must be an object, got an array'],
    [
      'an unknown member',
      { id: 1, nmae: 'Ficus' },
      'there is no member nmae; the members are method, path, headers, id, name, tag, status, failure',
    ],
    ['a member of another type', { name: 5 }, 'name must be a string, got 5'],
    ['an id that is no integer', { id: 1.5 }, 'id must be an integer, got 1.5'],
    ['a header of another type', { headers: { accept: 5 } }, 'headers.accept must be a string, got 5'],
  ])('refuses %s by name', async (_title, body, message) => {
    const answer = await call('POST', '/requests/verify', body)
    expect(answer.status).toBe(400)
    expect(readError(answer)).toEqual({ error: 400, message })
  })
})
