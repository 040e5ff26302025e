import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redisStore } from '../../src/redis/redis-store.ts'
import { type SharedServerOptions, startServer } from '../../src/server/start-server.ts'
import type { PlantStoreOptions } from '../../src/store/options.ts'
import type { SharedServedStore } from '../../src/store/store-interface.ts'
import { openEvents } from '../server/open-events.ts'
import { has } from '../tools/optional-tools.ts'
import { callControl, sendPlant } from '../tools/send.ts'
import { startRedis, type TestRedis } from './start-redis.ts'

let redis: TestRedis
let client: Awaited<ReturnType<ReturnType<typeof createClient>['connect']>>
let count = 0

beforeAll(async () => {
  if (!has('redis')) return
  redis = await startRedis()
  client = (await createClient({ url: redis.toUrl() }).connect()) as never
})
afterAll(async () => {
  client?.destroy()
  await redis?.[Symbol.asyncDispose]()
})

const ash = { id: 1, name: 'Ash' }

/** Opens a new namespace as often as there are replicas, each with a connection of its own. */
async function openReplicas(options: PlantStoreOptions = {}) {
  const stack = new AsyncDisposableStack()
  const namespace = `replicas-${count++}`
  const open = async (changed: PlantStoreOptions = options): Promise<SharedServedStore> =>
    stack.use(await redisStore(redis.toUrl(namespace), { ttl: 1000 })).createStore(changed)
  return { open, first: await open(), second: await open(), namespace, ...toDisposable(stack) }
}

/** Starts two servers on a new namespace. */
async function startReplicas(options: Partial<SharedServerOptions> = {}) {
  const stack = new AsyncDisposableStack()
  const namespace = `replicas-${count++}`
  const start = async (): Promise<string> => {
    const storage = stack.use(await redisStore(redis.toUrl(namespace)))
    return stack.use(await startServer({ ...options, port: 0, storage })).url
  }
  return { first: await start(), second: await start(), namespace, ...toDisposable(stack) }
}

const toDisposable = (stack: AsyncDisposableStack): AsyncDisposable => ({
  [Symbol.asyncDispose]: () => stack.disposeAsync(),
})

const add = async (store: SharedServedStore, id: number): Promise<number> =>
  (await sendPlant(store, { id, name: 'Fern' })).status

/** Sends plants to stores at the same time; counts the statuses. */
async function tally(stores: SharedServedStore[], total: number, toId: (at: number) => number) {
  const adding = Array.from({ length: total }, (_, at) =>
    add(stores[at % stores.length] as SharedServedStore, toId(at)),
  )
  const counts: Record<number, number> = {}
  for (const status of await Promise.all(adding)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe.skipIf(!has('redis'))('replicas on one Redis', () => {
  test('accept one of many requests with the same id, and apply a fault for three requests to exactly three', async () => {
    await using replicas = await openReplicas()
    const { first, second } = replicas
    expect(await tally([first, second], 300, () => 7)).toEqual({ 200: 1, 409: 299 })
    expect(await first.requests.count({ id: 7 })).toBe(300)
    await first.faults.next('internal-error', { requests: 3 })
    expect(await tally([first, second], 60, (at) => 100 + at)).toEqual({ 200: 57, 500: 3 })
    expect(await second.faults.list()).toEqual([])
  })

  test('need one round trip for a request, also with a fault', async () => {
    await using replicas = await openReplicas()
    const { first } = replicas
    const countCalls = async () =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(await client.info('commandstats'))?.[1])
    await add(first, 1)
    await first.faults.next('invalid-credentials')
    const before = await countCalls()
    expect([await add(first, 2), await add(first, 2), await add(first, 2)]).toEqual([401, 200, 409])
    expect(await countCalls()).toBe(before + 3)
  })

  test('count changes together, and tell those who watch, until they stop', async () => {
    await using replicas = await openReplicas({ seed: [ash] })
    const { first, second } = replicas
    const { changes } = second
    const { counts } = changes
    const zeros = { requests: 0, answers: 0, plants: 0, faults: 0, clears: 0, resets: 0, options: 0 }
    expect(counts).toEqual(zeros)
    await changes.refresh?.()
    const start = { ...counts }
    const told = [0, 0]
    const stops = [0, 1].map((who) => changes.watch(() => told.splice(who, 1, (told[who] ?? 0) + 1)))
    await add(first, 2)
    await expect.poll(() => counts).toEqual({ ...start, requests: 1, plants: start.plants + 1 })
    await first.faults.next('invalid-credentials')
    await expect.poll(() => counts.faults).toBe(start.faults + 1)
    await first.requests.clear()
    await expect.poll(() => counts.clears).toBe(start.clears + 1)
    await first.plants.replaceAll([ash])
    await expect.poll(() => counts.plants).toBeGreaterThan(start.plants + 1)
    await first.reset()
    await expect.poll(() => counts.resets).toBe(start.resets + 1)
    const [one = 0, other = 0] = told
    expect([one >= 5, other]).toEqual([true, one])
    stops[0]?.()
    await add(first, 3)
    await expect.poll(() => told[1]).toBeGreaterThan(other)
    stops[1]?.()
    expect([counts.requests, told[0]]).toEqual([2, one])
  })

  test('send events of what happens in another one', async () => {
    await using replicas = await startReplicas()
    const { first, second } = replicas
    await using events = await openEvents(second)
    await sendPlant(first, ash)
    const got = await events.next(2)
    expect(got.map(({ event }) => event).toSorted()).toEqual(['plants', 'request'])
  })

  test('keep the state of each token apart, without the token in Redis', async () => {
    await using replicas = await startReplicas({ isolate: 'token' })
    const { first, second, namespace } = replicas
    const read = async (headers: Record<string, string>): Promise<unknown> =>
      JSON.parse((await callControl(second, 'GET', '/plants', undefined, headers)).body).plants
    const [one, other] = [{ authorization: 'Bearer one-secret' }, { authorization: 'Bearer other-secret' }]
    await sendPlant(first, ash, { headers: one })
    await sendPlant(first, { ...ash, name: 'Elm' }, { headers: other })
    const elm = [{ ...ash, name: 'Elm' }]
    expect([await read(one), await read(other), await read({})]).toEqual([[ash], elm, []])
    const keys = await client.keys(`*${namespace}*`)
    const journals = keys.filter((key) => key.endsWith(':journal'))
    const values = await Promise.all(journals.map((key) => client.lRange(key, 0, -1)))
    expect([journals.length, [keys, values].join().includes('secret')]).toEqual([2, false])
  })

  test('leave nothing from before a reset under load', async () => {
    await using replicas = await openReplicas({ seed: [{ ...ash, id: -1 }] })
    const { first, second } = replicas
    await first.faults.next({ fault: 'invalid-credentials', requests: 1_000_000, path: '/other' })
    const answered = new Set<number>()
    let id = 0
    let isOver = false
    const send = async (replica: SharedServedStore): Promise<void> => {
      while (!isOver) {
        const mine = id++
        await add(replica, mine)
        answered.add(mine)
      }
    }
    const senders = [first, second, first, second].map(send)
    for (let round = 1; round < 4; round++) {
      while (answered.size < 20 * round) await add(first, -2)
      const before = new Set(answered)
      await second.reset()
      const left = (await first.plants.list()).map((plant) => Number(plant.id))
      const journal = (await first.requests.all()).map(({ request }) => JSON.parse(request.body).id)
      expect(left).toContain(-1)
      expect([...left, ...journal].filter((one) => before.has(one))).toEqual([])
      expect(await first.faults.list()).toEqual([])
    }
    isOver = true
    await Promise.all(senders)
  })

  test.each([{ delay: 300 }, 'hold'])('drop a request that waits during a reset: %o', async (fault) => {
    await using replicas = await openReplicas()
    const { first, second } = replicas
    if (typeof fault === 'object') await first.faults.next(fault)
    else await first.faults.hold()
    const waiting = sendPlant(first)
    while ((await second.requests.count({ waiting: true })) === 0);
    await second.reset()
    expect(await waiting).toMatchObject({ status: 0, headers: {}, body: '', fault: 'dropped-connection' })
    expect([await second.plants.count(), await second.requests.all()]).toEqual([0, []])
  })

  test('know the requests of each other from their arrival, and release them', async () => {
    await using replicas = await openReplicas()
    const { first, second } = replicas
    const { name } = await first.faults.hold({ requests: 3 })
    const waiting = [sendPlant(first), sendPlant(first)]
    while ((await second.requests.count({ waiting: true })) < 2);
    expect(await second.faults.list()).toEqual([{ hold: name, requests: 1 }])
    await second.requests.clear()
    await second.faults.release(name, { status: 503, body: 'x' })
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([503, 503])
    expect([await second.requests.all(), await second.faults.list()]).toEqual([
      [],
      [{ status: 503, body: 'x', requests: 1 }],
    ])
    expect([await add(second, 5), await add(first, 5)]).toEqual([503, 200])
  })

  test('add the missing plants of a seed, and start the scenario once', async () => {
    await using replicas = await openReplicas({ seed: [ash] })
    const { open, first } = replicas
    await first.faults.play({ title: 'Mine', steps: [{ fault: 'invalid-credentials' }] })
    const oak = { id: 9223372036854775807n, name: 'Oak' }
    const scenario = { title: 'Other', steps: [{ fault: 'internal-error' }] } as const
    const third = await open({ seed: [{ ...ash, name: 'Elm' }, oak], scenario })
    expect([await third.plants.list(), await third.faults.scenario]).toEqual([[ash, oak], 'Mine'])
  })

  test('start a namespace again that is gone', async () => {
    await using replicas = await openReplicas({ seed: [ash] })
    const { first, second, namespace } = replicas
    expect(await add(first, 2)).toBe(200)
    await client.del(await client.keys(`*${namespace}*`))
    const statuses = await Promise.all([add(first, 2), add(second, 1), add(second, 2)])
    expect(statuses.toSorted()).toEqual([200, 409, 409])
    expect(await second.plants.count()).toBe(2)
  })

  test('let all keys of a namespace expire together, after the time to live without use', async () => {
    await using replicas = await openReplicas({ seed: [ash] })
    const { first, namespace } = replicas
    await add(first, 2)
    await first.faults.next('invalid-credentials', { requests: 5 })
    await first.faults.always({ fault: 'invalid-credentials', path: '/x' })
    await first.faults.play({ title: 'Mine', steps: [{ fault: 'invalid-credentials' }] })
    const lives: Record<string, number> = {}
    for (const key of await client.keys(`*${namespace}*`))
      lives[key.split('}:').at(-1) ?? ''] = await client.pTTL(key)
    expect(Object.keys(lives).toSorted()).toEqual(['journal', 'meta', 'order:plants', 'records:plants'])
    const { meta = 0, ...others } = lives
    expect(meta).toBeGreaterThan(1_000_000)
    expect(meta).toBeLessThanOrEqual(1_100_000)
    // The parts go after the whole, which starts anew without them.
    for (const life of Object.values(others)) expect(life).toBeGreaterThan(meta)
  })
})
