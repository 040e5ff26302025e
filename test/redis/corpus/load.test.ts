import { createClient } from '@redis/client'
import { describe, expect, test } from 'vitest'
import { redisStore } from '../../../src/redis/redis-store.ts'
import type { SharedPlantStore } from '../../../src/store/store-interface.ts'
import { has } from '../../tools/optional-tools.ts'
import { startStore } from '../../tools/processes.ts'
import { sendPlant } from '../../tools/send.ts'
import { startRedis } from '../start-redis.ts'

const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }

/** Sends plants from 50 loops; all get their answer. */
async function sendAll(store: SharedPlantStore, first: number, count: number): Promise<void> {
  let next = first
  const run = async (): Promise<void> => {
    while (next < first + count) {
      const body = `{"id":${next++},"name":"Fern"}`
      await store.handle({ method: 'POST', path: '/plants', headers, body })
    }
  }
  await Promise.all(Array.from({ length: 50 }, run))
}

describe.skipIf(!has('redis'))('a store in Redis under load', () => {
  test('keeps 100,000 plants and a journal of 10,000 in bounded memory', async () => {
    await using redis = await startRedis()
    const client = createClient({ url: redis.toUrl() })
    await client.connect()
    const readMemory = async () => Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1])
    await using storage = await redisStore(redis.toUrl('large'))
    const store = storage.createStore({ journal: 10_000 })
    await store.plants.add(Array.from({ length: 100_000 }, (_, id) => ({ id, name: 'Fern', tag: 'foliage' })))
    await sendAll(store, 100_000, 11_000)
    const before = await readMemory()
    // Less than 300 bytes for a plant and 1000 for a request.
    expect(before).toBeLessThan(111_000 * 300 + 10_000 * 1000)
    await sendAll(store, 0, 30_000)
    expect(await readMemory()).toBeLessThan(before * 1.05)
    expect([await store.plants.count(), await store.requests.size, await store.requests.dropped]).toEqual([
      111_000, 10_000, 31_000,
    ])
    expect(await store.plants.list({ offset: 99_999, limit: 1 })).toEqual([
      { id: 99_999, name: 'Fern', tag: 'foliage' },
    ])
    client.destroy()
  })

  test('loses no acknowledged plant when replicas and Redis are killed', async () => {
    await using redis = await startRedis('--appendonly', 'yes', '--appendfsync', 'always')
    const url = redis.toUrl('killed')
    const acknowledged: number[] = []
    let id = 0
    for (let round = 0; round < 8; round++) {
      await using stack = new AsyncDisposableStack()
      const start = async () => stack.use(await startStore(['--store', url, '--log', 'silent']))
      const replicas = [await start(), await start(), await start()]
      let left = 30 + round * 7
      const add = async (at: number): Promise<void> => {
        for (;;) {
          const mine = ++id
          const answer = await sendPlant(replicas[at]?.url ?? '', { id: mine, name: 'Fern' }).catch(
            () => undefined,
          )
          if (answer?.status !== 200) return
          acknowledged.push(mine)
          if (--left !== 0) continue
          // In odd rounds Redis goes, in even ones a replica.
          if (round % 2 === 0) replicas[0]?.kill('SIGKILL')
          else await redis.stop('SIGKILL')
          for (const replica of replicas) replica.kill('SIGKILL')
        }
      }
      await Promise.all([0, 1, 2, 0, 1, 2].map(add))
      await Promise.all(replicas.map(({ ended }) => ended))
      if (round % 2 === 1) await redis.restart()
    }
    await using storage = await redisStore(url)
    const stored = new Map(
      (await storage.createStore({}).plants.list()).map((plant) => [Number(plant.id), plant]),
    )
    expect(acknowledged.length).toBeGreaterThan(8 * 30)
    expect(acknowledged.filter((one) => !stored.has(one))).toEqual([])
    expect([...stored.values()].filter(({ name }) => name !== 'Monstera')).toEqual([])
  })
})
