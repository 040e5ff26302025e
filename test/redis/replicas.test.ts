import { Agent, request } from 'node:http'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redisStore } from '../../src/redis/redis-store.ts'
import {
  type PlantStoreServer,
  type SharedServerOptions,
  startServer,
} from '../../src/server/start-server.ts'
import type { SharedPlantStore } from '../../src/store/store-interface.ts'
import { openEvents } from '../server/open-events.ts'
import { has } from '../tools/optional-tools.ts'
import { callControl, sendPlant } from '../tools/send.ts'
import { startRedis, type TestRedis } from './start-redis.ts'

type Replica = PlantStoreServer<SharedPlantStore>

let redis: TestRedis
let client: Awaited<ReturnType<ReturnType<typeof createClient>['connect']>>
let count = 0

beforeAll(async () => {
  if (!has('redis')) return
  redis = await startRedis()
  client = (await createClient({ url: redis.toUrl() }).connect()) as never
  return async () => {
    client.destroy()
    await redis[Symbol.asyncDispose]()
  }
})

/** Starts three servers with connections of their own on a new namespace. */
async function startReplicas(
  options: Partial<SharedServerOptions> = {},
): Promise<AsyncDisposable & { replicas: readonly [Replica, Replica, Replica]; namespace: string }> {
  const stack = new AsyncDisposableStack()
  const namespace = `replicas-${count++}`
  const start = async (): Promise<Replica> => {
    const storage = stack.use(await redisStore(redis.toUrl(namespace), { ttl: 1000 }))
    return stack.use(await startServer({ ...options, port: 0, storage }))
  }
  return {
    replicas: [await start(), await start(), await start()],
    namespace,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 50 })
afterAll(() => agent.destroy())

/** Adds a plant with little effort; resolves with the status. */
const add = ({ url }: Replica, id: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }
    request(`${url}/plants`, { method: 'POST', headers, agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end(`{"id":${id},"name":"Fern"}`)
  })

const read = async ({ url }: Replica, path: string, headers?: Record<string, string>): Promise<unknown> =>
  JSON.parse((await callControl(url, 'GET', path, undefined, headers)).body)

const tally = (statuses: readonly number[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const sendAll = (replicas: readonly Replica[], total: number, toId: (index: number) => number) =>
  Promise.all(
    Array.from({ length: total }, (_, at) => add(replicas[at % replicas.length] as Replica, toId(at))),
  )

describe.skipIf(!has('redis'))('three replicas on one Redis', () => {
  test('accept one of 1,000 requests with the same id', async () => {
    await using open = await startReplicas()
    expect(tally(await sendAll(open.replicas, 1000, () => 7))).toEqual({ 200: 1, 409: 999 })
    expect(await open.replicas[0].store.requests.count({ id: 7 })).toBe(1000)
  })

  test('show a request with a byte order mark that a habit ignores', async () => {
    await using open = await startReplicas({ habits: ['ignores-byte-order-mark'] })
    const [first, second] = open.replicas
    expect((await sendPlant(first.url, '\ufeff{"id":1,"name":"Fern"}')).status).toBe(200)
    expect(await second.store.requests.matching({ id: 1 })).toMatchObject([
      { request: { body: '{"id":1,"name":"Fern"}' }, answer: { status: 200 } },
    ])
  })

  test('apply a fault for three requests to exactly three', async () => {
    await using open = await startReplicas()
    const [first, second] = open.replicas
    await first.store.faults.next('internal-error', 3)
    expect(tally(await sendAll(open.replicas, 60, (at) => at))).toEqual({ 200: 57, 500: 3 })
    expect(await second.store.faults.list()).toEqual([])
  })

  test('need one round trip for a request, also with a fault', async () => {
    await using open = await startReplicas()
    const [first] = open.replicas
    const countCalls = async () =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(await client.info('commandstats'))?.[1])
    await add(first, 1)
    await first.store.faults.next('invalid-token')
    const before = await countCalls()
    expect([await add(first, 2), await add(first, 2), await add(first, 2)]).toEqual([401, 200, 409])
    expect(await countCalls()).toBe(before + 3)
  })

  test('show what another one has answered', async () => {
    await using open = await startReplicas()
    const [first, second, third] = open.replicas
    await add(first, 1)
    await callControl(third.url, 'POST', '/faults', { fault: 'invalid-token', requests: 2 })
    expect(await read(second, '/plants')).toEqual({ total: 1, plants: [{ id: 1, name: 'Fern' }] })
    expect(await read(second, '/requests')).toMatchObject({
      requests: [{ number: 1, answer: { status: 200 } }],
    })
    expect(await read(second, '/faults')).toEqual({ faults: [{ fault: 'invalid-token', requests: 2 }] })
    expect(await read(second, '/health')).toEqual({ status: 'ok', store: 'redis' })
    await callControl(second.url, 'DELETE', '/requests')
    expect(await read(first, '/requests')).toEqual({ requests: [] })
  })

  test('send events of what happens in another one, and go on where another one was', async () => {
    await using open = await startReplicas()
    const [first, second, third] = open.replicas
    await using events = await openEvents(second.url)
    await add(first, 1)
    const got = await events.next(2)
    expect(got.map(({ event }) => event).toSorted()).toEqual(['plants', 'request'])
    await callControl(third.url, 'POST', '/reset')
    await add(first, 2)
    const after = await events.next(4)
    expect(after.map(({ event }) => event).toSorted()).toEqual(['faults', 'plants', 'request', 'reset'])
    await using resumed = await openEvents(third.url, { 'last-event-id': after.at(-1)?.id ?? '' })
    await add(first, 3)
    const more = await resumed.next(2)
    expect(more.map(({ data }) => data['number'] ?? 'plants').toSorted()).toEqual([3, 'plants'])
  })

  test('keep the state of each token apart, without the token in Redis', async () => {
    await using open = await startReplicas({ isolate: 'token' })
    const [first, second] = open.replicas
    const [one, other] = [{ authorization: 'Bearer one-secret' }, { authorization: 'Bearer other-secret' }]
    await sendPlant(first.url, { id: 1, name: 'Ash' }, { headers: one })
    await sendPlant(first.url, { id: 1, name: 'Elm' }, { headers: other })
    expect(await read(second, '/plants', one)).toEqual({ total: 1, plants: [{ id: 1, name: 'Ash' }] })
    expect(await read(second, '/plants', other)).toEqual({ total: 1, plants: [{ id: 1, name: 'Elm' }] })
    expect(await read(second, '/plants')).toEqual({ total: 0, plants: [] })
    const keys = await client.keys(`*${open.namespace}*`)
    expect(keys.length).toBeGreaterThan(4)
    expect(keys.filter((key) => !key.startsWith(`plant-store:{${open.namespace}}:`))).toEqual([])
    const values = await Promise.all(
      keys.filter((key) => key.endsWith(':journal')).map((key) => client.lRange(key, 0, -1)),
    )
    expect([keys, values].join()).not.toContain('secret')
  })

  test('leave nothing from before a reset under load', async () => {
    await using open = await startReplicas({ seed: [{ id: -1, name: 'Seed' }] })
    const [first, second, third] = open.replicas
    await first.store.faults.next({ fault: 'invalid-token', requests: 'forever', path: '/other' })
    const answered = new Set<number>()
    let id = 0
    let isOver = false
    const send = async (replica: Replica): Promise<void> => {
      while (!isOver) {
        const mine = id++
        await add(replica, mine)
        answered.add(mine)
      }
    }
    const senders = [first, second, third, first, second, third].map(send)
    for (let round = 0; round < 5; round++) {
      while (answered.size < 20 * (round + 1)) await add(first, -2)
      const before = new Set(answered)
      await second.store.reset()
      const left = (await third.store.plants.list()).map((plant) => Number(plant.id))
      const journal = (await third.store.requests.all()).map(({ request }) => JSON.parse(request.body).id)
      expect(left).toContain(-1)
      expect([...left, ...journal].filter((one) => before.has(one))).toEqual([])
      expect(await first.store.faults.list()).toEqual([])
    }
    isOver = true
    await Promise.all(senders)
  })

  test('drop a request that waited during a reset', async () => {
    await using open = await startReplicas()
    const [first, second] = open.replicas
    await first.store.faults.next({ delay: 300 })
    const waiting = add(first, 1)
    // The fault is gone as soon as the request waits.
    while ((await second.store.faults.list()).length > 0);
    await second.store.reset()
    await expect(waiting).rejects.toThrow('socket hang up')
    expect([await first.store.plants.count(), await first.store.requests.size]).toEqual([0, 0])
  })

  test('add the missing plants of a seed, and start the scenario once', async () => {
    await using open = await startReplicas({ seed: [{ id: 1, name: 'Ash' }] })
    const [first] = open.replicas
    await first.store.faults.play({ title: 'Mine', steps: [{ fault: 'invalid-token' }] })
    await using storage = await redisStore(redis.toUrl(open.namespace))
    const scenario = { title: 'Other', steps: [{ fault: 'internal-error' }] } as const
    const seed = [
      { id: 1, name: 'Elm' },
      { id: 9223372036854775807n, name: 'Oak' },
    ]
    const { store } = await startServer({ port: 0, storage, seed, scenario }).then(async (server) => {
      await server.store.plants.count()
      await server.close()
      return server
    })
    expect(await store.faults.scenario).toBe('Mine')
    expect(await first.store.plants.list()).toEqual([{ id: 1, name: 'Ash' }, seed[1]])
  })

  test('start a namespace again that is gone', async () => {
    await using open = await startReplicas({ seed: [{ id: 1, name: 'Ash' }] })
    const [first, second] = open.replicas
    expect(await add(first, 2)).toBe(200)
    await client.del(await client.keys(`*${open.namespace}*`))
    expect(await Promise.all([add(first, 2), add(second, 1), add(second, 2)])).toSatisfy(
      (all: number[]) => all.toSorted().join() === '200,409,409',
    )
    expect(await second.store.plants.count()).toBe(2)
  })

  test('let all keys of a namespace expire together, after the time to live without use', async () => {
    await using open = await startReplicas({ seed: [{ id: 1, name: 'Ash' }] })
    const [first] = open.replicas
    await add(first, 2)
    await first.store.faults.next('invalid-token', 5)
    await first.store.faults.always({ fault: 'invalid-token', path: '/x' })
    await first.store.faults.play({ title: 'Mine', steps: [{ fault: 'invalid-token' }] })
    const keys = await client.keys(`*${open.namespace}*`)
    const lives = Object.fromEntries(
      await Promise.all(keys.map(async (key) => [key.split(':').at(-1), await client.pTTL(key)])),
    )
    expect(Object.keys(lives).toSorted()).toEqual(['ids', 'journal', 'lasting', 'meta', 'plants', 'queue'])
    const { meta, ...others } = lives
    expect(meta).toBeGreaterThan(1_000_000)
    expect(meta).toBeLessThanOrEqual(1_100_000)
    // The parts go after the whole, which starts anew without them.
    for (const life of Object.values(others)) expect(life).toBeGreaterThan(meta)
  })
})
