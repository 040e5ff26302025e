import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import type { SharedMock } from '../../src/mock/create-mock.ts'
import { redisStore } from '../../src/redis/redis-store.ts'
import { openHooks } from '../mock/callbacks/open-hooks.ts'
import { pets } from '../mock/callbacks/pets.ts'
import { type ShortRequest, sendToMock } from '../mock/send-to-mock.ts'
import { openEvents } from '../server/open-events.ts'
import { has } from '../tools/optional-tools.ts'
import { callControl } from '../tools/send.ts'
import { descriptions, type OpenRedis, openRedis } from './open-redis.ts'

let redis: OpenRedis
beforeAll(async () => {
  if (has('redis')) redis = await openRedis()
})
afterAll(() => redis?.[Symbol.asyncDispose]())

/** Sends requests to mocks at the same time; counts the statuses. */
async function tally(mocks: SharedMock[], requests: ShortRequest[]): Promise<Record<number, number>> {
  const sending = requests.map((one, at) => sendToMock(mocks[at % mocks.length] as SharedMock, one))
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(sending)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const times = <Value>(length: number, make: (at: number) => Value): Value[] =>
  Array.from({ length }, (_, at) => make(at))

/** Waits until something is true; the test hangs if it never is. */
async function until(isTrue: () => unknown): Promise<void> {
  while (!(await isTrue())) await new Promise(setImmediate)
}

test.skipIf(!has('redis'))(
  'a callback is sent by the replica that got the request, and all have its result',
  async () => {
    await using hooks = await openHooks()
    const webhooks = { newPet: `${hooks.url}/?token=secret` }
    await using replicas = await redis.openReplicas({ contract: toContract(pets), webhooks })
    const { first, second } = replicas
    await sendToMock(first, { to: 'POST /pets', body: { name: 'Ash' } })
    const read = async () => (await second.requests.last())?.callbacks
    await expect.poll(read).toMatchObject([{ name: 'newPet', url: `${hooks.url}/?token=***`, status: 202 }])
    expect(JSON.stringify(await second.requests.all())).not.toContain('secret')
    expect(hooks.received).toHaveLength(1)
  },
)

describe.skipIf(!has('redis')).each(descriptions)('replicas of $name on one Redis', (given) => {
  const { contract, resource, record, add, added } = given
  const seed = { [resource]: [record] }
  const open = (options: object = {}) => redis.openReplicas({ contract, ...options })
  const countWaiting = ({ requests }: SharedMock) => requests.count({ waiting: true })

  test('share records, number all requests, and apply a fault for three requests to exactly three', async () => {
    await using replicas = await open()
    const { first, second } = replicas
    expect(await tally([first, second], times(60, add))).toEqual({ [added]: 60 })
    const records = await first.records(resource).list()
    expect(records.map((one) => Number((one as typeof record).id)).toSorted((a, b) => a - b)).toEqual(
      times(60, (at) => at + Number(given.name === 'bookings')),
    )
    expect(await second.records(resource).list()).toEqual(records)
    expect((await first.requests.all()).map(({ number }) => number)).toEqual(times(60, (at) => at + 1))
    expect(await second.requests.count({ status: added, method: 'POST' })).toBe(60)
    await first.faults.next('internal-error', { requests: 3 })
    expect(
      await tally(
        [first, second],
        times(30, (at) => add(100 + at)),
      ),
    ).toEqual({ 500: 3, [added]: 27 })
    expect(await second.faults.list()).toEqual([])
  })

  test('count changes together, and tell those who watch, until they stop', async () => {
    await using replicas = await open({ seed })
    const { first, second } = replicas
    const { changes } = second
    const { counts } = changes
    const zeros = { requests: 0, responses: 0, records: 0, faults: 0, clears: 0, resets: 0, options: 0 }
    expect(counts).toEqual(zeros)
    await changes.refresh?.()
    const start = { ...counts }
    const told = [0, 0]
    const stops = [0, 1].map((who) => changes.watch(() => told.splice(who, 1, (told[who] ?? 0) + 1)))
    await sendToMock(first, add(2))
    await expect.poll(() => counts).toMatchObject({ requests: 1, responses: 1, faults: start.faults })
    expect(counts.records).toBeGreaterThan(start.records)
    await first.faults.next('invalid-credentials')
    await expect.poll(() => counts.faults).toBe(start.faults + 1)
    await first.requests.clear()
    await expect.poll(() => counts.clears).toBe(start.clears + 1)
    const { records } = counts
    await first.records(resource).replaceAll([record])
    await expect.poll(() => counts.records).toBeGreaterThan(records)
    await first.reset()
    await expect.poll(() => counts.resets).toBe(start.resets + 1)
    const [one = 0, other = 0] = told
    expect([one >= 5, other]).toEqual([true, one])
    stops[0]?.()
    await sendToMock(first, add(3))
    await expect.poll(() => told[1]).toBeGreaterThan(other)
    stops[1]?.()
    expect([counts.requests, told[0]]).toEqual([2, one])
  })

  test('leave nothing from before a reset under load', async () => {
    await using replicas = await open({ seed: { [resource]: [{ ...record, name: 'Seed' }] } })
    const { first, second } = replicas
    await first.faults.next({ fault: 'invalid-credentials', requests: 1_000_000, path: '/other' })
    const answered = new Set<string>()
    let count = 10
    let isOver = false
    const send = async (replica: SharedMock): Promise<void> => {
      while (!isOver) {
        const { to, body } = add(count++)
        const name = `N${count}`
        await sendToMock(replica, { to, body: { ...(body as object), name } })
        answered.add(name)
      }
    }
    const senders = [first, second, first, second].map(send)
    try {
      for (let round = 1; round < 4; round++) {
        await until(() => answered.size >= 20 * round)
        const before = new Set(answered)
        await second.reset()
        const left = (await first.records(resource).list()).map((one) => (one as typeof record).name)
        const journal = (await first.requests.all()).map(({ request }) => JSON.parse(request.body).name)
        expect(left).toContain('Seed')
        expect([...left, ...journal].filter((one) => before.has(one))).toEqual([])
        expect(await first.faults.list()).toEqual([])
      }
    } finally {
      isOver = true
    }
    await Promise.all(senders)
  })

  test('know the requests of each other from their arrival, and release them', async () => {
    await using replicas = await open()
    const { first, second } = replicas
    const { name } = await first.faults.hold({ requests: 3 })
    const waiting = [sendToMock(first, add(1)), sendToMock(first, add(2))]
    await until(async () => (await countWaiting(second)) === 2)
    expect(await second.faults.list()).toEqual([{ hold: name, requests: 1 }])
    expect(await second.requests.get(1)).toMatchObject({
      number: 1,
      response: undefined,
      duration: undefined,
    })
    await second.requests.clear()
    await second.faults.release(name, { status: 503, body: 'x' })
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([503, 503])
    const rest = [{ status: 503, body: 'x', requests: 1 }]
    expect([await second.requests.all(), await second.faults.list()]).toEqual([[], rest])
    expect([(await sendToMock(second, add(5))).status, (await sendToMock(first, add(5))).status]).toEqual([
      503,
      added,
    ])
  })

  test('add the missing records of a seed, and start the scenario once', async () => {
    await using replicas = await open({ seed })
    const { first } = replicas
    await first.faults.play({ title: 'Mine', steps: [{ fault: 'invalid-credentials' }] })
    const other = { ...record, id: 9007199254740993n }
    const scenario = { title: 'Other', steps: [{ fault: 'internal-error' }] } as const
    const changed = { contract, seed: { [resource]: [{ ...record, name: 'Elm' }, other] }, scenario }
    const third = await replicas.open(changed)
    expect([await third.records(resource).list(), await third.faults.scenario]).toEqual([
      [record, other],
      'Mine',
    ])
  })

  test('let all keys of a namespace expire together, after the time to live without use', async () => {
    await using replicas = await open({ seed })
    const { first, namespace } = replicas
    await sendToMock(first, add(2))
    await first.faults.next('invalid-credentials', { requests: 5 })
    const lives: Record<string, number> = {}
    for (const key of await redis.client.keys(`*${namespace}*`))
      lives[key.split('}:').at(-1) ?? ''] = await redis.client.pTTL(key)
    expect(Object.keys(lives).toSorted()).toEqual(
      ['journal', 'state', `order:${resource}`, `records:${resource}`].toSorted(),
    )
    const { state = 0, ...others } = lives
    expect(state).toBeGreaterThan(1_000_000)
    expect(state).toBeLessThanOrEqual(1_100_000)
    // The parts go after the whole, which starts anew without them.
    for (const life of Object.values(others)) expect(life).toBeGreaterThan(state)
  })

  test('keep options, and no credential in Redis, nor an entry that hides others', async () => {
    await using replicas = await open()
    const { first, second, namespace } = replicas
    await expect(first.configure({ latency: 1 })).rejects.toThrow("can't change while it runs")
    const { to, body } = add(1)
    await sendToMock(first, {
      to: `${to}?token=a-secret`,
      body,
      headers: { authorization: 'Bearer a-secret' },
    })
    const [journal = ''] = await redis.client.keys(`*${namespace}*:journal`)
    await redis.client.rPush(journal, '{')
    await redis.client.hIncrBy(journal.replace('journal', 'state'), 'last', 1)
    await sendToMock(first, add(2))
    expect(JSON.stringify(await redis.client.lRange(journal, 0, -1))).not.toContain('secret')
    const unreadable = { method: '?', path: '?', headers: {}, body: '' }
    expect(await second.requests.all()).toMatchObject([
      { number: 1, request: { headers: { authorization: 'Bearer ***' } } },
      { number: 2, request: unreadable, response: { status: 0, headers: {}, body: '' } },
      { number: 3, response: { status: added } },
    ])
  })

  test('keep the state of each credential apart, send events, and serve what passes by', async () => {
    const namespace = `servers-${given.name}`
    await using stack = new AsyncDisposableStack()
    const start = async () => {
      const storage = stack.use(await redisStore(redis.redis.toUrl(namespace)))
      return stack.use(await startServer({ contract, storage, isolate: 'token', port: 0 }))
    }
    const [first, second] = [await start(), await start()]
    const scheme = given.name === 'plants' ? 'authorization' : 'x-api-key'
    const [one, other] = ['one-secret', 'other-secret'].map((secret) => ({ [scheme]: `Bearer ${secret}` }))
    await using events = await openEvents(second.url.replace(/\/v1$/, ''), one as never)
    const [, path = ''] = add(1).to.split(' ')
    const send = async (headers: object | undefined, at: number) => {
      const { body } = add(at)
      const type = { 'content-type': 'application/json' }
      return fetch(first.url + path, {
        method: 'POST',
        headers: { ...headers, ...type },
        body: JSON.stringify(body),
      })
    }
    const read = async (headers: Record<string, string> = {}): Promise<unknown> => {
      const { body } = await callControl(
        second.url.replace(/\/v1$/, ''),
        'GET',
        `/records/${resource}`,
        undefined,
        headers,
      )
      return JSON.parse(body).total
    }
    expect([(await send(one, 1)).status, (await send(one, 2)).status, (await send(other, 1)).status]).toEqual(
      times(3, () => added),
    )
    expect([await read(one), await read(other), await read()]).toEqual([2, 1, 0])
    const got = await events.next(2)
    expect(got.map(({ event }) => event)).toContain('request')
    const keys = await redis.client.keys(`*${namespace}*`)
    expect(keys.join()).not.toContain('secret')
  })
})
