import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { NewPlant, PlantRequest, Scenario } from '../../src/index.ts'
import { createFaultState } from '../../src/mock/faults/fault-state.ts'
import { createSharedFaults } from '../../src/redis/faults.ts'
import { createSharedPlantStore } from '../../src/redis/shared-plant-store.ts'
import type { PlantStoreOptions } from '../../src/store/options.ts'
import { createServedStore } from '../../src/store/plant-store.ts'
import type { AnyServedStore } from '../../src/store/store-interface.ts'
import { has } from '../tools/optional-tools.ts'
import { sendPlant } from '../tools/send.ts'
import { type OpenRedis, openRedis } from './open-redis.ts'

const id = fc.oneof(
  fc.integer({ min: 0, max: 6 }),
  fc.constantFrom('9007199254740993', '-9223372036854775808'),
)
const odd = ['\ufeff{"id":2,"name":"Ivy"}', '{"id":1}', '{"id":7e0,"name":"Ivy","more":[1]}', 'x'.repeat(300)]
const body = fc.oneof(
  { weight: 6, arbitrary: id.map((one) => `{"id":${one},"name":"Fern","tag":"x\\n\\u0000"}`) },
  fc.constantFrom('', '{', ...odd),
)
const request: fc.Arbitrary<PlantRequest> = fc.record({
  method: fc.oneof({ weight: 6, arbitrary: fc.constant('POST') }, fc.constantFrom('GET', 'HEAD')),
  path: fc.oneof(
    { weight: 6, arbitrary: fc.constant('/plants') },
    fc.constantFrom('/plants?access_token=a&b=1', '/other', '/other?x'),
  ),
  headers: fc.constantFrom<Record<string, string>>(
    { authorization: 'Bearer a', 'content-type': 'application/json' },
    { Authorization: 'bearer a', 'content-type': 'application/json', 'x-api-key': 'secret' },
    {},
  ),
  body,
})
const fault = fc.record(
  {
    fault: fc.constantFrom(
      'invalid-credentials',
      'dropped-connection',
      'closed-connection',
      'cut-off-body',
      'not-json-body',
      'duplicate-key',
    ),
    chance: fc.constantFrom(0.5, 0, 1),
    delay: fc.constantFrom<number | [number, number]>(0, 1, [0, 1]),
    requests: fc.constantFrom<number | 'forever'>(1, 2, 3, 'forever'),
    path: fc.constantFrom('/other', '/plants'),
  },
  { requiredKeys: [] },
)
const ownAnswer = fc.record(
  {
    status: fc.constantFrom(204, 302, 400, 503),
    headers: fc.constantFrom({ 'Retry-After': '1' }, {}),
    body: fc.constantFrom('text/', '', { a: [1.5, '\n"hold":"x"'] }, null),
    requests: fc.constantFrom<number | 'forever'>(1, 2, 'forever'),
  },
  { requiredKeys: ['status'] },
)
const plants = fc
  .uniqueArray(fc.nat(20), { maxLength: 4 })
  .map((ids) => ids.map((one) => ({ id: one, name: 'Ivy' })))
const pattern = fc.record(
  { status: fc.constantFrom(200, 401, 409), id: fc.nat(6), method: fc.constantFrom('POST', 'HEAD') },
  { requiredKeys: [] },
)

const scenario = fc.record({
  title: fc.constant('Some'),
  steps: fc.array(fc.oneof(fault, ownAnswer), { minLength: 1, maxLength: 3 }),
  seed: fc.nat(),
  repeat: fc.boolean(),
})

async function pass(store: AnyServedStore, sent: PlantRequest): Promise<unknown> {
  const { strike, finish } = await store.passOn(sent)
  finish({ status: 202, headers: { 'set-cookie': 'secret' }, body: 'x' })
  return strike
}

/** Adds a hold, and ends it before a request arrives. */
async function hold(
  store: AnyServedStore,
  path: string | undefined,
  requests: number | 'forever' | undefined,
  fails: boolean,
) {
  const held = await store.faults.hold({ ...(path && { path }), ...(requests && { requests }) })
  const active = (await store.faults.list()).map((one) => ({ ...one, hold: one.hold === held.name }))
  await (fails ? held.fail({ status: 503, headers: { a: 'b' } }) : held.release())
  return active
}

type Run = (store: AnyServedStore) => unknown
const steps: readonly [weight: number, arbitrary: fc.Arbitrary<Run>][] = [
  [12, request.map((sent) => (store) => store.handle(sent))],
  [1, request.map((sent) => (store) => pass(store, sent))],
  [1, request.map((sent) => (store) => store.refuseRequest(sent, 'malformed-request', 'no host'))],
  [1, fc.constant((store) => store.refuse('body-too-large', 'too large'))],
  [4, fc.oneof(fault, ownAnswer).map((one) => (store) => store.faults.next(one as never))],
  [
    1,
    fault.map(
      ({ path, requests }) =>
        (store) =>
          hold(store, path, requests, false),
    ),
  ],
  [
    1,
    fault.map(
      ({ path, requests }) =>
        (store) =>
          hold(store, path, requests, true),
    ),
  ],
  [1, scenario.map((one) => (store) => store.faults.play(one as unknown as Scenario))],
  [1, fc.constant((store) => store.faults.clear())],
  [
    2,
    fc.nat(3).map((at) => async (store) => {
      const active = (await store.faults.list()).at(at)
      return active && store.faults.remove(active)
    }),
  ],
  [1, fc.constant((store) => store.requests.clear())],
  [1, fc.constant((store) => store.reset())],
  [2, plants.map((added) => (store) => store.plants.add(added).catch(({ message }) => message))],
  [1, plants.map((added) => (store) => store.plants.replaceAll(added))],
  [2, pattern.map((wanted) => (store) => store.requests.matching(wanted))],
  [1, pattern.map((wanted) => (store) => store.requests.nearest(wanted, 2))],
  [1, fc.nat(9).map((number) => (store) => store.requests.get(number))],
  [1, fc.nat(9).map((number) => (store) => store.requests.after(number, 2))],
]
const step = fc.oneof(...steps.map(([weight, arbitrary]) => ({ weight, arbitrary })))

/** Everything that a user can see of a store. */
async function look({ plants, requests, faults }: AnyServedStore): Promise<unknown> {
  const { size, lastNumber, dropped } = requests
  const counts = [plants.count(), size, lastNumber, dropped]
  return Promise.all([plants.list(), requests.all(), faults.list(), faults.scenario, ...counts])
}

/** Leaves out times, and whether a value is undefined or missing. */
const settle = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (name, part) =>
      name === 'time' || name === 'duration' ? undefined : typeof part === 'bigint' ? `${part}n` : part,
    ),
  )

describe.skipIf(!has('redis'))('a store in Redis', () => {
  let redis: OpenRedis
  beforeAll(async () => {
    redis = await openRedis()
  })
  afterAll(() => redis[Symbol.asyncDispose]())

  test('does what a store in memory does, whatever the calls', async () => {
    const options: fc.Arbitrary<PlantStoreOptions> = fc.record(
      {
        onDuplicate: fc.constantFrom('reject', 'replace', 'keep'),
        journal: fc.constantFrom(0, 3, 1000),
        seed: plants as fc.Arbitrary<NewPlant[]>,
        scenario: fc.constant({
          title: 'First',
          steps: [{ fault: 'internal-error', chance: 0.5, requests: 3 }],
        }),
        randomSeed: fc.nat(),
        latency: fc.constantFrom<0 | [number, number]>(0, [0, 1]),
        maxBody: fc.constant(200),
        habits: fc.constant(['ignores-byte-order-mark']),
        unknownMembers: fc.constant('refuse'),
        limits: fc.constant({ id: { maximum: 5 } }),
        answers: fc.constant({
          preset: 'documented',
          created: { members: { tag: '{id}' }, headers: { 'x-created': 'yes' } },
          'duplicate-key': { status: 422, members: { more: 1 } },
        }),
      },
      { requiredKeys: [] },
    ) as never
    await fc.assert(
      fc.asyncProperty(options, fc.array(step, { maxLength: 20 }), async (chosen, steps) => {
        const memory = createServedStore(chosen)
        const shared = redis.openStorage().createStore(chosen)
        for (const run of [...steps, look])
          expect(settle(await run(shared))).toEqual(settle(await run(memory)))
      }),
      { numRuns: 60 },
    )
  })

  test('keeps at most 16 MiB of requests', async () => {
    const store = redis.openStorage().createStore({})
    for (let count = 0; count < 17; count++) await sendPlant(store, 'x'.repeat(2 ** 20))
    expect([await store.requests.size, await store.requests.dropped]).toEqual([15, 2])
  })
})

test('a fault is refused if 10,000 wait', async () => {
  const waiting = Array.from({ length: 10_000 }, () => ({ fault: 'invalid-credentials', requests: 1 }))
  const found = `f1 ${JSON.stringify({ ...createFaultState(1), waiting })}`
  const run = vi.fn(async () => found)
  const faults = createSharedFaults({ run, reset: async () => {} }, 1)
  await expect(faults.next('invalid-credentials')).rejects.toThrow('at most 10000 faults can wait')
  expect(run).toHaveBeenCalledOnce()
})

test('options that are not valid are refused', () => {
  const create = () => createSharedPlantStore({ colour: 'red' } as never, () => expect.fail())
  expect(create).toThrow('there is no option colour')
})
