import { beforeEach, describe, expect, test } from 'vitest'
import { stringifyExactJson } from '../../src/index.ts'
import { callControl, readError, sendPlant } from '../tools/send.ts'
import { share } from './start.ts'

const fern = { id: 3, name: 'Boston fern' }
const monstera = { id: 1, name: 'Monstera', tag: 'foliage' }
const ficus = { id: 2, name: 'Ficus' }
const many = Array.from({ length: 1001 }, (_, id) => ({ id, name: 'Fern' }))
const home = { method: 'GET', path: '/' }
const outage = { title: 'An outage', steps: [{ fault: 'request-timeout' as const }] }
const server = await share({ seed: { plants: [fern, monstera] }, scenario: outage })
const { requests, faults } = server.mock
const plants = server.mock.records('plants')
beforeEach(() => faults.clear())

const call = (method: string, path: string, body?: unknown) => callControl(server.url, method, path, body)
const read = async (path: string, method = 'GET', body?: unknown) =>
  JSON.parse((await call(method, path, body)).body)

const limits = 'limit must be an integer from 1 to 1000, got'
const offsets = 'offset must be an integer from 0 to 9007199254740991, got'
test.each<[path: string, status: number, message: string, body?: unknown]>([
  ['GET /records/plants?offset=-1', 400, `${offsets} "-1"`],
  ['GET /records/plants?offset=1.5', 400, `${offsets} "1.5"`],
  ['GET /records/plants?limit=0', 400, `${limits} "0"`],
  ['GET /records/plants?limit=1001', 400, `${limits} "1001"`],
  ['GET /records/plants?limit=5x', 400, `${limits} "5x"`],
  ['PUT /records/plants', 400, 'the body must be an array of records, got nothing'],
  [
    'PUT /records/plants',
    400,
    'is no record of plants: name must be a string, got 5',
    [ficus, { id: 4, name: 5 }],
  ],
  ['PUT /records/plants', 400, 'plants[1] has the same key as plants[0]', [ficus, ficus]],
  ['GET /records/plants/%ff', 400, '"%ff" is not percent-encoded UTF-8'],
  ['GET /records/ferns', 404, 'there is no resource "ferns"; the resources are plants'],
  ['GET /records/plants/4', 404, 'no record of plants has the key "4"'],
  ['DELETE /records/plants/4', 404, 'no record of plants has the key "4"'],
  ['POST /records/plants', 400, 'is no record of plants: name must be a string, got 5', { name: 5 }],
  ['PUT /records/plants', 400, 'the body must be an array of records, got an object', ficus],
  ['GET /requests?status=ok', 400, 'status must be an integer from 0 to 599, got "ok"'],
  ['GET /requests?operation=removePlant', 400, 'operation is no operation of the description'],
  ['GET /requests?id=1', 400, 'unknown query parameter "id"; the parameters are status, operation, format'],
  ['GET /requests?format=xml', 400, 'format must be curl, got "xml"'],
  ['GET /requests/4', 404, 'the request "4" is not in the journal'],
  ['GET /requests/x', 400, 'id must be an integer from 0 to 9007199254740991, got "x"'],
  ['POST /requests/verify', 400, 'the pattern must be an object, got nothing'],
  ['POST /requests/search', 400, ' nmae; the ', { nmae: 'Ficus' }],
  ['POST /faults', 400, 'the fault must be an object, got "invalid-credentials"', '"invalid-credentials"'],
  ['PUT /scenario', 400, 'scenario must be an object, got nothing'],
  ['POST /requests', 400, 'path is missing', { method: 'GET' }],
  ['POST /requests', 400, 'headers.a must be a string, got 1', { ...home, headers: { a: 1 } }],
  ['POST /requests', 400, 'path must be a path that begins with /', { ...home, path: 'plants' }],
  ['POST /holds', 400, 'requests must be', { requests: 0 }],
  ['POST /holds/x', 400, 'headers needs a status', { headers: {} }],
  ['POST /holds/x', 400, 'the fault must be an object, got "invalid-credentials"', '"invalid-credentials"'],
])('%s is rejected with %i: %s', async (target, status, message, body) => {
  const [method = '', path = ''] = target.split(' ')
  const rejection = await call(method, path, body)
  expect(rejection.status).toBe(status)
  expect(readError(rejection)).toEqual({ error: status, message: expect.stringContaining(message) })
  expect([await plants.list(), faults.list()]).toEqual([[fern, monstera], []])
})

describe('records', () => {
  const records = '/records/plants'
  test.each<[query: string, all: object[], found: object[]]>([
    ['?offset=0', [fern, monstera], [fern, monstera]],
    ['?offset=1', [fern, monstera, ficus], [monstera, ficus]],
    ['?limit=2', [fern, monstera, ficus], [fern, monstera]],
    ['?offset=9007199254740991&limit=1000', [fern], []],
    ['', many, many.slice(0, 100)],
    ['?limit=1000', many, many.slice(0, 1000)],
  ])(
    'GET /records/plants%s lists one page in the order of storing, and the total',
    async (query, all, found) => {
      await plants.replaceAll(all)
      expect(await read(`${records}${query}`)).toEqual({ total: all.length, records: found })
    },
  )

  test('can be stored, read, and removed one by one', async () => {
    const big = { ...fern, tag: 'big' }
    expect(await read('/records')).toEqual({ resources: [{ name: 'plants', records: 2 }] })
    expect(await read(records, 'POST', big)).toEqual(big)
    expect(await read(`${records}/3`)).toEqual(big)
    expect(await read(`${records}/1`, 'DELETE')).toEqual({})
    expect(await plants.list()).toEqual([big])
  })

  const ids = ['9007199254740992', '9007199254740993', '9223372036854775807', '-9223372036854775808']
  const list = ids.map((id) => `{"id":${id},"name":"${id}"}`)
  test.each<[method: string, body: unknown, left: string[]]>([
    ['PUT', `[${list}]`, list],
    ['PUT', [], []],
    ['DELETE', undefined, []],
  ])('are replaced by %s of %s, with exact ids', async (method, body, left) => {
    expect(await call(method, records, body)).toMatchObject({ status: 200, body: '{}' })
    expect((await call('GET', records)).body).toBe(`{"total":${left.length},"records":[${left}]}`)
    const one = await call('GET', `${records}/9007199254740993`)
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
    await plants.replaceAll([])
    for (const text of sent) await sendPlant(server.url, text, { headers: { 'x-client': 'shop' } })
  })
  const bodies = (list: { request: { body: string } }[]) => list.map(({ request }) => request.body)

  test('are listed with their responses, oldest first, with credentials masked', async () => {
    await fetch(`${server.url}/plants?access_token=s3cret`)
    const list = (await read('/requests')).requests
    expect(bodies(list)).toEqual([...sent, ''])
    expect(list[2]).toEqual({
      number: list[0].number + 2,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      duration: expect.any(Number),
      request: { method: 'POST', path: '/plants', headers: expect.anything(), body: sent[2] },
      operation: 'createPlant',
      response: { status: 409, headers: expect.anything(), body: expect.stringContaining('already stored') },
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
    ['operation=createPlant', [0, 1, 2, 3]],
    ['operation=createPlant&status=409', [2]],
    ['status=404', []],
  ])('?%s lists those that fit', async (query, found) => {
    expect(bodies((await read(`/requests?${query}`)).requests)).toEqual(found.map((at) => sent[at]))
  })

  test('that match a pattern are found and counted', async () => {
    const pattern = '{"body":{"id":9007199254740993},"headers":{"X-CLIENT":"shop"}}'
    expect(bodies((await read('/requests/search', 'POST', pattern)).requests)).toEqual(sent.slice(1, 3))
    expect(await read('/requests/verify', 'POST', pattern)).toEqual({ count: 2, nearest: [] })
  })

  test('that almost match are the three nearest, the last first, if none matches', async () => {
    for (let id = 10; id < 30; id++) await sendPlant(server.url, { id, name: 'Fern' })
    for (const id of [40, 41]) await sendPlant(server.url, { id, name: 'Ficus' })
    const [{ number = 0 } = {}] = requests.all()
    const { count, nearest } = await read('/requests/verify', 'POST', {
      body: { id: 10, name: 'Ficus' },
      status: 200,
    })
    expect(count).toBe(0)
    const found = nearest.map(({ request }: { request: { number: number } }) => request.number - number)
    expect(found).toEqual([25, 24, 4])
    expect(nearest[2].differences).toEqual([{ at: 'body.name', expected: 'Ficus', received: 'Fern' }])
  })

  test('that almost match have exact ids, and omit what was not sent', async () => {
    const differences =
      '[{"at":"body.id","expected":5,"received":9007199254740993},{"at":"body.tag","expected":"tree"}]'
    const pattern = { body: { id: 5, name: 'Ficus', tag: 'tree' } }
    expect((await call('POST', '/requests/verify', pattern)).body).toContain(differences)
  })

  test('are gone after DELETE, and nothing else; those to the control API are not among them', async () => {
    expect(await call('DELETE', '/requests')).toMatchObject({ status: 200, body: '{}' })
    expect(await read('/requests')).toEqual({ requests: [] })
    expect(await read('/requests/verify', 'POST', { status: 200 })).toEqual({ count: 0, nearest: [] })
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

test('POST /requests sends a request as a client does, and shows it in the journal with its response', async () => {
  const headers = { Authorization: 'Bearer local-token', 'Content-Type': 'application/json' }
  const create = { method: 'POST', path: '/plants', headers, body: '{"id":9007199254740993,"name":"Ivy"}' }
  const sent = await read('/requests', 'POST', create)
  expect(sent).toEqual(JSON.parse(stringifyExactJson(requests.last())))
  expect([sent.response.status, await plants.count()]).toEqual([200, 3])
  faults.next('dropped-connection')
  expect(await read('/requests', 'POST', create)).toMatchObject({
    fault: 'dropped-connection',
    response: { status: 0 },
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
  await call('PUT', '/records/plants', [ficus])
  expect(await call('POST', '/reset')).toMatchObject({ status: 200, body: '{}' })
  expect([await plants.list(), requests.size]).toEqual([[fern, monstera], 0])
  expect(await read('/faults')).toEqual({ faults: [], scenario: 'An outage' })
})
