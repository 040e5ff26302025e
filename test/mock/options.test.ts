import { describe, expect, test } from 'vitest'
import { toContract } from '../../src/contract/to-contract.ts'
import { createMock, type MockOptions } from '../../src/mock/create-mock.ts'
import { createMemoryStorage } from '../../src/mock/storage/memory-storage.ts'
import { expectRefused } from '../tools/refused.ts'
import { bookings } from './bookings.ts'
import { addRoom, contracts, mergePatch, pet, room, uuid } from './contracts.ts'
import { type ShortRequest, sendToMock } from './send-to-mock.ts'
import { createSlowStorage } from './slow-storage.ts'

describe('options of a mock', () => {
  const contract = contracts.bookings

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
  test('unknownParameters: reject lists the query parameters that the description does not name', async () => {
    const mock = createMock({ contract: contracts.petstore, unknownParameters: 'reject' })
    const headers = { authorization: 'Bearer x' }
    const list = (query: string) =>
      mock.handle({ method: 'GET', path: `/pet/findByStatus?status=available${query}`, headers })
    expect(await list('')).toMatchObject({ status: 200 })
    expect(await list('&stauts=sold&x[0]=1')).toMatchObject({
      failure: 'invalid-parameter',
      reason: `the query parameter "stauts" isn't known; known are status; the query parameter "x[0]" isn't known; known are status`,
    })
  })
  test('respond runs code of your own, with the records', async () => {
    const mock = createMock({
      contract,
      respond: {
        closeRoom: ({ parameters }, { records }) => ({
          status: 202,
          body: { room: parameters.path['roomId'], rooms: records('rooms').count() },
        }),
      },
    })
    await sendToMock(mock, addRoom)
    expect(await sendToMock(mock, { to: 'POST /rooms/1/close' })).toMatchObject({
      status: 202,
      body: { room: 1, rooms: 1 },
    })
  })
  test('faults apply to one operation, with the body that errors of the description have', async () => {
    const mock = createMock({ contract })
    mock.faults.next({ status: 503, operation: 'report', headers: { 'retry-after': '1' } })
    expect((await sendToMock(mock, { to: 'GET /rooms' })).status).toBe(200)
    expect(await sendToMock(mock, { to: 'GET /report' })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1', 'content-type': 'application/problem+json' },
      body: { status: 503 },
    })
    expect((await sendToMock(mock, { to: 'GET /report' })).status).toBe(200)
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
    const mock = createMock({ contract, storage: createSlowStorage() })
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
})

const inResponses = (...rows: unknown[]) => rows.map((row) => ({ responses: { 'duplicate-key': row } }))
const withHeaders = (...all: unknown[]) => inResponses(...all.map((headers) => ({ headers })))
const withFaults = (...faults: unknown[]) =>
  faults.map((fault) => ({ scenario: { title: 'One', steps: [fault] } }))
const ash = { id: 1, name: 'Ash' }

/** Options that are invalid for the plant store; a recording has their messages. */
const rejected: readonly unknown[] = [
  null,
  { latencey: 5 },
  { contract: {} },
  ...[5, ['ok', 5], ['a b'], 'Bearer secret', { other: 'x' }].map((credentials) => ({ credentials })),
  ...[-1, 2 ** 32].map((randomSeed) => ({ randomSeed })),
  ...['strict', { 'no-such': {} }].map((responses) => ({ responses })),
  ...inResponses(409, { status: 399 }, { status: 600 }, { properties: 5 }, { code: 5 }),
  ...withHeaders({ 'X-Count': 5 }, { 'X Y': '5' }, null, 'x: y', ['x: y'], new Headers({ x: 'y' })),
  ...withHeaders({ 'Content-Length': '5' }, { 'transfer-encoding': '5' }, { Connection: '5' }),
  ...withHeaders({ 'X-Name': 'a\nb', Location: undefined }),
  { respond: { open: {} } },
  { respond: { createPlant: 5 } },
  { onDuplicate: 'merge' },
  { seed: 'garden' },
  { seed: { rooms: [] } },
  { seed: { plants: [ash, { id: 1n, name: 'Fern' }] } },
  { seed: { plants: [ash, { id: 'x' }] } },
  { seed: { plants: [5] } },
  ...[-1, 3_600_001, [5, 1], [1, 2, 3]].map((latency) => ({ latency })),
  ...[0, 2 ** 30 + 1].map((maxBody) => ({ maxBody })),
  { unknownProperties: 'merge' },
  { order: ['path'] },
  ...[true, ['http://localhost:3000/'], ['http://*'], ['localhost'], [5]].map((cors) => ({ cors })),
  ...[1.5, 10_000_001].map((journal) => ({ journal })),
  ...[Promise.resolve(createMemoryStorage()), null].map((storage) => ({ storage })),
  { now: 5 },
  ...[5, { newPet: 5 }, { newPet: 'http://a:b@c' }, { newPet: { after: 'a' } }].map((webhooks) => ({
    webhooks,
  })),
  { webhooks: { newPet: { url: 'http://localhost', after: [] } } },
  { webhooks: { newPet: 'http://localhost' } },
  ...[true, 'localhost', ['localhost:80']].map((allowCallbacks) => ({ allowCallbacks })),
  { scenario: { title: 'None', steps: [] } },
  { scenario: { steps: [{}] } },
  ...withFaults(
    'x',
    { fault: 'no-such' },
    { delay: -1 },
    { delay: 3_600_001 },
    { chance: 2 },
    { chance: -0.1 },
  ),
  ...withFaults(
    { requests: 0 },
    { requests: 1_000_001 },
    { requests: 'often' },
    { falt: 'invalid-credentials' },
  ),
  ...withFaults({ ['x'.repeat(41)]: 1 }, { path: 'orders' }, { path: '/orders?a=1' }, { path: '/a#b' }),
  ...withFaults({ path: `/${'x'.repeat(2000)}` }, { path: 1 }, { operation: 'createPlan' }),
]

test('invalid options are rejected, with the messages of the recording', () =>
  expectRefused('rejected-options', rejected, (options) => createMock(options as MockOptions)))

test('credentials without a scheme need one of bearer tokens, or only one', () => {
  const described = structuredClone(bookings)
  Object.assign(described.components.securitySchemes, { user: { type: 'http', scheme: 'basic' } })
  const contract = toContract(described)
  const create = (credentials: MockOptions['credentials']) => () =>
    createMock({ contract, ...(credentials && { credentials }) })
  const message =
    'credentials must be an object by scheme, since there is no scheme of bearer tokens; the schemes are key, user'
  expect(create('x')).toThrow(message)
  expect(create({ user: 'ada' })).toThrow('credentials of user must each be user:password')
  expect(create({ user: 'ada:secret' })).not.toThrow()
})

test.each<MockOptions>([
  { credentials: ['a-._~+/=='] },
  { randomSeed: 0 },
  { randomSeed: 2 ** 32 - 1 },
  { responses: { preset: 'documented', 'duplicate-key': { status: 599, properties: {} } } },
  { responses: { 'duplicate-key': { headers: { 'X-A': 'é\t~', "!#$%&'*+.^`|~-": ' ' }, body: null } } },
  { latency: [0, 3_600_000] },
  { latency: 3_600_000 },
  { maxBody: 1 },
  { maxBody: 2 ** 30 },
  { unknownProperties: 'ignore', onDuplicate: 'reject', responses: 'usual' },
  { cors: ['capacitor://localhost', 'tauri://localhost', 'app://-', 'chrome-extension://abcdef'] },
  { cors: ['http://localhost:3000', 'https://a.example'] },
  { cors: false },
  { journal: 0 },
  { journal: 10_000_000 },
])('%o is accepted', (options) => {
  expect(() => createMock(options)).not.toThrow()
})
