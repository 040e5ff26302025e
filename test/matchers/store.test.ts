import { describe, expect, test } from 'vitest'
import { createPlantStore, type PlantStore, type RequestPattern } from '../../src/index.ts'
import '../../src/vitest/vitest.ts'
import { sendPlant } from '../tools/send.ts'
import { catchError } from './catch-error.ts'

async function createUsedStore(): Promise<PlantStore> {
  const store = createPlantStore()
  await sendPlant(store, '{"id":9007199254740993,"name":"Fern","tag":"fern"}')
  await sendPlant(store, { id: 2, name: 'Ivy' }, { token: 'invalid-token' })
  return store
}

describe('toHaveReceived', () => {
  test.each([
    [undefined],
    [{}],
    [{ id: 9007199254740993n }],
    [{ name: 'Ivy', status: 401 }],
    [{ failure: 'invalid-credentials' }],
  ] as const)('passes for a request like %o', async (pattern) => {
    const store = await createUsedStore()
    expect(store).toHaveReceived(pattern)
    const { message } = await catchError(() => expect(store).not.toHaveReceived(pattern))
    expect(message).toMatch(
      /^expect\(received\)\.not\.toHaveReceived\(expected\)\n\nExpected: not a request like /,
    )
    expect(message).toMatch(
      /\nReceived: (?:1 of 2 requests matches|2 of 2 requests match):(?:\n {2}\d\. POST \/plants \{.*\} answered with .*)+$/,
    )
  })

  test('fails with the nearest request and how it differs', async () => {
    const store = await createUsedStore()
    expect(store).not.toHaveReceived({ name: 'Ivy', status: 200 })
    const { message } = await catchError(() => expect(store).toHaveReceived({ name: 'Ivy', status: 200 }))
    expect(message).toContain('Received: 0 of 2 requests match\n\n')
    expect(message).toContain(
      'Nearest: 2. POST /plants {"id":2,"name":"Ivy"} answered with 401, invalid-credentials: the bearer token is not valid\n  status: expected 200, received 401',
    )
  })

  test('shows no more than the beginning of a long body', async () => {
    const store = createPlantStore()
    await sendPlant(store, `{"id":1,"name":"${'x'.repeat(1000)}"}`)
    const { message } = await catchError(() => expect(store).toHaveReceived({ id: 2 }))
    expect(message).toMatch(/Nearest: 1\. POST \/plants \{"id":1,"name":"x{184}… answered with 200\n/)
  })

  test('fails if nothing was sent', async () => {
    const { message } = await catchError(() => expect(createPlantStore()).toHaveReceived({ id: 1 }))
    expect(message).toMatch(
      /Received: 0 of 0 requests match\n\nThe store has no requests yet\. If the client sends them, await it first\.$/,
    )
  })
})

describe('toHaveCreatedPlant', () => {
  test.each([[undefined], [{ id: 9007199254740993n }], [{ name: 'Fern', tag: 'fern' }]])(
    'passes for a plant like %o',
    async (plant) => {
      const store = await createUsedStore()
      expect(store).toHaveCreatedPlant(plant)
      const { message } = await catchError(() => expect(store).not.toHaveCreatedPlant(plant))
      expect(message).toMatch(
        /^expect\(received\)\.not\.toHaveCreatedPlant\(expected\)\n\nExpected: not a created plant like /,
      )
      expect(message).toMatch(
        /\nReceived: 1 of 1 created plants matches:\n {2}1\. POST .* answered with 200$/,
      )
    },
  )

  test('fails with the most similar request and its differences if the plant was refused', async () => {
    const store = await createUsedStore()
    expect(store).not.toHaveCreatedPlant({ name: 'Ivy' })
    const { message } = await catchError(() => expect(store).toHaveCreatedPlant({ id: 2 }))
    expect(message).toContain('Received: 0 of 1 created plants match\n\nNearest: 2. POST /plants ')
  })
})

describe.each(['toHaveReceived', 'toHaveCreatedPlant'] as const)('%s', (matcher) => {
  test.each([[undefined], [null], [5], [{}], [{ requests: [] }]])('refuses to judge %o', async (received) => {
    for (const assertion of [expect(received), expect(received).not]) {
      const { name, message } = await catchError(() => assertion[matcher]({}))
      expect(name).toBe('TypeError')
      const hint =
        received === undefined ? ' If it is a fixture, use the `test` that createPlantStoreTest returns.' : ''
      expect(message).toContain(`\n\nThe received value must be a plant store.${hint}\nReceived: `)
    }
  })

  test('refuses an unknown member, whatever was sent', async () => {
    for (const assertion of [expect(createPlantStore()), expect(createPlantStore()).not]) {
      const { name, message } = await catchError(() => assertion[matcher]({ nmae: 'Fern' } as object))
      expect(name).toBe('OptionsError')
      expect(message).toMatch(
        /^(?:there is no member nmae; the members are|a plant has no member "nmae"; the members are) /,
      )
    }
  })

  test('leads to the line of the test if it refuses a value', async () => {
    for (const assertion of [expect(createPlantStore()), expect(createPlantStore()).not]) {
      const { message, stack } = await catchError(() =>
        assertion[matcher]({ id: '9007199254740993' } as object),
      )
      expect(message).toBe('id must be an integer or null for none, got "9007199254740993"')
      expect(stack).toContain('store.test.ts:')
    }
  })
})

test.each<[pattern: unknown, message: string]>([
  [null, 'the pattern must be an object, got null'],
  [400, 'the pattern must be an object, got 400'],
  [[], 'the pattern must be an object, got an array'],
  [{ failure: 'duplicateid' }, 'failure must be one of dropped-connection'],
  [{ headers: new Headers() }, 'headers must be an object of names and values'],
  [{ headers: { Authorization: 'Bearer secret' } }, 'the journal masks the header Authorization'],
])('toHaveReceived refuses the pattern %o', async (pattern, message) => {
  const assertion = expect(createPlantStore()).not
  expect((await catchError(() => assertion.toHaveReceived(pattern as object))).message).toContain(message)
})

test('toHaveCreatedPlant refuses members that are not of a plant', async () => {
  const assert = () => expect(createPlantStore()).not.toHaveCreatedPlant({ status: 409 } as object)
  expect((await catchError(assert)).message).toMatch(
    /^a plant has no member "status"; the members are id, name, tag/,
  )
})

describe('how often, and what else', () => {
  /** Two submits of one plant with a member too many, of which the first waits, and a stray request. */
  async function createBusyStore() {
    const store = createPlantStore()
    store.faults.hold()
    void sendPlant(store, { id: 1, name: 'Fern', tag: '', note: 'x' })
    await sendPlant(store, { id: 1, name: 'Fern', tag: '', note: 'x' })
    store.handle({ method: 'GET', path: '/plants' })
    return store
  }
  const only = (store: PlantStore, ...patterns: RequestPattern[]) =>
    expect(store).toHaveReceivedOnly(...patterns)
  const fern = { id: 1, name: 'Fern' }

  test.each<[what: string, act: (store: PlantStore) => void, message: string[]]>([
    [
      'one request of two, which it shows',
      (store) => expect(store).toHaveReceived(fern, { times: 1 }),
      [
        'once\nReceived: 2 of 3 requests match:\n  1. POST',
        ' is still waiting for its answer\n  2. POST',
        'x"} answered with 200',
      ],
    ],
    [
      'a second created plant',
      (store) => expect(store).toHaveCreatedPlant(fern, { times: 2 }),
      ['2 times\nReceived: 1 of 1 created plants matches:\n  2. POST', '\n\n1 request is still waiting'],
    ],
    [
      'exactly these members',
      (store) => expect(store).toHaveCreatedPlant(fern, { exact: true }),
      ['with no other members', 'tag: expected nothing, received ""\n  note: expected nothing, received "x"'],
    ],
    [
      'what an asymmetric matcher refuses',
      (store) => expect(store).toHaveCreatedPlant({ id: 1, name: expect.stringMatching(/ivy/i) }),
      ['name: expected StringMatching /ivy/i, received "Fern"'],
    ],
    [
      'no tag',
      (store) => expect(store).toHaveCreatedPlant({ id: 1, tag: null }),
      ['tag: expected nothing, received ""'],
    ],
    [
      'nothing else',
      (store) => only(store, fern, { method: 'GET', path: '/plants' }),
      ['Received: 3 requests\n  1. POST', '\n\nNot expected: request 2'],
    ],
    [
      'a difference, which it shows',
      (store) => only(store, { id: 1, name: 'Ivy' }),
      [
        '\nNearest: 2. POST /plants {"id":1',
        '\n  name: expected "Ivy", received "Fern"\nNot expected: request 1',
      ],
    ],
    ['all of them', (store) => only(store, {}, {}, {}, {}), ['Missing: Object {}']],
    [
      'nothing',
      (store) => only(store),
      ['Expected: no requests\nReceived: 3 requests\n', 'Not expected: request 3'],
    ],
    [
      'no request',
      (store) => expect(store).not.toHaveReceived(fern),
      ['Received: 2 of 3 requests match:\n  1. POST', '  2. POST'],
    ],
    [
      'what is undefined',
      (store) => expect(store).toHaveCreatedPlant({ name: undefined } as object),
      ['name is undefined'],
    ],
  ])('fails for %s', async (_what, act, parts) => {
    const store = await createBusyStore()
    const { message } = await catchError(() => act(store))
    for (const part of parts) expect(message).toContain(part)
  })

  test('passes for as many as there are, each pattern with a request of its own', async () => {
    const store = await createBusyStore()
    expect(store).toHaveReceived(fern, { times: 2 })
    expect(store).not.toHaveReceived(fern, { times: 1 })
    expect(store).toHaveCreatedPlant(fern, { times: 1 })
    expect(store).toHaveReceived({ id: 9 }, { times: 0 })
    const some = {
      id: expect.any(Number),
      name: expect.stringMatching(/fern/i),
      headers: { 'content-type': expect.anything() },
    }
    expect(store).toHaveCreatedPlant({ id: 1, tag: expect.not.stringContaining('x') })
    expect(store).toHaveReceived(some, { times: 2 })
    expect(store.requests.count({ ...fern, tag: '', exact: true })).toBe(0)
    // The first one that fits takes the request that only the last one has.
    only(store, fern, {}, { waiting: true })
    expect(store).not.toHaveReceivedOnly(fern, fern)
    await sendPlant(store, { id: 2, name: 'Ivy', tag: 'a' })
    expect(store).toHaveCreatedPlant({ id: 2, name: 'Ivy', tag: 'a' }, { exact: true })
  })

  test('shows the last requests of many', async () => {
    const store = createPlantStore()
    for (let at = 0; at < 12; at++) store.handle({ method: 'GET', path: '/' })
    const { message } = await catchError(() => expect(store).toHaveReceived({}, { times: 1 }))
    expect(message).toContain('12 of 12 requests match:\n  … 2 more\n  3. GET')
  })
})

test('toHaveNoQueuedFaults fails for faults that no request used, but not for those that last', async () => {
  const store = createPlantStore()
  expect(store).toHaveNoQueuedFaults()
  store.faults.always('internal-error')
  store.faults.next('invalid-credentials', { requests: 3 })
  await sendPlant(store)
  expect(store).not.toHaveNoQueuedFaults()
  const { message } = await catchError(() => expect(store).toHaveNoQueuedFaults())
  expect(message).toMatch(/Received: .*"fault": "invalid-credentials",\s+"requests": 2/s)
  await sendPlant(store)
  await sendPlant(store)
  expect(store).toHaveNoQueuedFaults()
  const { message: refused } = await catchError(() => expect({}).toHaveNoQueuedFaults())
  expect(refused).toContain('The received value must be a plant store.')
})
