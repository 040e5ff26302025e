import { describe, expect, test } from 'vitest'
import { createMock, type Mock } from '../../src/mock/create-mock.ts'
import { addRoom, contracts, jsonPatch, mergePatch, pet, room, uuid } from './contracts.ts'
import { type ShortRequest, sendToMock } from './send-to-mock.ts'

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
    title: 'lists a page in an envelope',
    on: 'bookings',
    before: [addRoom, addRoom],
    request: { to: 'GET /v1/rooms?limit=1' },
    status: 200,
    body: { items: [expect.objectContaining({ id: 1 })], total: 2, next: '/v1/rooms?limit=1&offset=1' },
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
    before: [addRoom],
    request: { to: 'POST /v1/rooms/1/close' },
    status: 200,
    body: { closed: true, by: 'day' },
  },
  {
    title: 'rejects an action on a record that is not stored, if the description says how',
    on: 'bookings',
    request: { to: 'POST /v1/rooms/1/close' },
    status: 404,
    failure: 'unknown-record',
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

describe.each([...new Set(cases.map(({ on }) => on))])('a mock of %s', (name) => {
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
