import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/server/start-server.ts'
import { callControl, readError, sendPlant } from '../tools/send.ts'

const monstera = { id: 1, name: 'Monstera', tag: 'foliage' }
const ficus = { id: 2, name: 'Ficus' }
const fern = { id: 3, name: 'Boston fern' }

describe('GET /plants', () => {
  test.each<[query: string, plants: object[]]>([
    ['', [fern, monstera, ficus]],
    ['?offset=0', [fern, monstera, ficus]],
    ['?offset=1', [monstera, ficus]],
    ['?limit=2', [fern, monstera]],
    ['?offset=1&limit=1', [monstera]],
    ['?offset=3', []],
    ['?offset=9007199254740991&limit=1000', []],
  ])('%s lists one page in the order of storing, and the total', async (query, plants) => {
    await using server = await startServer({ port: 0, seed: [fern, monstera] })
    await sendPlant(server.url, ficus)
    const { status, body } = await callControl(server.url, 'GET', `/plants${query}`)
    expect(status).toBe(200)
    expect(JSON.parse(body)).toEqual({ total: 3, plants })
  })

  test.each([
    ['', 100],
    ['?limit=1000', 1000],
  ])('%s has at most so many plants: %i', async (query, length) => {
    const seed = Array.from({ length: 1001 }, (_, id) => ({ id, name: 'Fern' }))
    await using server = await startServer({ port: 0, seed })
    const { body } = await callControl(server.url, 'GET', `/plants${query}`)
    expect(JSON.parse(body)).toEqual({ total: 1001, plants: seed.slice(0, length) })
  })

  test.each<[query: string, message: string]>([
    ['offset=-1', 'offset must be an integer from 0 to 9007199254740991, got "-1"'],
    ['offset=1.5', 'offset must be an integer from 0 to 9007199254740991, got "1.5"'],
    [
      'offset=9007199254740992',
      'offset must be an integer from 0 to 9007199254740991, got "9007199254740992"',
    ],
    ['offset=', 'offset must be an integer from 0 to 9007199254740991, got ""'],
    ['limit=0', 'limit must be an integer from 1 to 1000, got "0"'],
    ['limit=1001', 'limit must be an integer from 1 to 1000, got "1001"'],
    ['limit=all', 'limit must be an integer from 1 to 1000, got "all"'],
    ['page=2', 'unknown query parameter "page"; the parameters are offset, limit, search'],
  ])('?%s is refused by name', async (query, message) => {
    await using server = await startServer({ port: 0 })
    const answer = await callControl(server.url, 'GET', `/plants?${query}`)
    expect(answer.status).toBe(400)
    expect(readError(answer).message).toBe(message)
  })
})

describe('GET /plants?search=', () => {
  const seed = [
    { id: 71, name: 'Monstera', tag: 'foliage' },
    { id: 9007199254740993n, name: 'Boston FERN' },
    { id: 17, name: 'Ash', tag: 'fern-like' },
  ]

  test.each<[text: string, ids: string[]]>([
    ['fern', ['9007199254740993', '17']],
    ['7', ['71']],
    ['90071', ['9007199254740993']],
    ['FOL', ['71']],
    ['%25', []],
  ])('%s finds %o', async (text, ids) => {
    await using server = await startServer({ port: 0, seed })
    const { body } = await callControl(server.url, 'GET', `/plants?search=${text}`)
    expect([...body.matchAll(/"id":(\d+)/g)].map(([, id]) => id)).toEqual(ids)
    expect(body).toMatch(/^\{"total":3,/)
  })

  test('goes on at the offset that the page before names', async () => {
    await using server = await startServer({ port: 0, seed })
    const read = async (query: string) => JSON.parse((await callControl(server.url, 'GET', query)).body)
    const first = await read('/plants?search=fern&limit=1')
    expect(first).toMatchObject({ plants: [{ name: 'Boston FERN' }], next: 2 })
    const second = await read(`/plants?search=fern&limit=2&offset=${first.next}`)
    expect(second).toEqual({ total: 3, plants: [seed[2]] })
  })

  test('looks at 100,000 plants at most, and lets other requests pass meanwhile', async () => {
    const many = Array.from({ length: 100_001 }, (_, id) => ({ id, name: 'Fern' }))
    await using server = await startServer({ port: 0, seed: many })
    const order: string[] = []
    const search = callControl(server.url, 'GET', '/plants?search=ash').then(({ body }) => {
      order.push('search')
      return JSON.parse(body)
    })
    // Other requests only pass if the search leaves the thread.
    while (order.length < 3) await callControl(server.url, 'GET', '/health').then(() => order.push('health'))
    expect(await search).toEqual({ total: 100_001, plants: [], next: 100_000 })
    expect(order[0]).toBe('health')
  })
})

describe('POST /plants', () => {
  test('adds plants to those that are stored', async () => {
    await using server = await startServer({ port: 0, seed: [monstera] })
    const { status, body } = await callControl(server.url, 'POST', '/plants', [ficus, fern])
    expect([status, body]).toEqual([200, '{}'])
    expect(await server.store.plants.list()).toEqual([monstera, ficus, fern])
    expect((await sendPlant(server.url, ficus)).status).toBe(409)
  })

  test('adds no plant if one of the ids is already stored', async () => {
    await using server = await startServer({ port: 0, seed: [monstera] })
    const answer = await callControl(server.url, 'POST', '/plants', [ficus, { id: 1, name: 'Other' }, fern])
    expect(answer.status).toBe(409)
    expect(readError(answer)).toEqual({ error: 409, message: 'plants with these ids are already stored: 1' })
    expect(await server.store.plants.list()).toEqual([monstera])
  })

  test('takes 100,000 plants at once', async () => {
    await using server = await startServer({ port: 0 })
    const plants = Array.from({ length: 100_000 }, (_, id) => ({ id, name: 'Fern' }))
    const { status, body } = await callControl(server.url, 'POST', '/plants', plants)
    expect([status, body]).toEqual([200, '{}'])
    expect(await server.store.plants.count()).toBe(100_000)
  })
})

describe('PUT /plants', () => {
  test('puts plants in the place of all that are stored', async () => {
    await using server = await startServer({ port: 0, seed: [monstera, fern] })
    const { status, body } = await callControl(server.url, 'PUT', '/plants', [
      ficus,
      { ...monstera, name: 'Other' },
    ])
    expect([status, body]).toEqual([200, '{}'])
    expect(await server.store.plants.list()).toEqual([ficus, { ...monstera, name: 'Other' }])
  })

  test('takes an empty list', async () => {
    await using server = await startServer({ port: 0, seed: [monstera] })
    expect((await callControl(server.url, 'PUT', '/plants', [])).status).toBe(200)
    expect(await server.store.plants.count()).toBe(0)
  })
})

describe.each(['POST', 'PUT'])('%s /plants with an invalid plant', (method) => {
  test.each<[title: string, body: unknown, message: RegExp]>([
    ['no body', undefined, /must be an array.*, got nothing$/],
    ['no list', ficus, /must be an array.*, got an object$/],
    ['no plant', [ficus, 3], /^plants\[1\] must be an object, got 3$/],
    ['a member is missing', [ficus, { id: 3 }], /^plants\[1\]\.name is missing$/],
    [
      'a member is of another type',
      [ficus, { ...fern, tag: 5 }],
      /^plants\[1\]\.tag must be a string, got 5$/,
    ],
    [
      'an id is no int64',
      '[{"id":9223372036854775808,"name":"x"}]',
      /^plants\[0\]\.id must be an integer from -9223372036854775808 to/,
    ],
    ['a duplicate id', [ficus, fern, { id: 2, name: 'x' }], /^plants\[2\] has the same id as plants\[0\]$/],
  ])('%s names it and changes nothing', async (_title, body, message) => {
    await using server = await startServer({ port: 0, seed: [monstera] })
    const answer = await callControl(server.url, method, '/plants', body)
    expect(answer.status).toBe(400)
    expect(readError(answer).message).toMatch(message)
    expect(await server.store.plants.list()).toEqual([monstera])
  })
})

test('DELETE /plants removes all plants, the seed too', async () => {
  await using server = await startServer({ port: 0, seed: [monstera] })
  const { status, body } = await callControl(server.url, 'DELETE', '/plants')
  expect([status, body]).toEqual([200, '{}'])
  expect(await server.store.plants.list()).toEqual([])
  expect((await sendPlant(server.url, monstera)).status).toBe(200)
})

describe('GET /plants/{id}', () => {
  test('gives the plant as it is stored', async () => {
    await using server = await startServer({ port: 0, seed: [monstera, ficus] })
    const answers = await Promise.all(['1', '2'].map((id) => callControl(server.url, 'GET', `/plants/${id}`)))
    expect(answers.map(({ body }) => JSON.parse(body))).toEqual([monstera, ficus])
  })

  test.each<[id: string, status: number, message: string]>([
    ['3', 404, 'no plant with the id "3" is stored'],
    ['-1', 404, 'no plant with the id "-1" is stored'],
    ['9'.repeat(400), 400, 'id must be an integer from -9223372036854775808 to 9223372036854775807, got '],
    ['', 400, 'id must be an integer, got ""'],
    ['1.5', 400, 'id must be an integer, got "1.5"'],
    ['1e0', 400, 'id must be an integer, got "1e0"'],
    ['monstera', 400, 'id must be an integer, got "monstera"'],
  ])('refuses the id %s with %i', async (id, status, message) => {
    await using server = await startServer({ port: 0, seed: [monstera] })
    const answer = await callControl(server.url, 'GET', `/plants/${id}`)
    expect(answer.status).toBe(status)
    expect(readError(answer)).toEqual({ error: status, message: expect.stringContaining(message) })
  })
})

describe('ids that a number cannot hold', () => {
  const ids = ['9007199254740992', '9007199254740993', '9223372036854775807', '-9223372036854775808']
  const text = `[${ids.map((id) => `{"id":${id},"name":"${id}"}`).join(',')}]`

  test.each(['POST', 'PUT'])('are exact after %s', async (method) => {
    await using server = await startServer({ port: 0 })
    expect((await callControl(server.url, method, '/plants', text)).status).toBe(200)
    expect(await server.store.plants.list()).toEqual(ids.map((id) => ({ id: BigInt(id), name: id })))
    expect((await callControl(server.url, 'GET', '/plants')).body).toBe(`{"total":4,"plants":${text}}`)
  })

  test('are exact after a request to the service', async () => {
    await using server = await startServer({ port: 0 })
    await sendPlant(server.url, '{"id":9007199254740993,"name":"Monstera"}')
    const stored = await callControl(server.url, 'GET', '/plants/9007199254740993')
    expect([stored.status, stored.body]).toEqual([200, '{"id":9007199254740993,"name":"Monstera"}'])
    expect((await callControl(server.url, 'GET', '/plants/9007199254740992')).status).toBe(404)
    const again = await callControl(server.url, 'POST', '/plants', '[{"id":9007199254740993,"name":"x"}]')
    expect(readError(again)).toMatchObject({
      error: 409,
      message: expect.stringContaining('9007199254740993'),
    })
  })
})
