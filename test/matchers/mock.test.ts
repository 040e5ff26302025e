import { describe, expect, test } from 'vitest'
import { createMock, type Mock, type RequestPattern } from '../../src/index.ts'
import { toContract } from '../../src/mock/mock.ts'
import '../../src/adapters/vitest/vitest.ts'
import { bookings } from '../mock/bookings.ts'
import { sendPlant } from '../tools/send.ts'
import { catchError } from './catch-error.ts'

async function createUsedMock(): Promise<Mock> {
  const mock = createMock()
  await sendPlant(mock, '{"id":9007199254740993,"name":"Fern","tag":"fern"}')
  await sendPlant(mock, { id: 2, name: 'Ivy' }, { token: 'invalid-token' })
  return mock
}

describe('toHaveReceived', () => {
  test.each([
    [undefined],
    [{}],
    [{ body: { id: 9007199254740993n } }],
    [{ operation: 'createPlant', body: { name: 'Ivy' }, status: 401 }],
    [{ failure: 'invalid-credentials' }],
  ] as const)('passes for a request like %o', async (pattern) => {
    const mock = await createUsedMock()
    expect(mock).toHaveReceived(pattern)
    const { message } = await catchError(() => expect(mock).not.toHaveReceived(pattern))
    expect(message).toMatch(
      /^expect\(received\)\.not\.toHaveReceived\(expected\)\n\nExpected: not a request like /,
    )
    expect(message).toMatch(
      /\nReceived: (?:1 of 2 requests matches|2 of 2 requests match):(?:\n {2}\d\. POST \/plants \{.*\} got .*)+$/,
    )
  })

  test('fails with the nearest request and how it differs', async () => {
    const mock = await createUsedMock()
    expect(mock).not.toHaveReceived({ body: { name: 'Ivy' }, status: 200 })
    const { message } = await catchError(() =>
      expect(mock).toHaveReceived({ body: { name: 'Ivy' }, status: 200 }),
    )
    expect(message).toContain('Received: 0 of 2 requests match\n\n')
    expect(message).toContain(
      'Nearest: 2. POST /plants {"id":2,"name":"Ivy"} got 401, invalid-credentials: the credential of bearerAuth is not valid\n  status: expected 200, received 401',
    )
  })

  test('fails if nothing was sent', async () => {
    const { message } = await catchError(() => expect(createMock()).toHaveReceived({ body: { id: 1 } }))
    expect(message).toMatch(
      /Received: 0 of 0 requests match\n\nThe mock has no requests yet\. If the client sends them, await it first\.$/,
    )
  })
})

describe('toHaveCreated', () => {
  test.each([[undefined], [{ id: 9007199254740993n }], [{ name: 'Fern', tag: 'fern' }]])(
    'passes for a record like %o',
    async (body) => {
      const mock = await createUsedMock()
      expect(mock).toHaveCreated('plants', body)
      const { message } = await catchError(() => expect(mock).not.toHaveCreated('plants', body))
      expect(message).toMatch(
        /^expect\(received\)\.not\.toHaveCreated\(expected\)\n\nExpected: not a created record of plants/,
      )
      expect(message).toMatch(/\nReceived: 1 of 1 created records matches:\n {2}1\. POST .* got 200$/)
    },
  )

  test('fails with the most similar request and its differences if the record was rejected', async () => {
    const mock = await createUsedMock()
    expect(mock).not.toHaveCreated('plants', { name: 'Ivy' })
    const { message } = await catchError(() => expect(mock).toHaveCreated('plants', { id: 2 }))
    expect(message).toContain('Received: 0 of 1 created records match\n\nNearest: 2. POST /plants ')
    expect(message).toContain('\n  created: expected "plants", received nothing')
  })
})

describe('a mock with several resources', () => {
  const room = { name: 'Blue', kind: 'single' }

  async function createHotel() {
    const mock = createMock({ contract: toContract(bookings), seed: { rooms: [{ id: 7, ...room }] } })
    const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
    const send = (method: string, path: string, body: object = {}) =>
      mock.handle({ method, path, headers, body: JSON.stringify(body) })
    await send('PUT', '/v1/rooms/7', { ...room, name: 'Red' })
    await send('POST', '/v1/rooms', room)
    await send('DELETE', '/v1/rooms/7')
    return mock
  }

  test('has created what a request created, and has a record as long as it is stored', async () => {
    const mock = await createHotel()
    expect(mock).toHaveCreated('rooms', room, { times: 1 })
    expect(mock).not.toHaveCreated('rooms', { name: 'Red' })
    expect(mock).not.toHaveCreated('bookings')
    expect(mock).toHaveRecord('rooms')
    expect(mock).toHaveRecord('rooms', { id: expect.any(Number), name: expect.stringMatching(/^b/i) })
    expect(mock).not.toHaveRecord('rooms', { id: 7 })
    expect(mock).not.toHaveRecord('bookings')
  })

  test.each<[what: string, act: (mock: Mock) => void, parts: string[]]>([
    [
      'the nearest record',
      (mock) => expect(mock).toHaveRecord('rooms', { name: 'Red', kind: 'single' }),
      [
        'expect(received).toHaveRecord(expected)\n\nExpected: a record of rooms like Object {',
        '\nReceived: 1 record\n\nNearest: Object {',
        '\n  name: expected "Red", received "Blue"',
      ],
    ],
    [
      'the names of the resources',
      (mock) => expect(mock).toHaveRecord('room'),
      ['there is no resource "room"; the resources are rooms, bookings'],
    ],
    [
      'the names of the resources',
      (mock) => expect(mock).not.toHaveCreated('room'),
      ['created is no resource of the description'],
    ],
    [
      'the names of the operations',
      (mock) => expect(mock).not.toHaveReceived({ operation: 'addRoom' }),
      ['operation is no operation of the description'],
    ],
  ])('says %s', async (_what, act, parts) => {
    const mock = await createHotel()
    const { message } = await catchError(() => act(mock))
    for (const part of parts) expect(message).toContain(part)
  })
})

describe.each([
  ['toHaveReceived', [{}]],
  ['toHaveReceivedOnly', [{}]],
  ['toHaveCreated', ['plants', {}]],
  ['toHaveRecord', ['plants', {}]],
  ['toHaveNoQueuedFaults', []],
] as const)('%s', (matcher, args) => {
  test.each([[undefined], [{ requests: [] }]])("doesn't judge %o", async (received) => {
    for (const assertion of [expect(received), expect(received).not]) {
      const { name, message } = await catchError(() =>
        (assertion[matcher] as (...all: unknown[]) => void)(...args),
      )
      expect(name).toBe('TypeError')
      const hint =
        received === undefined ? ' If it is a fixture, use the `test` that createMockTest returns.' : ''
      expect(message).toContain(`\n\nThe received value must be a mock.${hint}\nReceived: `)
    }
  })
})

test('leads to the line of the test if it rejects a pattern, whatever was sent', async () => {
  const acts = [
    (mock: Mock) => expect(mock).toHaveReceived({ nmae: 'Fern' } as object),
    (mock: Mock) => expect(mock).not.toHaveReceivedOnly({ nmae: 'Fern' } as object),
    (mock: Mock) => expect(mock).not.toHaveCreated('plnats'),
    (mock: Mock) => expect(mock).toHaveRecord('plnats'),
  ]
  for (const act of acts) {
    const { name, stack } = await catchError(() => act(createMock()))
    expect(name).toBe('OptionsError')
    expect(stack).toContain('mock.test.ts:')
  }
})

test.each<[pattern: unknown, message: string]>([
  [null, 'the pattern must be an object, got null'],
  [400, 'the pattern must be an object, got 400'],
  [[], 'the pattern must be an object, got an array'],
  [{ failure: 'duplicateid' }, 'failure must be one of dropped-connection'],
  [{ headers: new Headers() }, 'headers must be an object of names and values'],
  [{ headers: { Authorization: 'Bearer secret' } }, 'the journal masks the header Authorization'],
])('toHaveReceived rejects the pattern %o', async (pattern, message) => {
  const assertion = expect(createMock()).not
  expect((await catchError(() => assertion.toHaveReceived(pattern as object))).message).toContain(message)
})

describe('how often, and what else', () => {
  /** Two submits of one plant with a property too many, of which the first waits, and a stray request. */
  async function createBusyMock() {
    const mock = createMock()
    mock.faults.hold()
    void sendPlant(mock, { id: 1, name: 'Fern', tag: '', note: 'x' })
    await sendPlant(mock, { id: 1, name: 'Fern', tag: '', note: 'x' })
    mock.handle({ method: 'GET', path: '/plants' })
    return mock
  }
  const only = (mock: Mock, ...patterns: RequestPattern[]) => expect(mock).toHaveReceivedOnly(...patterns)
  const fern = { id: 1, name: 'Fern' }
  const received = { body: fern }

  test.each<[what: string, act: (mock: Mock) => void, message: string[]]>([
    [
      'one request of two, which it shows',
      (mock) => expect(mock).toHaveReceived(received, { times: 1 }),
      [
        'once\nReceived: 2 of 3 requests match:\n  1. POST',
        ' still waits for its response\n  2. POST',
        'x"} got 200',
      ],
    ],
    [
      'a second created plant',
      (mock) => expect(mock).toHaveCreated('plants', fern, { times: 2 }),
      ['2 times\nReceived: 1 of 1 created records matches:\n  2. POST', '\n\n1 request is still waiting'],
    ],
    [
      'what an asymmetric matcher rejects',
      (mock) => expect(mock).toHaveCreated('plants', { id: 1, name: expect.stringMatching(/ivy/i) }),
      ['body.name: expected StringMatching /ivy/i, received "Fern"'],
    ],
    [
      'nothing else',
      (mock) => only(mock, received, { method: 'GET', path: '/plants' }),
      ['Received: 3 requests\n  1. POST', '\n\nNot expected: request 2'],
    ],
    [
      'a difference, which it shows',
      (mock) => only(mock, { body: { id: 1, name: 'Ivy' } }),
      [
        '\nNearest: 2. POST /plants {"id":1',
        '\n  body.name: expected "Ivy", received "Fern"\nNot expected: request 1',
      ],
    ],
    ['all of them', (mock) => only(mock, {}, {}, {}, {}), ['Missing: Object {}']],
    [
      'nothing',
      (mock) => only(mock),
      ['Expected: no requests\nReceived: 3 requests\n', 'Not expected: request 3'],
    ],
    [
      'no request',
      (mock) => expect(mock).not.toHaveReceived(received),
      ['Received: 2 of 3 requests match:\n  1. POST', '  2. POST'],
    ],
  ])('fails for %s', async (_what, act, parts) => {
    const mock = await createBusyMock()
    const { message } = await catchError(() => act(mock))
    for (const part of parts) expect(message).toContain(part)
  })

  test('passes for as many as there are, each pattern with a request of its own', async () => {
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
    only(mock, received, {}, { waiting: true })
    expect(mock).not.toHaveReceivedOnly(received, received)
    await sendPlant(mock, { id: 2, name: 'Ivy', tag: 'a' })
    expect(mock).toHaveCreated('plants', { id: 2, name: 'Ivy', tag: 'a' }, { exact: true })
  })
})

test('toHaveNoQueuedFaults fails for faults that no request used, but not for those that last', async () => {
  const mock = createMock()
  expect(mock).toHaveNoQueuedFaults()
  mock.faults.always('internal-error')
  mock.faults.next('invalid-credentials', { requests: 3 })
  await sendPlant(mock)
  expect(mock).not.toHaveNoQueuedFaults()
  const { message } = await catchError(() => expect(mock).toHaveNoQueuedFaults())
  expect(message).toMatch(/Received: .*"fault": "invalid-credentials",\s+"requests": 2/s)
  await sendPlant(mock)
  await sendPlant(mock)
  expect(mock).toHaveNoQueuedFaults()
})
