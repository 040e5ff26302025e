import { beforeEach, describe, expect, test } from 'vitest'
import { type NewPlant, stringifyExactJson } from '../../src/index.ts'
import { callControl, readError, sendPlant } from '../tools/send.ts'
import { share } from './start.ts'

const fern = { id: 3, name: 'Boston fern' }
const monstera = { id: 1, name: 'Monstera', tag: 'foliage' }
const ficus = { id: 2, name: 'Ficus' }
const many = Array.from({ length: 1001 }, (_, id) => ({ id, name: 'Fern' }))
const outage = { title: 'An outage', steps: [{ fault: 'request-timeout' as const }] }

const server = await share({ seed: [fern, monstera], scenario: outage })
const { plants, requests, faults } = server.store
beforeEach(() => faults.clear())

const call = (method: string, path: string, body?: unknown) => callControl(server.url, method, path, body)
const read = async (path: string, method = 'GET', body?: unknown) =>
  JSON.parse((await call(method, path, body)).body)

const range = 'must be an integer from 0 to 9007199254740991'
const idRange = 'id must be an integer from -9223372036854775808 to 9223372036854775807, got '
test.each<[path: string, status: number, message: string, body?: unknown]>([
  ['GET /plants?offset=-1', 400, `offset ${range}, got "-1"`],
  ['GET /plants?offset=1.5', 400, `offset ${range}, got "1.5"`],
  ['GET /plants?limit=0', 400, 'limit must be an integer from 1 to 1000, got "0"'],
  ['GET /plants?limit=1001', 400, 'limit must be an integer from 1 to 1000, got "1001"'],
  ['GET /plants?limit=5x', 400, 'limit must be an integer from 1 to 1000, got "5x"'],
  ['POST /plants', 400, 'the body must be an array of plants, got nothing'],
  ['POST /plants', 400, 'the body must be an array of plants, got an object', ficus],
  ['PUT /plants', 400, 'plants[1].name is missing', [ficus, { id: 4 }]],
  ['POST /plants', 409, 'plants with these ids are already stored: 1', [ficus, monstera]],
  ['GET /plants/4', 404, 'no plant with the id "4" is stored'],
  ['GET /plants/-1', 404, 'no plant with the id "-1" is stored'],
  [`GET /plants/${'9'.repeat(400)}`, 400, idRange],
  ['GET /plants/x1', 400, 'id must be an integer, got "x1"'],
  ['GET /plants/1e0', 400, 'id must be an integer, got "1e0"'],
  ['GET /records/ferns', 404, 'there is no resource "ferns"; the resources are plants'],
  ['GET /records/plants?limit=0', 400, 'limit must be an integer from 1 to 1000, got "0"'],
  ['GET /records/plants/4', 404, 'no record of plants has the key "4"'],
  ['DELETE /records/plants/4', 404, 'no record of plants has the key "4"'],
  ['POST /records/plants', 400, 'plants[0].name is missing', { id: 4 }],
  ['PUT /records/plants', 400, 'the body must be an array of records, got an object', ficus],
  ['GET /requests?status=ok', 400, 'status must be an integer, got "ok"'],
  ['GET /requests?id=1.5', 400, 'id must be an integer, got "1.5"'],
  ['GET /requests?format=xml', 400, 'format must be curl, got "xml"'],
  ['GET /requests/4', 404, 'the request "4" is not in the journal'],
  ['GET /requests/x', 400, 'id must be an integer, got "x"'],
  ['POST /requests/verify', 400, 'the pattern must be an object, got nothing'],
  ['POST /requests/search', 400, 'there is no member nmae', { nmae: 'Ficus' }],
  ['POST /faults', 400, 'the fault must be an object, got "invalid-credentials"', '"invalid-credentials"'],
  ['PUT /scenario', 400, 'scenario must be an object, got nothing'],
  ['POST /requests', 400, 'headers.a must be a string, got 1', { headers: { a: 1 } }],
  ['POST /requests', 400, 'path must be a path that begins with /', { path: 'plants' }],
  ['POST /holds', 400, 'requests must be', { requests: 0 }],
  ['POST /holds/x', 400, 'headers needs a status', { headers: {} }],
  ['POST /holds/x', 400, 'the fault must be an object, got "invalid-credentials"', '"invalid-credentials"'],
])('%s is refused with %i: %s', async (target, status, message, body) => {
  const [method = '', path = ''] = target.split(' ')
  const refusal = await call(method, path, body)
  expect(refusal.status).toBe(status)
  expect(readError(refusal)).toEqual({ error: status, message: expect.stringContaining(message) })
  expect([await plants.list(), faults.list()]).toEqual([[fern, monstera], []])
})

describe('plants', () => {
  test.each<[query: string, all: object[], plants: object[]]>([
    ['?offset=0', [fern, monstera], [fern, monstera]],
    ['?offset=1', [fern, monstera, ficus], [monstera, ficus]],
    ['?limit=2', [fern, monstera, ficus], [fern, monstera]],
    ['?offset=9007199254740991&limit=1000', [fern], []],
    ['', many, many.slice(0, 100)],
    ['?limit=1000', many, many.slice(0, 1000)],
  ])('GET /plants%s lists one page in the order of storing, and the total', async (query, all, found) => {
    await plants.replaceAll(all as NewPlant[])
    expect(await read(`/plants${query}`)).toEqual({ total: all.length, plants: found })
  })

  test('are records, too: one can be stored, read, and removed', async () => {
    await plants.replaceAll([fern, monstera])
    expect(await read('/records')).toEqual({ resources: [{ name: 'plants', records: 2 }] })
    expect(await read('/records/plants?offset=1')).toEqual({ total: 2, records: [monstera] })
    expect(await read('/records/plants', 'POST', { ...fern, tag: 'big' })).toEqual({ ...fern, tag: 'big' })
    expect(await read('/records/plants/3')).toEqual({ ...fern, tag: 'big' })
    await call('DELETE', '/records/plants/1')
    expect(await plants.list()).toEqual([{ ...fern, tag: 'big' }])
    await call('PUT', '/records/plants', [ficus])
    expect(await plants.list()).toEqual([ficus])
    await call('DELETE', '/records/plants')
    expect(await plants.count()).toBe(0)
    await plants.replaceAll([fern, monstera])
  })

  const ids = ['9007199254740992', '9007199254740993', '9223372036854775807', '-9223372036854775808']
  const list = ids.map((id) => `{"id":${id},"name":"${id}"}`)
  test.each<[method: string, body: unknown, left: string[]]>([
    ['POST', `[${list}]`, [JSON.stringify(fern), JSON.stringify(monstera), ...list]],
    ['PUT', `[${list}]`, list],
    ['PUT', [], []],
    ['DELETE', undefined, []],
  ])('are changed by %s of %s, with exact ids', async (method, body, left) => {
    expect(await call(method, '/plants', body)).toMatchObject({ status: 200, body: '{}' })
    expect((await call('GET', '/plants')).body).toBe(`{"total":${left.length},"plants":[${left}]}`)
    const one = await call('GET', '/plants/9007199254740993')
    expect(one.body).toContain(left.length > 0 ? list[1] : '"error":404')
  })
})

describe('requests', () => {
  const sent = [
    '{"id":1,"name":"Monstera"}',
    '{"id":9007199254740993,"name":"Ficus"}',
    '{"id":9007199254740993,"name":"Fern"}',
    'no plant',
  ]
  beforeEach(async () => {
    await plants.clear()
    for (const text of sent) await sendPlant(server.url, text, { headers: { 'x-client': 'shop' } })
  })
  const bodies = (list: { request: { body: string } }[]) => list.map(({ request }) => request.body)

  test('are listed with their answers, oldest first, with credentials masked', async () => {
    await fetch(`${server.url}/plants?access_token=s3cret`)
    const list = (await read('/requests')).requests
    expect(bodies(list)).toEqual([...sent, ''])
    expect(list[2]).toEqual({
      number: list[0].number + 2,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      duration: expect.any(Number),
      request: { method: 'POST', path: '/plants', headers: expect.anything(), body: sent[2] },
      plant: JSON.parse(sent[2] ?? ''),
      answer: { status: 409, headers: expect.anything(), body: expect.stringContaining('already stored') },
      failure: 'duplicate-key',
      reason: 'a plant with the id 9007199254740993 is already stored',
    })
    expect(list[2].request.headers).toMatchObject({ authorization: 'Bearer ***', 'x-client': 'shop' })
    expect(list[4].request.path).toBe('/plants?access_token=***')
    expect(await read(`/requests/${list[2].number}`)).toEqual(list[2])
  })

  test.each<[query: string, found: number[]]>([
    ['status=200', [0, 1]],
    ['status=400', [3]],
    ['name=Ficus', [1]],
    ['name=', []],
    ['id=9007199254740993', [1, 2]],
    ['id=9007199254740992', []],
    ['name=Fern&id=9007199254740993&status=409', [2]],
  ])('?%s lists those that fit', async (query, found) => {
    expect(bodies((await read(`/requests?${query}`)).requests)).toEqual(found.map((at) => sent[at]))
  })

  test('that match a pattern are found and counted', async () => {
    const pattern = '{"id":9007199254740993,"headers":{"X-CLIENT":"shop"}}'
    expect(bodies((await read('/requests/search', 'POST', pattern)).requests)).toEqual(sent.slice(1, 3))
    expect(await read('/requests/verify', 'POST', pattern)).toEqual({ count: 2, nearest: [] })
  })

  test('that almost match are the three nearest, the last first, if none matches', async () => {
    for (let id = 10; id < 30; id++) await sendPlant(server.url, { id, name: 'Fern' })
    for (const id of [40, 41]) await sendPlant(server.url, { id, name: 'Ficus' })
    const [{ number = 0 } = {}] = requests.all()
    const { count, nearest } = await read('/requests/verify', 'POST', { id: 10, name: 'Ficus', status: 200 })
    expect(count).toBe(0)
    const found = nearest.map(({ request }: { request: { number: number } }) => request.number - number)
    expect(found).toEqual([25, 24, 4])
    expect(nearest[2].differences).toEqual([{ member: 'name', expected: 'Ficus', received: 'Fern' }])
  })

  test('that almost match have exact ids, and omit what was not sent', async () => {
    const differences =
      '[{"member":"id","expected":5,"received":9007199254740993},{"member":"tag","expected":"tree"}]'
    expect((await call('POST', '/requests/verify', { id: 5, name: 'Ficus', tag: 'tree' })).body).toContain(
      differences,
    )
  })

  test('are compared with at most 100 headers', async () => {
    const names = Array.from({ length: 101 }, (_, at) => [`x-${at}`, ''])
    const search = (pairs: string[][]) =>
      call('POST', '/requests/search', { headers: Object.fromEntries(pairs) })
    expect((await search(names.slice(1))).status).toBe(200)
    expect(readError(await search(names)).message).toBe('a pattern must have at most 100 headers')
  })

  test('are gone after DELETE, and nothing else; those to the control API are not among them', async () => {
    expect(await call('DELETE', '/requests')).toMatchObject({ status: 200, body: '{}' })
    expect(await read('/requests')).toEqual({ requests: [] })
    expect(await read('/requests/verify', 'POST', { id: 1 })).toEqual({ count: 0, nearest: [] })
    expect(await plants.count()).toBe(2)
  })
})

describe('faults', () => {
  test('wait, are listed with the scenario and the requests that each has left, and end with DELETE', async () => {
    expect(await call('PUT', '/scenario', outage)).toMatchObject({ status: 200, body: '{}' })
    const forever = { fault: 'duplicate-key', requests: 'forever' }
    for (const fault of [
      { fault: 'invalid-credentials', requests: 2 },
      { delay: [0, 1], chance: 0.5 },
      forever,
    ])
      expect(await call('POST', '/faults', fault)).toMatchObject({ status: 200, body: '{}' })
    expect((await sendPlant(server.url, ficus)).status).toBe(401)
    expect(await read('/faults')).toEqual({
      faults: [
        { fault: 'invalid-credentials', requests: 1 },
        { delay: [0, 1], chance: 0.5, requests: 1 },
        forever,
      ],
      scenario: 'An outage',
    })
    expect(await call('DELETE', '/faults')).toMatchObject({ status: 200, body: '{}' })
    expect(await read('/faults')).toEqual({ faults: [] })
    expect((await sendPlant(server.url, ficus)).status).toBe(200)
  })

  test('of GET /scenarios can be played', async () => {
    const { scenarios } = await read('/scenarios')
    const names = scenarios.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['expired-token', 'flaky', 'outage', 'slow'])
    for (const { scenario } of scenarios) {
      await call('PUT', '/scenario', scenario)
      expect(faults.scenario).toBe(scenario.title)
    }
  })
})

test('POST /requests sends a request as a client does, and shows it in the journal with its answer', async () => {
  const headers = { Authorization: 'Bearer local-token', 'Content-Type': 'application/json' }
  const sent = await read('/requests', 'POST', { headers, body: '{"id":9007199254740993,"name":"Ivy"}' })
  expect(sent).toEqual(JSON.parse(stringifyExactJson(requests.last())))
  expect([sent.answer.status, await plants.count()]).toEqual([200, 3])
  faults.next('dropped-connection')
  expect(await read('/requests', 'POST', {})).toMatchObject({
    fault: 'dropped-connection',
    answer: { status: 0 },
  })
  const path = '/trees?a=1'
  expect(await read('/requests', 'POST', { method: 'PUT', path })).toMatchObject({
    number: requests.lastNumber,
    request: { method: 'PUT', path },
    failure: 'unknown-path',
  })
})

test('POST /reset restores the seed and the scenario, and removes faults and requests', async () => {
  await call('POST', '/faults', { fault: 'body-too-large', requests: 'forever' })
  await sendPlant(server.url, ficus)
  await call('PUT', '/plants', [ficus])
  expect(await call('POST', '/reset')).toMatchObject({ status: 200, body: '{}' })
  expect([await plants.list(), requests.size]).toEqual([[fern, monstera], 0])
  expect(await read('/faults')).toEqual({ faults: [], scenario: 'An outage' })
})
