import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPlantStore } from '../../src/index.ts'
import { post } from './post.ts'

describe('the journal', () => {
  test('keeps time, request, answer, duration and the named failure of a refusal', () => {
    const before = Date.now()
    const store = createPlantStore()
    post(store, '{"id":1}')
    const [entry] = store.requests.all()
    expect(entry).toEqual({
      number: 1,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      request: {
        method: 'POST',
        path: '/plants',
        headers: { authorization: 'Bearer ***', 'content-type': 'application/json' },
        body: '{"id":1}',
      },
      answer: {
        status: 400,
        headers: { 'content-type': 'application/json' },
        body: '{"error":40003,"message":"name is missing"}',
      },
      duration: expect.any(Number),
      failure: 'invalid-plant',
    })
    expect(Math.abs(Date.parse(entry?.time ?? '') - before)).toBeLessThan(5000)
    expect(entry?.duration).toBeGreaterThanOrEqual(0)
  })

  test.each([0, 1])(
    'keeps the headers of the request even if the caller changes them later: delay %i',
    async (latency) => {
      const store = createPlantStore({ latency })
      const headers: Record<string, string> = { 'x-custom': 'before' }
      const answer = store.handle({ method: 'POST', path: '/plants', headers })
      headers['x-custom'] = 'after'
      await answer
      expect(store.requests.all()[0]?.request.headers).toEqual({ 'x-custom': 'before' })
    },
  )

  test.each<[headers: object, shown: object]>([
    [{ authorization: 'Bearer secret' }, { authorization: 'Bearer ***' }],
    [{ Authorization: 'secret' }, { authorization: '***' }],
    [{ authorization: ['Basic a', 'Bearer b'] }, { authorization: 'Basic ***' }],
    [{ cookie: 'session=secret' }, { cookie: '***' }],
    [{ 'proxy-authorization': 'Basic secret' }, { 'proxy-authorization': 'Basic ***' }],
    [{ 'x-api-key': 'secret' }, { 'x-api-key': '***' }],
  ])('masks the credentials of %o', (headers, shown) => {
    const store = createPlantStore()
    store.handle({ method: 'POST', path: '/plants', headers: { ...headers } })
    expect(store.requests.all()[0]?.request.headers).toEqual(shown)
  })

  test('masks a token in the query', () => {
    const store = createPlantStore()
    store.handle({ method: 'POST', path: '/plants?access_token=secret&x=1' })
    expect(store.requests.all()[0]?.request.path).toBe('/plants?access_token=***&x=1')
  })

  test('keeps the last requests, oldest first', () => {
    const store = createPlantStore({ journal: 3 })
    for (const id of [1, 2, 3, 4, 5]) post(store, `{"id":${id},"name":"Fern"}`)
    expect(store.requests.size).toBe(3)
    expect(store.requests.all().map(({ request }) => JSON.parse(request.body).id)).toEqual([3, 4, 5])
  })

  test('keeps nothing if its size is 0', () => {
    const store = createPlantStore({ journal: 0 })
    post(store, '{"id":1,"name":"Fern"}')
    expect(store.requests.size).toBe(0)
  })

  test('keeps at most 16 Mi characters, but always the last request', () => {
    const store = createPlantStore()
    const name = 'x'.repeat(1024 * 1024 - 100)
    for (let id = 0; id < 40; id++) post(store, `{"id":1,"name":"${name}${id}"}`)
    const characters = store.requests.all().reduce((sum, { request }) => sum + request.body.length, 0)
    expect(characters).toBeGreaterThan(14 * 1024 * 1024)
    expect(characters).toBeLessThanOrEqual(16 * 1024 * 1024)
    expect(store.requests.all().at(-1)?.request.body).toContain('x39"')
  })

  test('counts headers toward these characters', () => {
    const store = createPlantStore()
    for (let id = 0; id < 20; id++) post(store, '{}', { 'x-long': 'x'.repeat(1024 * 1024) })
    expect(store.requests.size).toBe(15)
  })

  test('keeps the beginning of a body over the limit', () => {
    const store = createPlantStore({ maxBody: 2000 })
    post(store, 'x'.repeat(100_000))
    expect(store.requests.all()[0]?.request.body).toBe('x'.repeat(1000))
  })

  test('is empty after clear', () => {
    const store = createPlantStore()
    post(store, '{}')
    store.requests.clear()
    expect(store.requests.all()).toEqual([])
    post(store, '{}')
    expect(store.requests.size).toBe(1)
  })
})

describe('a query of the journal', () => {
  const store = createPlantStore()
  post(store, '{"id":9007199254740993,"name":"Fern","tag":"green"}', { 'x-test': 'one' })
  post(store, '{"id":9007199254740992,"name":"Fern"}')
  post(store, '{"id":1,"name":5}')
  store.handle({ method: 'GET', path: '/plants?x=1' })

  test.each([
    [{}, 4],
    [{ id: 9007199254740993n }, 1],
    [{ id: 9007199254740992n }, 1],
    [{ id: 1n }, 1],
    [{ name: 'Fern' }, 2],
    [{ name: 'Fern', tag: 'green' }, 1],
    [{ status: 200 }, 2],
    [{ failure: 'invalid-plant' as const }, 1],
    [{ method: 'GET', path: '/plants' }, 1],
    [{ headers: { 'X-Test': 'one' } }, 1],
    [{ headers: { 'x-test': 'two' } }, 0],
    [{ name: 'Ash' }, 0],
  ])('%o matches %i requests', (pattern, count) => {
    expect(store.requests.count(pattern)).toBe(count)
    expect(store.requests.matching(pattern)).toHaveLength(count)
  })

  test.each([
    ['stored', {}],
    ['refused before the body is checked', { authorization: '' }],
    ['refused because of its body', { 'content-encoding': 'gzip' }],
  ])('parses the body of a %s request for the first pattern with a member of it', async (_title, headers) => {
    const asked = createPlantStore()
    await post(asked, '{"id":9007199254740993,"name":"Fern"}', headers)
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    expect(asked.requests.count({ method: 'POST', path: '/plants' })).toBe(1)
    expect(parse).not.toHaveBeenCalled()
    expect(asked.requests.count({ id: 9007199254740993n, name: 'Fern' })).toBe(1)
    parse.mockClear()
    expect(asked.requests.nearest({ id: 9007199254740994n })).toHaveLength(1)
    expect(parse).not.toHaveBeenCalled()
  })

  test.each([
    ['stored', {}],
    ['refused', { authorization: '' }],
  ])('parses the large body of a %s request before a pattern asks for it', async (_title, headers) => {
    const asked = createPlantStore()
    await post(asked, JSON.stringify({ id: 1, name: 'Fern', rest: 'x'.repeat(100_000) }), headers)
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    expect(asked.requests.count({ id: 1, name: 'Fern' })).toBe(1)
    expect(parse).not.toHaveBeenCalled()
  })

  test('finds the most similar requests and their differences', () => {
    const [nearest] = store.requests.nearest({
      id: 9007199254740994n,
      name: 'Fern',
      tag: 'green',
      status: 200,
    })
    expect(nearest?.request.request.body).toContain('9007199254740993')
    expect(nearest?.differences).toEqual([
      { member: 'id', expected: 9007199254740994n, received: 9007199254740993n },
    ])
  })

  test('prefers the newer of two similar requests, and respects the limit', () => {
    const near = store.requests.nearest({ name: 'Ash' }, 2)
    expect(near.map(({ request }) => request.request.method)).toEqual(['GET', 'POST'])
  })

  test('refuses an unknown member, because it would match everything', () => {
    expect(() => store.requests.count({ nme: 'Fern' } as object)).toThrow(
      'there is no member nme; the members are method, path',
    )
  })

  test('shows an object or array only by its kind, however deep it is', () => {
    const deep = createPlantStore()
    post(deep, `{"id":1,"name":"Fern","tag":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)
    expect(deep.requests.nearest({ tag: 'green' })[0]?.differences).toEqual([
      { member: 'tag', expected: 'green', received: 'an array' },
    ])
  })
})
