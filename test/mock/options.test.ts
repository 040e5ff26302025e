import { describe, expect, test } from 'vitest'
import { toContract } from '../../src/contract/to-contract.ts'
import { createMock, type Mock } from '../../src/mock/create-mock.ts'
import { createMemoryStorage } from '../../src/mock/storage/memory-storage.ts'
import type { MockStorage } from '../../src/mock/storage/mock-storage.ts'
import { bookings } from './bookings.ts'
import { addRoom, contracts, mergePatch, pet, room, uuid } from './contracts.ts'
import { type ShortRequest, sendToMock } from './send-to-mock.ts'

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
      response: { status: 201 },
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
    expect(mock.requests.all().map(({ response }) => response?.status)).toEqual([500, 500])
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
