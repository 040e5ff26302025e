import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  createServedMock,
  type MockOptions,
  type MockRequest,
  type ServedMock,
  type SharedServedMock,
} from '../../src/mock/create-mock.ts'
import { Failure } from '../../src/mock/failure.ts'
import { createFaultState } from '../../src/mock/faults/fault-state.ts'
import { createSharedFaults } from '../../src/redis/faults.ts'
import { has } from '../tools/optional-tools.ts'
import { descriptions, type OpenRedis, openRedis } from './open-redis.ts'

type AnyMock = ServedMock | SharedServedMock

const bodies = {
  plants: fc.oneof(
    fc.constantFrom('0', '1', '2', '9007199254740993').map((id) => `{"id":${id},"name":"Fern"}`),
    fc.constantFrom('', '{', '{"id":1}', 'x'.repeat(300)),
  ),
  bookings: fc.constantFrom(
    '{"name":"Blue","kind":"single","owner":9007199254740993}',
    '{"name":"Red","kind":"double","note":null}',
    '{"name":"","kind":7}',
    '{"guest":"Ada"}',
    '{"beds":3,"note":"x"}',
  ),
}
const targets = {
  plants: ['POST /plants', 'POST /plants', 'GET /plants', 'HEAD /plants?access_token=a&b=1', 'POST /other?x'],
  bookings: [
    ...[
      'POST /rooms',
      'POST /rooms?x=1',
      'GET /rooms?limit=2',
      'GET /rooms/1',
      'HEAD /rooms/2',
      'PUT /rooms/1',
    ],
    ...['PATCH /rooms/1', 'DELETE /rooms/2', 'POST /rooms/1/bookings', 'GET /rooms/1/bookings', 'PUT /other'],
  ],
}
const paths = { plants: ['/other', '/plants'], bookings: ['/other', '/rooms', '/rooms/1'] }
const key = fc.constantFrom(0, 1, 2, 9007199254740993n)

const headers = fc.constantFrom<Record<string, string>>(
  { authorization: 'Bearer a', 'x-api-key': 'a', 'content-type': 'application/json' },
  { Authorization: 'bearer a', 'X-Api-Key': 'a', 'content-type': 'application/merge-patch+json' },
  { authorization: 'Bearer invalid-token', 'idempotency-key': '1' },
  {},
)
const requests = fc.constantFrom<number | 'forever'>(1, 2, 3, 'forever')
const named = fc.constantFrom('invalid-credentials', 'dropped-connection', 'cut-off-body', 'unknown-path')
const delay = fc.constantFrom<number | [number, number]>(0, 1, [0, 1])
const answer = fc.record(
  {
    status: fc.constantFrom(204, 302, 400, 503),
    headers: fc.constantFrom({ 'Retry-After': '1' }, {}),
    body: fc.constantFrom('text/', '', { a: [1.5, '\n"hold":"x"'] }, null),
    requests,
  },
  { requiredKeys: ['status'] },
)

async function pass(mock: AnyMock, sent: MockRequest): Promise<unknown> {
  const { strike, finish } = await mock.passOn(sent)
  finish({ status: 202, headers: { 'set-cookie': 'secret' }, body: 'x' })
  return strike
}

/** Adds a hold, and ends it before a request arrives. */
async function hold(mock: AnyMock, options: object, fails: boolean): Promise<unknown> {
  const held = await mock.faults.hold(options)
  const active = (await mock.faults.list()).map((one) => ({ ...one, hold: one.hold === held.name }))
  await (fails ? held.fail({ status: 503, headers: { a: 'b' } }) : held.release())
  return active
}

type Run = (mock: AnyMock) => unknown

/** Makes the calls of a mock, with what they return. */
function createSteps(name: keyof typeof bodies, resource: string, record: object): fc.Arbitrary<Run> {
  const request: fc.Arbitrary<MockRequest> = fc
    .tuple(fc.constantFrom(...targets[name]), headers, bodies[name])
    .map(([target, sent, body]) => {
      const [method = '', path = ''] = target.split(' ')
      return { method, path, headers: sent, ...(/^(?:GET|HEAD)/.test(target) ? {} : { body }) }
    })
  const path = fc.constantFrom(...paths[name])
  const parts = { fault: named, chance: fc.constantFrom(0.5, 0, 1), delay, requests, path }
  const fault = fc.oneof(fc.record(parts, { requiredKeys: [] }), answer) as fc.Arbitrary<object>
  const scenario = fc.record({
    title: fc.constant('Some'),
    steps: fc.array(fault, { minLength: 1, maxLength: 3 }),
    seed: fc.nat(),
    repeat: fc.boolean(),
  })
  const holding = fc.record({ path, requests }, { requiredKeys: [] })
  const pattern = fc.record(
    { status: fc.constantFrom(200, 401, 409), method: fc.constantFrom('POST', 'HEAD'), path },
    { requiredKeys: [] },
  )
  const values = fc.uniqueArray(key, { maxLength: 3 }).map((ids) => ids.map((id) => ({ ...record, id })))
  const failure = new Failure('malformed-request', 'no host')
  const steps: [weight: number, arbitrary: fc.Arbitrary<Run>][] = [
    [12, request.map((sent) => (mock) => mock.handle(sent))],
    [1, request.map((sent) => (mock) => pass(mock, sent))],
    [1, request.map((sent) => (mock) => mock.rejectRequest(sent, failure))],
    [4, fault.map((one) => (mock) => mock.faults.next(one))],
    [2, fc.tuple(holding, fc.boolean()).map((given) => (mock) => hold(mock, ...given))],
    [1, scenario.map((one) => (mock) => mock.faults.play(one))],
    [1, fc.constant((mock) => mock.faults.clear())],
    [
      1,
      fc.nat(3).map(
        (at) =>
          async ({ faults }) =>
            faults.remove((await faults.list()).at(at) ?? {}),
      ),
    ],
    [1, fc.constant((mock) => mock.requests.clear())],
    [1, fc.constant((mock) => mock.reset())],
    [1, key.map((id) => (mock) => mock.records(resource).put({ ...record, id }))],
    [1, key.map((id) => (mock) => mock.records(resource).remove(id))],
    [1, values.map((list) => (mock) => mock.records(resource).replaceAll(list))],
    [2, pattern.map((wanted) => (mock) => mock.requests.matching(wanted))],
    [1, pattern.map((wanted) => (mock) => mock.requests.nearest(wanted, 2))],
    [1, pattern.map((wanted) => (mock) => mock.requests.last(wanted))],
    [1, fc.nat(9).map((number) => (mock) => mock.requests.get(number))],
    [1, fc.nat(9).map((number) => (mock) => mock.requests.after(number, 2))],
  ]
  return fc.oneof(...steps.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}

/** Leaves out times, and whether a value is undefined or missing. */
const settle = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (name, part) =>
      name === 'time' || name === 'duration' ? undefined : typeof part === 'bigint' ? `${part}n` : part,
    ),
  )

describe.skipIf(!has('redis'))('a mock in Redis', () => {
  let redis: OpenRedis
  beforeAll(async () => {
    redis = await openRedis()
  })
  afterAll(() => redis[Symbol.asyncDispose]())

  test.each(descriptions)('does what one in memory does, whatever the calls: $name', async (given) => {
    const { contract, name, resource, record } = given
    const now = () => new Date(0)
    const options: fc.Arbitrary<Partial<MockOptions>> = fc.record(
      {
        onDuplicate: fc.constantFrom('reject', 'replace', 'keep'),
        journal: fc.constantFrom(0, 3, 1000),
        seed: fc.constantFrom({ [resource]: [record, { ...record, id: 7 }] }, {}),
        scenario: fc.constant({
          title: 'First',
          steps: [{ fault: 'internal-error', chance: 0.5, requests: 3 }],
        }),
        randomSeed: fc.nat(),
        latency: fc.constantFrom<0 | [number, number]>(0, [0, 1]),
        maxBody: fc.constant(200),
        responses: fc.constant('documented'),
      },
      { requiredKeys: [] },
    ) as never
    /** Everything that a user can see of a mock. */
    async function look({ records, requests, faults }: AnyMock): Promise<unknown> {
      const { size, lastNumber, dropped } = requests
      const all = contract.resources.map((one) => records(one.name).list())
      return Promise.all([...all, requests.all(), faults.list(), faults.scenario, size, lastNumber, dropped])
    }
    const steps = fc.array(createSteps(name, resource, record), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(options, steps, async (chosen, runs) => {
        const memory = createServedMock({ contract, now, ...chosen })
        await using replicas = await redis.openReplicas({ contract, now, ...chosen })
        for (const run of [...runs, look])
          expect(settle(await run(replicas.first))).toEqual(settle(await run(memory)))
        expect(settle(await look(replicas.second))).toEqual(settle(await look(memory)))
      }),
      { numRuns: process.env['THOROUGH'] ? 200 : 25 },
    )
  })

  test('keeps at most 16 MiB of requests', async () => {
    const [{ contract, add }] = descriptions as [(typeof descriptions)[0]]
    await using replicas = await redis.openReplicas({ contract })
    const [method = '', path = ''] = add(1).to.split(' ')
    for (let count = 0; count < 17; count++)
      await replicas.first.handle({ method, path, body: 'x'.repeat(2 ** 20) })
    const { size, dropped } = replicas.second.requests
    expect([await size, await dropped]).toEqual([15, 2])
  })

  test('rejects a fault if 10,000 wait', async () => {
    const waiting = Array.from({ length: 10_000 }, () => ({ fault: 'invalid-credentials', requests: 1 }))
    const run = vi.fn(async () => ['1', JSON.stringify({ ...createFaultState(1), waiting })])
    const namespace = { run, start() {}, async reset() {} }
    const { faults } = createSharedFaults(namespace, { randomSeed: 1, checkNames() {} })
    await expect(faults.next('invalid-credentials')).rejects.toThrow('at most 10000 faults can wait')
    expect(run).toHaveBeenCalledOnce()
  })
})
