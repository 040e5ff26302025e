import { describe, expect, test } from 'vitest'
import { createMock, type Mock, type RequestPattern } from '../../src/index.ts'
import { toContract } from '../../src/mock/mock.ts'
import '../../src/adapters/vitest/vitest.ts'
import { bookings } from '../mock/bookings.ts'
import { sendPlant } from '../tools/send.ts'
import { catchError, expectFailures } from './catch-error.ts'

/** A created plant, and a rejected one. */
async function createUsedMock(): Promise<Mock> {
  const mock = createMock()
  await sendPlant(mock, '{"id":9007199254740993,"name":"Fern","tag":"fern"}')
  await sendPlant(mock, { id: 2, name: 'Ivy' }, { token: 'invalid-token' })
  return mock
}

const contract = toContract(bookings)
const room = { name: 'Blue', kind: 'single' }

/** A room that was created, and another one that was changed and removed. */
async function createHotel() {
  const mock = createMock({ contract, now: () => new Date(0), seed: { rooms: [{ id: 7, ...room }] } })
  const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
  const send = (method: string, path: string, body: object = {}) =>
    mock.handle({ method, path, headers, body: JSON.stringify(body) })
  await send('PUT', '/v1/rooms/7', { ...room, name: 'Red' })
  await send('POST', '/v1/rooms', room)
  await send('DELETE', '/v1/rooms/7')
  return mock
}

/** Two submits of one plant with a property too many, of which the first waits, and a stray request. */
async function createBusyMock() {
  const mock = createMock()
  mock.faults.hold()
  void sendPlant(mock, { id: 1, name: 'Fern', tag: '', note: 'x' })
  await sendPlant(mock, { id: 1, name: 'Fern', tag: '', note: 'x' })
  mock.handle({ method: 'GET', path: '/plants' })
  return mock
}

const fern = { id: 1, name: 'Fern' }
const received = { body: fern }

describe('what passes', () => {
  test.each([
    [undefined],
    [{}],
    [{ body: { id: 9007199254740993n } }],
    [{ operation: 'createPlant', body: { name: 'Ivy' }, status: 401 }],
    [{ failure: 'invalid-credentials' }],
  ] as const)('a request like %o', async (pattern) => {
    expect(await createUsedMock()).toHaveReceived(pattern)
  })

  test.each([[undefined], [{ id: 9007199254740993n }], [{ name: 'Fern', tag: 'fern' }]])(
    'a created record like %o',
    async (body) => expect(await createUsedMock()).toHaveCreated('plants', body),
  )

  test('what a request created, and a record as long as it is stored', async () => {
    const mock = await createHotel()
    expect(mock).toHaveCreated('rooms', room, { times: 1 })
    expect(mock).not.toHaveCreated('rooms', { name: 'Red' })
    expect(mock).not.toHaveCreated('bookings')
    expect(mock).toHaveRecord('rooms')
    expect(mock).toHaveRecord('rooms', { id: expect.any(Number), name: expect.stringMatching(/^b/i) })
    expect(mock).not.toHaveRecord('rooms', { id: 7 })
    expect(mock).not.toHaveRecord('bookings')
  })

  test('as many requests as there are, each pattern with a request of its own', async () => {
    const mock = await createBusyMock()
    expect(mock).toHaveReceived(received, { times: 2 })
    expect(mock).not.toHaveReceived(received, { times: 1 })
    expect(mock).toHaveCreated('plants', fern, { times: 1 })
    expect(mock).toHaveReceived({ body: { id: 9 } }, { times: 0 })
    const some = {
      body: { id: expect.any(Number), name: expect.stringMatching(/fern/i) },
      headers: { 'content-type': expect.anything() },
    }
    expect(mock).toHaveCreated('plants', { id: 1, tag: expect.not.stringContaining('x') })
    expect(mock).toHaveReceived(some, { times: 2 })
    expect(mock.requests.count({ body: { ...fern, tag: '' }, exact: true })).toBe(0)
    // The first one that fits takes the request that only the last one has.
    expect(mock).toHaveReceivedOnly(received, {}, { waiting: true })
    expect(mock).not.toHaveReceivedOnly(received, received)
    await sendPlant(mock, { id: 2, name: 'Ivy', tag: 'a' })
    expect(mock).toHaveCreated('plants', { id: 2, name: 'Ivy', tag: 'a' }, { exact: true })
  })
})

test('what fails says what the mock received instead', async () => {
  const [used, hotel, busy] = [await createUsedMock(), await createHotel(), await createBusyMock()]
  const only = (...patterns: RequestPattern[]) => expect(busy).toHaveReceivedOnly(...patterns)
  await expectFailures('mock', {
    'a request that was received': () => expect(used).not.toHaveReceived({ body: { name: 'Ivy' } }),
    'all requests': () => expect(used).not.toHaveReceived(),
    'another status, with the nearest request': () =>
      expect(used).toHaveReceived({ body: { name: 'Ivy' }, status: 200 }),
    'a request, though nothing was sent': () => expect(createMock()).toHaveReceived({ body: { id: 1 } }),
    'a record that was created': () => expect(used).not.toHaveCreated('plants', { name: 'Fern' }),
    'a record that was rejected': () => expect(used).toHaveCreated('plants', { id: 2 }),
    'a record that is not stored, with the nearest one': () =>
      expect(hotel).toHaveRecord('rooms', { name: 'Red', kind: 'single' }),
    'one request of two': () => expect(busy).toHaveReceived(received, { times: 1 }),
    'a second created plant': () => expect(busy).toHaveCreated('plants', fern, { times: 2 }),
    'what an asymmetric matcher rejects': () =>
      expect(busy).toHaveCreated('plants', { id: 1, name: expect.stringMatching(/ivy/i) }),
    'nothing else': () => only(received, { method: 'GET', path: '/plants' }),
    'only a difference': () => only({ body: { id: 1, name: 'Ivy' } }),
    'only more': () => only({}, {}, {}, {}),
    'only nothing': () => only(),
    'no request': () => expect(busy).not.toHaveReceived(received),
  })
})

test.each([
  ['toHaveReceived', [{}]],
  ['toHaveReceivedOnly', [{}]],
  ['toHaveCreated', ['plants', {}]],
  ['toHaveRecord', ['plants', {}]],
  ['toHaveNoQueuedFaults', []],
] as const)("%s doesn't judge what is no mock", async (matcher, args) => {
  for (const received of [undefined, { requests: [] }])
    for (const assertion of [expect(received), expect(received).not]) {
      const judge = () => (assertion[matcher] as (...all: unknown[]) => void)(...args)
      const { name, message } = await catchError(judge)
      const hint =
        received === undefined ? ' If it is a fixture, use the `test` that createMockTest returns.' : ''
      expect(name).toBe('TypeError')
      expect(message).toContain(`\n\nThe received value must be a mock.${hint}\nReceived: `)
    }
})

test.each<[act: (mock: Mock) => void, message: string]>([
  [(mock) => expect(mock).toHaveReceived({ nmae: 'Fern' } as object), 'there is no property nmae'],
  [(mock) => expect(mock).not.toHaveReceivedOnly({ nmae: 'Fern' } as object), 'there is no property nmae'],
  [
    (mock) => expect(mock).toHaveRecord('room'),
    'there is no resource "room"; the resources are rooms, bookings',
  ],
  [(mock) => expect(mock).not.toHaveCreated('room'), 'created is no resource of the description'],
  [
    (mock) => expect(mock).not.toHaveReceived({ operation: 'addRoom' }),
    'operation is no operation of the description',
  ],
  ...(
    [
      [null, 'the pattern must be an object, got null'],
      [400, 'the pattern must be an object, got 400'],
      [[], 'the pattern must be an object, got an array'],
      [{ failure: 'duplicateid' }, 'failure must be one of dropped-connection'],
      [{ headers: new Headers() }, 'headers must be an object of names and values'],
      [{ headers: { Authorization: 'Bearer secret' } }, 'the journal masks the header Authorization'],
    ] as const
  ).map(([pattern, message]): [(mock: Mock) => void, string] => [
    (mock) => expect(mock).not.toHaveReceived(pattern as object),
    message,
  ]),
])('what is no pattern is rejected in the line of the test: %s', async (act, text) => {
  const { name, message, stack } = await catchError(() => act(createMock({ contract })))
  expect([name, message]).toEqual(['OptionsError', expect.stringContaining(text)])
  expect(stack).toContain('mock.test.ts:')
})

test('toHaveNoQueuedFaults fails for faults that no request used, but not for those that last', async () => {
  const mock = createMock()
  expect(mock).toHaveNoQueuedFaults()
  mock.faults.always('internal-error')
  mock.faults.next('invalid-credentials', { requests: 3 })
  await sendPlant(mock)
  expect(mock).not.toHaveNoQueuedFaults()
  await expectFailures('queued-faults', { 'a fault that waits': () => expect(mock).toHaveNoQueuedFaults() })
  await sendPlant(mock)
  await sendPlant(mock)
  expect(mock).toHaveNoQueuedFaults()
})
