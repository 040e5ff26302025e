import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Contract } from '../../src/contract/contract.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import { createMock, type Mock } from '../../src/mock/create-mock.ts'
import { createMemoryStorage } from '../../src/mock/storage/memory-storage.ts'
import type { MockStorage } from '../../src/mock/storage/mock-storage.ts'
import { bookings } from './bookings.ts'
import { type ShortRequest, sendToMock } from './send-to-mock.ts'

const readExample = (path: string): Contract =>
  toContract(
    JSON.parse(
      readFileSync(new URL(`../../node_modules/@readme/oas-examples/${path}`, import.meta.url), 'utf8'),
    ),
  )

const contracts = {
  bookings: toContract(bookings),
  plants: toContract(parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'))),
  petstore: readExample('3.0/json/petstore.json'),
  'train travel': readExample('3.1/json/train-travel.json'),
}

interface Case {
  title: string
  on: keyof typeof contracts
  /** Requests before; their responses don't matter. */
  before?: ShortRequest[]
  request: ShortRequest
  status: number
  failure?: string
  /** What the body has, among others. */
  body?: unknown
  headers?: Record<string, unknown>
}

const room = { name: 'Blue', kind: 'single' }
const addRoom = { to: 'POST /v1/rooms', body: room }
const pet = { id: 7, name: 'Rex', photoUrls: [] }
const uuid = '3fa85f64-5717-4562-b3fc-2c963f66afa6'
const mergePatch = { 'content-type': 'application/merge-patch+json' }
const jsonPatch = { 'content-type': 'application/json-patch+json' }

const cases: Case[] = [
  {
    title: 'creates a record, with a key, defaults, and times',
    on: 'bookings',
    request: addRoom,
    status: 201,
    body: { id: 1, beds: 1, ...room },
    headers: { location: '/v1/rooms/1' },
  },
  {
    title: 'keeps integers exact',
    on: 'bookings',
    request: { to: 'POST /v1/rooms', body: '{"name":"a","kind":"single","owner":9007199254740993}' },
    status: 201,
    body: { owner: 9007199254740993n },
  },
  {
    title: 'ignores readOnly properties of requests',
    on: 'bookings',
    request: { to: 'POST /v1/rooms', body: { ...room, id: 99 } },
    status: 201,
    body: { id: 1 },
  },
  {
    title: "doesn't show writeOnly properties",
    on: 'bookings',
    before: [{ to: 'POST /v1/rooms', body: { ...room, secret: 'x' } }],
    request: { to: 'GET /v1/rooms/1' },
    status: 200,
    body: expect.not.objectContaining({ secret: 'x' }),
  },
  {
    title: 'works without the base path, too',
    on: 'bookings',
    before: [addRoom],
    request: { to: 'GET /rooms/1' },
    status: 200,
    body: room,
  },
  {
    title: 'lists a page in an envelope',
    on: 'bookings',
    before: [addRoom, addRoom],
    request: { to: 'GET /v1/rooms?limit=1' },
    status: 200,
    body: { items: [expect.objectContaining({ id: 1 })], total: 2, next: '/v1/rooms?limit=1&offset=1' },
  },
  {
    title: 'lists the last page',
    on: 'bookings',
    before: [addRoom, addRoom],
    request: { to: 'GET /v1/rooms?limit=1&offset=1' },
    status: 200,
    body: { items: [expect.objectContaining({ id: 2 })], next: null },
  },
  {
    title: 'filters a list',
    on: 'bookings',
    before: [addRoom, { to: 'POST /v1/rooms', body: { ...room, kind: 'double' } }],
    request: { to: 'GET /v1/rooms?kind=double' },
    status: 200,
    body: { items: [expect.objectContaining({ id: 2 })], total: 1 },
  },
  {
    title: 'sorts a list',
    on: 'bookings',
    before: [addRoom, { to: 'POST /v1/rooms', body: { ...room, name: 'Red' } }],
    request: { to: 'GET /v1/rooms?sort=-name' },
    status: 200,
    body: { items: [expect.objectContaining({ name: 'Red' }), expect.objectContaining({ name: 'Blue' })] },
  },
  {
    title: 'replaces a record',
    on: 'bookings',
    before: [{ to: 'POST /v1/rooms', body: { ...room, note: 'x' } }],
    request: { to: 'PUT /v1/rooms/1', body: { ...room, name: 'Red' } },
    status: 200,
    body: expect.not.objectContaining({ note: 'x' }),
  },
  {
    title: 'rejects to replace an unknown record',
    on: 'bookings',
    request: { to: 'PUT /v1/rooms/1', body: room },
    status: 404,
    failure: 'unknown-record',
  },
  {
    title: 'merges a patch',
    on: 'bookings',
    before: [{ to: 'POST /v1/rooms', body: { ...room, note: 'x' } }],
    request: { to: 'PATCH /v1/rooms/1', body: { beds: 2 }, headers: mergePatch },
    status: 200,
    body: { ...room, note: 'x', beds: 2 },
  },
  {
    title: 'removes a property by a merge patch with null',
    on: 'bookings',
    before: [{ to: 'POST /v1/rooms', body: { ...room, note: 'x' } }],
    request: { to: 'PATCH /v1/rooms/1', body: { note: null }, headers: mergePatch },
    status: 200,
    body: expect.not.objectContaining({ note: expect.anything() }),
  },
  {
    title: 'rejects a patch that removes a required property',
    on: 'bookings',
    before: [addRoom],
    request: { to: 'PATCH /v1/rooms/1', body: { name: null }, headers: mergePatch },
    status: 422,
    failure: 'invalid-body',
    body: { errors: [{ pointer: '/name', detail: '/name is missing' }] },
  },
  {
    title: 'applies a JSON patch',
    on: 'bookings',
    before: [addRoom],
    request: {
      to: 'PATCH /v1/rooms/1',
      body: [{ op: 'replace', path: '/beds', value: 3 }],
      headers: jsonPatch,
    },
    status: 200,
    body: { ...room, beds: 3 },
  },
  {
    title: 'rejects a JSON patch whose test fails',
    on: 'bookings',
    before: [addRoom],
    request: { to: 'PATCH /v1/rooms/1', body: [{ op: 'test', path: '/beds', value: 3 }], headers: jsonPatch },
    status: 422,
    failure: 'invalid-body',
  },
  {
    title: 'removes a record',
    on: 'bookings',
    before: [addRoom],
    request: { to: 'DELETE /v1/rooms/1' },
    status: 204,
    body: '',
  },
  {
    title: 'finds nothing where a record was removed',
    on: 'bookings',
    before: [addRoom, { to: 'DELETE /v1/rooms/1' }],
    request: { to: 'GET /v1/rooms/1' },
    status: 404,
    failure: 'unknown-record',
    body: { detail: 'there is no room with the roomId "1"' },
  },
  {
    title: "doesn't use a key again",
    on: 'bookings',
    before: [addRoom, { to: 'DELETE /v1/rooms/1' }],
    request: addRoom,
    status: 201,
    body: { id: 2 },
  },
  {
    title: 'creates a nested record',
    on: 'bookings',
    before: [addRoom],
    request: { to: 'POST /v1/rooms/1/bookings', body: { guest: 'Ada' } },
    status: 201,
    body: { roomId: 1, guest: 'Ada' },
  },
  {
    title: 'rejects a nested record of nobody',
    on: 'bookings',
    request: { to: 'POST /v1/rooms/1/bookings', body: { guest: 'Ada' } },
    status: 404,
    failure: 'unknown-record',
  },
  {
    title: 'creates a record by PUT',
    on: 'bookings',
    before: [addRoom],
    request: { to: `PUT /v1/rooms/1/bookings/${uuid}`, body: { guest: 'Ada' } },
    status: 201,
    body: { id: uuid, roomId: 1 },
  },
  {
    title: 'replaces what was created by PUT',
    on: 'bookings',
    before: [addRoom, { to: `PUT /v1/rooms/1/bookings/${uuid}`, body: { guest: 'Ada' } }],
    request: { to: `PUT /v1/rooms/1/bookings/${uuid}`, body: { guest: 'Bob' } },
    status: 200,
    body: { guest: 'Bob' },
  },
  {
    title: 'hides a nested record under another parent',
    on: 'bookings',
    before: [addRoom, addRoom, { to: `PUT /v1/rooms/1/bookings/${uuid}`, body: { guest: 'Ada' } }],
    request: { to: `GET /v1/rooms/2/bookings/${uuid}` },
    status: 404,
    failure: 'unknown-record',
  },
  {
    title: 'removes nested records with their parent',
    on: 'bookings',
    before: [
      addRoom,
      { to: `PUT /v1/rooms/1/bookings/${uuid}`, body: { guest: 'Ada' } },
      { to: 'DELETE /v1/rooms/1' },
    ],
    request: { to: `GET /v1/rooms/1/bookings/${uuid}` },
    status: 404,
    failure: 'unknown-record',
  },
  {
    title: 'answers HEAD like GET, without a body',
    on: 'bookings',
    before: [addRoom],
    request: { to: 'HEAD /v1/rooms/1' },
    status: 200,
    body: '',
    headers: { etag: expect.any(String) },
  },
  {
    title: 'rejects an old If-Match',
    on: 'bookings',
    before: [addRoom],
    request: { to: 'PUT /v1/rooms/1', body: room, headers: { 'if-match': '"old"' } },
    status: 412,
    failure: 'precondition-failed',
  },
  {
    title: 'answers a repeated idempotency key with the first response',
    on: 'bookings',
    before: [{ ...addRoom, headers: { 'idempotency-key': 'k' } }],
    request: { ...addRoom, headers: { 'idempotency-key': 'k' } },
    status: 201,
    body: { id: 1 },
  },
  {
    title: 'rejects an idempotency key of another request',
    on: 'bookings',
    before: [{ ...addRoom, headers: { 'idempotency-key': 'k' } }],
    request: { to: 'POST /v1/rooms', body: { ...room, beds: 9 }, headers: { 'idempotency-key': 'k' } },
    status: 422,
    failure: 'reused-idempotency-key',
  },
  {
    title: 'lists all problems of a body at once',
    on: 'bookings',
    request: { to: 'POST /v1/rooms', body: { name: '', beds: 0 } },
    status: 422,
    failure: 'invalid-body',
    body: {
      errors: expect.arrayContaining([
        { pointer: '/kind', detail: '/kind is missing' },
        { pointer: '/beds', detail: '/beds must be an integer from 1, got 0' },
      ]),
    },
  },
  {
    title: 'lists all problems of parameters at once',
    on: 'bookings',
    request: { to: 'GET /v1/rooms?limit=0&kind=x' },
    status: 400,
    failure: 'invalid-parameter',
    body: {
      detail: expect.stringMatching(/limit must be .* got 0; .*kind must be single or double, got "x"/),
    },
  },
  {
    title: 'rejects a missing key',
    on: 'bookings',
    request: { to: 'GET /v1/rooms', headers: { 'x-api-key': 'invalid-token' } },
    status: 401,
    failure: 'invalid-credentials',
  },
  {
    title: 'rejects an undocumented content type',
    on: 'bookings',
    request: { ...addRoom, headers: { 'content-type': 'text/plain' } },
    status: 415,
    failure: 'unsupported-media-type',
  },
  {
    title: 'rejects a body that is no JSON',
    on: 'bookings',
    request: { to: 'POST /v1/rooms', body: '{' },
    status: 400,
    failure: 'malformed-body',
  },
  {
    title: 'rejects a missing body',
    on: 'bookings',
    request: { to: 'POST /v1/rooms' },
    status: 400,
    failure: 'missing-body',
  },
  {
    title: 'rejects an unknown path',
    on: 'bookings',
    request: { to: 'GET /v1/halls' },
    status: 404,
    failure: 'unknown-path',
    headers: { 'content-type': 'application/problem+json' },
  },
  {
    title: 'rejects an undocumented method',
    on: 'bookings',
    request: { to: 'DELETE /v1/rooms' },
    status: 405,
    failure: 'method-not-allowed',
    headers: { allow: 'GET, POST, HEAD' },
  },
  {
    title: 'responds with the documented example',
    on: 'bookings',
    request: { to: 'POST /v1/rooms/1/close' },
    status: 200,
    body: { closed: true, by: 'day' },
  },
  {
    title: 'responds with an example by its name',
    on: 'bookings',
    request: { to: 'POST /v1/rooms/1/close', headers: { prefer: 'example=night' } },
    status: 200,
    body: { by: 'night' },
  },
  {
    title: 'responds with a documented status',
    on: 'bookings',
    request: { to: 'POST /v1/rooms/1/close', headers: { prefer: 'code=404' } },
    status: 404,
    failure: 'forced',
  },
  {
    title: 'honors Accept',
    on: 'bookings',
    request: { to: 'GET /v1/report', headers: { accept: 'application/json;q=0.2, text/csv' } },
    status: 200,
    headers: { 'content-type': 'text/csv' },
  },
  {
    title: 'rejects an Accept that nothing matches',
    on: 'bookings',
    request: { to: 'GET /v1/report', headers: { accept: 'image/png' } },
    status: 406,
    failure: 'not-acceptable',
  },
  {
    title: 'needs no credentials where none are required',
    on: 'bookings',
    request: { to: 'GET /v1/report', headers: { 'x-api-key': '' } },
    status: 200,
  },

  {
    title: 'shows only what the response has',
    on: 'plants',
    request: { to: 'POST /plants', body: { id: 1, name: 'Fern' } },
    status: 200,
    body: { name: 'Fern' },
  },
  {
    title: 'rejects a stored key',
    on: 'plants',
    before: [{ to: 'POST /plants', body: { id: 1, name: 'Fern' } }],
    request: { to: 'POST /plants', body: { id: 1, name: 'Fern' } },
    status: 409,
    failure: 'duplicate-key',
    body: { error: 40901, message: 'a plant with the id 1 is already stored' },
  },
  {
    title: 'rejects a number that int64 has not',
    on: 'plants',
    request: { to: 'POST /plants', body: '{"id":9223372036854775808,"name":"a"}' },
    status: 400,
    failure: 'invalid-body',
    body: {
      error: 40003,
      message: expect.stringContaining(
        '/id must be an integer from -9223372036854775808 to 9223372036854775807',
      ),
    },
  },

  {
    title: 'creates with the key of the client',
    on: 'petstore',
    request: { to: 'POST /v2/store/order', body: { id: 3, petId: 7 } },
    status: 200,
    body: { id: 3, petId: 7 },
  },
  {
    title: 'says where a record is, if no response is documented',
    on: 'petstore',
    request: { to: 'POST /v2/pet', body: pet },
    status: 201,
    headers: { location: '/v2/pet/1' },
  },
  {
    title: 'reads what was created',
    on: 'petstore',
    before: [{ to: 'POST /v2/pet', body: pet }],
    request: { to: 'GET /v2/pet/1' },
    status: 200,
    body: { name: 'Rex' },
  },
  {
    title: 'answers in XML, if a client wants it',
    on: 'petstore',
    before: [{ to: 'POST /v2/pet', body: pet }],
    request: { to: 'GET /v2/pet/1', headers: { accept: 'application/xml' } },
    status: 200,
    body: expect.stringContaining('<name>Rex</name>'),
  },

  {
    title: 'wraps a record in an envelope',
    on: 'train travel',
    request: { to: 'POST /bookings', body: { trip_id: uuid, passenger_name: 'Ada' } },
    status: 201,
    body: { trip_id: uuid, passenger_name: 'Ada' },
  },
  {
    title: 'rejects with a documented status and its body',
    on: 'train travel',
    request: { to: `GET /bookings/${uuid}` },
    status: 404,
    failure: 'unknown-record',
    headers: { 'content-type': 'application/problem+json' },
    body: { detail: `there is no booking with the bookingId "${uuid}"` },
  },
]

describe.each(Object.keys(contracts) as (keyof typeof contracts)[])('a mock of %s', (name) => {
  test.each(cases.filter(({ on }) => on === name))(
    '$title',
    async ({ before = [], request, status, failure, body, headers }) => {
      const mock: Mock = createMock({ contract: contracts[name] })
      for (const one of before) await sendToMock(mock, one)
      const response = await sendToMock(mock, request)
      expect(response).toMatchObject({ status, ...(headers && { headers }) })
      expect(response.failure).toBe(failure)
      if (typeof body === 'object' && !('asymmetricMatch' in (body as object)))
        expect(response.body).toMatchObject(body as object)
      else if (body !== undefined) expect(response.body).toEqual(body)
    },
  )
})

describe('options of a mock', () => {
  const contract = contracts.bookings

  test('seed stores records, also nested ones', async () => {
    const mock = createMock({
      contract,
      seed: { rooms: [{ id: 5, ...room }], bookings: [{ id: uuid, roomId: 5, guest: 'Ada' }] },
    })
    expect(mock.records('rooms').list()).toEqual([{ id: 5, ...room }])
    expect((await sendToMock(mock, { to: `GET /rooms/5/bookings/${uuid}` })).body).toMatchObject({
      guest: 'Ada',
    })
  })
  test('reset restores the seed', async () => {
    const mock = createMock({ contract, seed: { rooms: [{ id: 5, ...room }] } })
    await sendToMock(mock, addRoom)
    await mock.reset()
    expect(mock.records('rooms').count()).toBe(1)
    expect(mock.requests.size).toBe(0)
  })
  test('credentials are the only valid ones', async () => {
    const mock = createMock({ contract, credentials: { key: ['one', 'two'] } })
    expect((await sendToMock(mock, { to: 'GET /rooms', headers: { 'x-api-key': 'two' } })).status).toBe(200)
    expect((await sendToMock(mock, { to: 'GET /rooms' })).failure).toBe('invalid-credentials')
  })
  test('responses documented uses no other status', async () => {
    const mock = createMock({ contract: contracts.plants, responses: 'documented' })
    for (const body of [undefined, '{', '{"id":1}', '{"id":1,"name":"a"}', '{"id":1,"name":"a"}']) {
      const { status } = await sendToMock(mock, { to: 'POST /plants', body })
      expect([200, 400]).toContain(status)
    }
  })
  test('responses change single failures', async () => {
    const mock = createMock({
      contract,
      responses: {
        'invalid-body': { status: 400, properties: { type: 'https://hotel.example/invalid' } },
        'unknown-record': { status: 410, headers: { 'X-Reason': 'gone' }, body: { gone: true } },
        'unsupported-media-type': { body: 'no' },
      },
    })
    expect(await sendToMock(mock, { to: 'POST /rooms', body: { name: 1 } })).toMatchObject({
      status: 400,
      body: { type: 'https://hotel.example/invalid', detail: expect.stringContaining('/name') },
    })
    expect(await sendToMock(mock, { to: 'GET /rooms/9' })).toMatchObject({
      status: 410,
      headers: { 'x-reason': 'gone', 'content-type': 'application/json' },
      body: { gone: true },
    })
    const text = { to: 'POST /rooms', body: 'x', headers: { 'content-type': 'text/plain' } }
    expect(await sendToMock(mock, text)).toMatchObject({ status: 415, body: 'no' })
  })
  test.each([
    ['reject', 409, 'a', undefined],
    ['replace', 200, 'b', 'b'],
    ['keep', 200, 'a', 'a'],
  ] as const)('onDuplicate: %s', async (onDuplicate, status, stored, shown) => {
    const mock = createMock({ contract: contracts.plants, onDuplicate })
    const send = (name: string) => sendToMock(mock, { to: 'POST /plants', body: { id: 1, name } })
    await send('a')
    const response = await send('b')
    expect([response.status, response.body.name]).toEqual([status, shown])
    expect(mock.records('plants').list()).toEqual([{ id: 1, name: stored }])
  })
  test('unknownProperties: reject lists what the description does not name, at any depth', async () => {
    const mock = createMock({ contract: contracts.petstore, unknownProperties: 'reject' })
    const wrong = {
      ...pet,
      nickname: 'R',
      category: { id: 1, nmae: 'dogs' },
      tags: [{ id: 1 }, { nme: 'a' }],
    }
    const { failure, reason } = await mock.handle({
      method: 'POST',
      path: '/pet',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
      body: JSON.stringify(wrong),
    })
    expect(failure).toBe('invalid-body')
    for (const place of ['/nickname', '/category/nmae', '/tags/1/nme'])
      expect(reason).toContain(`${place} isn't a known property`)
    expect((await sendToMock(mock, { to: 'POST /pet', body: pet })).status).toBe(201)
  })
  test('order says which mistake comes first', async () => {
    const mock = createMock({ contract, order: ['body'] })
    expect(
      (await sendToMock(mock, { to: 'POST /rooms', body: '{', headers: { 'x-api-key': 'invalid-token' } }))
        .failure,
    ).toBe('malformed-body')
  })
  test('maxBody limits bodies', async () => {
    const mock = createMock({ contract, maxBody: 10 })
    expect((await sendToMock(mock, addRoom)).failure).toBe('body-too-large')
  })
  test('respond runs code of your own, with the records', async () => {
    const mock = createMock({
      contract,
      respond: {
        closeRoom: ({ parameters }, { records }) => ({
          status: 202,
          body: { room: parameters.path['roomId'], rooms: records('rooms').count() },
        }),
        report: { body: { rooms: 0 } },
      },
    })
    await sendToMock(mock, addRoom)
    expect(await sendToMock(mock, { to: 'POST /rooms/1/close' })).toMatchObject({
      status: 202,
      body: { room: 1, rooms: 1 },
    })
    expect((await sendToMock(mock, { to: 'GET /report' })).body).toEqual({ rooms: 0 })
  })
  test('faults apply to one operation', async () => {
    const mock = createMock({ contract })
    mock.faults.next('dropped-connection', { operation: 'report' })
    expect((await sendToMock(mock, { to: 'GET /rooms' })).status).toBe(200)
    await expect(mock.fetch('http://localhost/report')).rejects.toThrow('fetch failed')
    expect((await mock.fetch('http://localhost/report')).status).toBe(200)
  })
  test('the journal has every request', async () => {
    const mock = createMock({ contract })
    await sendToMock(mock, addRoom)
    expect(mock.requests.last({ path: '/v1/rooms' })).toMatchObject({
      request: { method: 'POST' },
      answer: { status: 201 },
    })
  })
  test('memory needs no promise', () => {
    const mock = createMock({ contract })
    expect(mock.handle({ method: 'GET', path: '/report' })).not.toBeInstanceOf(Promise)
  })
  test.each<[title: string, own: unknown]>([
    ['a status that HTTP has not', { status: 2000 }],
    ['a header with a line break', { headers: { 'x-a': 'a\nb' } }],
    ['a misspelled name', { staus: 201 }],
    ['no object', 5],
  ])('respond with %s is an error, in code a 500 that names the operation', async (_title, own) => {
    expect(() => createMock({ contract, respond: { report: own as object } })).toThrow(/respond\.report/)
    for (const code of [() => own, async () => own]) {
      const mock = createMock({ contract, respond: { report: code as () => object } })
      const { status, reason } = await mock.handle({
        method: 'GET',
        path: '/report',
        headers: { 'x-api-key': 'k' },
      })
      expect([status, reason]).toEqual([500, expect.stringContaining('the response of report')])
    }
  })
  test('an error in code of your own is a 500 that says it whole', async () => {
    const message = `cannot reach ${'the inventory database '.repeat(5)}`
    const respond = {
      report: () => Promise.reject(new Error(message)),
      closeRoom: (_: unknown, { records }: { records(name: string): unknown }) =>
        records('nope') as undefined,
    }
    const mock = createMock({ contract, respond })
    expect((await sendToMock(mock, { to: 'GET /report' })).body.detail).toContain(message)
    expect((await sendToMock(mock, { to: 'POST /rooms/1/close' })).body.detail).toContain(
      'there is no resource "nope"',
    )
    expect(mock.requests.all().map(({ answer }) => answer?.status)).toEqual([500, 500])
  })
  test('records are copies, so that a test changes nothing by accident', async () => {
    const seed = { rooms: [{ id: 1, ...room }] }
    const mock = createMock({ contract, seed })
    const change = (value: unknown) => Object.assign(value as object, { name: 'changed' })
    change(mock.records('rooms').get(1))
    change((mock.records('rooms').list() as unknown[])[0])
    change(mock.records('rooms').put({ id: 2, ...room }))
    change(seed.rooms[0])
    await mock.reset()
    expect(mock.records('rooms').list()).toEqual([{ id: 1, ...room }])
  })
  test('a change of options keeps records, idempotency keys, and made keys', async () => {
    const mock = createMock({ contract })
    const add = { ...addRoom, headers: { 'idempotency-key': 'a' } }
    await sendToMock(mock, add)
    await Promise.all([mock.configure({ latency: 1 }), mock.configure({ maxBody: 500 })])
    expect(mock.settings).toMatchObject({ latency: 1, maxBody: 500 })
    await sendToMock(mock, add)
    expect(await mock.records('rooms').count()).toBe(1)
    const booking = { to: 'POST /rooms/1/bookings', body: { guest: 'Ada' } }
    const ids = new Set<string>()
    for (let round = 0; round < 3; round++) {
      ids.add((await sendToMock(mock, booking)).body.id)
      await mock.configure({ latency: 0 })
    }
    expect(ids.size).toBe(3)
  })
  test('a fault with a status gets the body that errors of the description have', async () => {
    const mock = createMock({ contract })
    mock.faults.next({ status: 503, operation: 'report', headers: { 'retry-after': '1' } })
    expect(await sendToMock(mock, { to: 'GET /report' })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1', 'content-type': 'application/problem+json' },
      body: { status: 503 },
    })
  })
  test.each<[title: string, use: (mock: Mock) => unknown]>([
    ['a fault', (mock) => mock.faults.next({ fault: 'internal-error', operation: 'reprot' })],
    ['a pattern of requests', (mock) => mock.requests.count({ operation: 'reprot' })],
    ['a pattern to be nearest to', (mock) => mock.requests.nearest({ operation: 'reprot' })],
  ])('%s with an unknown operation is an error', (_title, use) => {
    expect(() => use(createMock({ contract }))).toThrow('operation is no operation of the description')
  })
  test('a nested record is found without its owners, if no other one has its key', async () => {
    const own = (id: number) => ({ id: uuid, roomId: id, guest: `guest of ${id}` })
    const rooms = [1, 2].map((id) => ({ id, ...room }))
    const mock = createMock({ contract, seed: { rooms, bookings: [own(1)] } })
    const bookingsOf = mock.records('bookings')
    expect(bookingsOf.get(uuid)).toEqual(own(1))
    bookingsOf.put(own(2))
    expect(() => bookingsOf.get(uuid)).toThrow('2 records of bookings have the key')
    expect(bookingsOf.get(uuid, [2])).toEqual(own(2))
    expect([bookingsOf.remove(uuid, [2]), bookingsOf.remove(uuid), bookingsOf.count()]).toEqual([
      true,
      true,
      0,
    ])
  })
  test('the error code is the word of an enum that means the status', async () => {
    const described = structuredClone(bookings)
    Object.assign(described.components.schemas.Problem.properties, {
      code: { enum: ['INVALID', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT', 'RATE_LIMITED', 'INTERNAL'] },
    })
    Object.assign(described.components.schemas.Problem, { required: ['code'] })
    const mock = createMock({ contract: toContract(described) })
    const codeOf = async (request: ShortRequest) => (await sendToMock(mock, request)).body.code
    expect(await codeOf({ to: 'GET /rooms', headers: { 'x-api-key': 'invalid-token' } })).toBe('UNAUTHORIZED')
    expect(await codeOf({ to: 'GET /rooms/7' })).toBe('NOT_FOUND')
    expect(await codeOf({ to: 'POST /rooms', body: {} })).toBe('INVALID')
    for (const [status, code] of [
      [429, 'RATE_LIMITED'],
      [500, 'INTERNAL'],
      [409, 'CONFLICT'],
    ] as const) {
      mock.faults.next({ status })
      expect(await codeOf({ to: 'GET /rooms' })).toBe(code)
    }
  })
  test('a new record has the current time, the first state, and null for what is not there yet', async () => {
    const described = structuredClone(bookings)
    Object.assign(described.components.schemas.Room.properties, {
      openedAt: { type: 'string', format: 'date-time', readOnly: true },
      closedAt: { type: ['string', 'null'], format: 'date-time', readOnly: true },
      state: { enum: ['open', 'closed'], readOnly: true },
    })
    const now = () => new Date('2026-05-04T03:02:01Z')
    const mock = createMock({ contract: toContract(described), now })
    const made = { openedAt: '2026-05-04T03:02:01.000Z', closedAt: null, state: 'open' }
    expect((await sendToMock(mock, addRoom)).body).toMatchObject(made)
    expect((await sendToMock(mock, { to: 'GET /rooms' })).body.items).toMatchObject([made])
  })
  test('a list shows a record of the seed as the record alone', async () => {
    const mock = createMock({
      contract,
      seed: {
        rooms: [
          { id: 1, ...room },
          { id: 2, ...room },
        ],
      },
    })
    const { items } = (await sendToMock(mock, { to: 'GET /rooms' })).body
    expect(items).toEqual([
      (await sendToMock(mock, { to: 'GET /rooms/1' })).body,
      (await sendToMock(mock, { to: 'GET /rooms/2' })).body,
    ])
  })
  test('a seed may leave out keys, but not have one twice', () => {
    const rooms = [{ ...room }, { id: 1, ...room }, { ...room }]
    const stored = createMock({ contract, seed: { rooms } }).records('rooms').list() as { id: number }[]
    expect(stored.map(({ id }) => id).sort()).toEqual([1, 2, 3])
    const twice = {
      rooms: [
        { id: 1, ...room },
        { id: 1, ...room },
      ],
    }
    expect(() => createMock({ contract, seed: twice })).toThrow('rooms[1] has the same key as rooms[0]')
  })
  test('changes of one record wait for each other, also on a storage that takes time', async () => {
    const storage = createMemoryStorage()
    const slowly =
      <Given extends unknown[], Result>(use: (...given: Given) => Result) =>
      async (...given: Given) => {
        await new Promise((resolve) => setImmediate(resolve))
        return use(...given)
      }
    const slow = {
      resource(name: string) {
        const { insert, put, get, remove, list, count, replaceAll } = storage.resource(name)
        return {
          insert: slowly(insert),
          put: slowly(put),
          get: slowly(get),
          remove: slowly(remove),
          list: slowly(list),
          count: slowly(count),
          replaceAll: slowly(replaceAll),
        }
      },
    }
    const mock = createMock({ contract, storage: slow as unknown as MockStorage })
    const add = { ...addRoom, headers: { 'idempotency-key': 'a' } }
    await Promise.all([sendToMock(mock, add), sendToMock(mock, add)])
    expect(await mock.records('rooms').count()).toBe(1)
    const patch = (body: object) => ({ to: 'PATCH /rooms/1', body, headers: mergePatch })
    await Promise.all([
      sendToMock(mock, patch({ name: 'Red' })),
      sendToMock(mock, patch({ beds: 3 })),
      mock.configure({ maxBody: 500 }),
    ])
    expect(await mock.records('rooms').get(1)).toMatchObject({ name: 'Red', beds: 3 })
  })
  test('the journal masks the keys of the description', async () => {
    const masked = structuredClone(bookings)
    masked.components.securitySchemes.key = { type: 'apiKey', in: 'query', name: 'who' } as never
    const mock = createMock({ contract: toContract(masked) })
    await mock.handle({ method: 'GET', path: '/rooms?who=SECRET' })
    expect(JSON.stringify(mock.requests.all())).not.toContain('SECRET')
  })
  test.each([
    [{ credentials: { other: 'x' } }, 'credentials.other is no security scheme; the schemes are key'],
    [{ seed: { halls: [] } }, 'seed.halls is no resource; the resources are rooms, bookings'],
    [{ respond: { open: {} } }, 'respond.open is no operation'],
    [{ responses: { 'invalid-plant': {} } }, 'invalid-plant'],
    [{ responses: { 'invalid-body': { status: 200 } } }, 'responses.invalid-body.status must be'],
    [{ onDuplicate: 'drop' }, 'onDuplicate must be one of reject, replace, keep'],
    [{ latencey: 5 }, 'latencey'],
    [{ seed: { rooms: [{ id: 'x' }] } }, 'is no record of rooms'],
  ])('%j is an error', (wrong, message) => {
    expect(() => createMock({ contract, ...(wrong as object) })).toThrow(message)
  })
})
