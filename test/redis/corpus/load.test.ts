import { createClient } from '@redis/client'
import { describe, expect, test } from 'vitest'
import { createMock, type SharedMock } from '../../../src/mock/create-mock.ts'
import { redisStore } from '../../../src/redis/redis-store.ts'
import { contracts } from '../../mock/contracts.ts'
import { sendToMock } from '../../mock/send-to-mock.ts'
import { has } from '../../tools/optional-tools.ts'
import { startStore } from '../../tools/processes.ts'
import { monstera, sendPlant } from '../../tools/send.ts'
import { startRedis } from '../start-redis.ts'

/** Sends plants from 50 loops; all get their answer. */
async function sendAll(mock: SharedMock, first: number, count: number): Promise<void> {
  let next = first
  const run = async (): Promise<void> => {
    while (next < first + count)
      await sendToMock(mock, { to: 'POST /plants', body: { id: next++, name: 'Fern' } })
  }
  await Promise.all(Array.from({ length: 50 }, run))
}

describe.skipIf(!has('redis'))('a mock in Redis under load', () => {
  test('keeps 100,000 plants and a journal of 10,000 in bounded memory', async () => {
    await using redis = await startRedis()
    const client = createClient({ url: redis.toUrl() })
    await client.connect()
    const readMemory = async () => Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1])
    await using storage = await redisStore(redis.toUrl('large'))
    const mock = createMock({ contract: contracts.plants, storage, journal: 10_000 })
    const plants = mock.records('plants')
    await plants.replaceAll(
      Array.from({ length: 100_000 }, (_, id) => ({ id, name: 'Fern', tag: 'foliage' })),
    )
    await sendAll(mock, 100_000, 11_000)
    const before = await readMemory()
    // Less than 300 bytes for a plant and 1000 for a request.
    expect(before).toBeLessThan(111_000 * 300 + 10_000 * 1000)
    await sendAll(mock, 0, 30_000)
    expect(await readMemory()).toBeLessThan(before * 1.1)
    expect([await plants.count(), await mock.requests.size, await mock.requests.dropped]).toEqual([
      111_000, 10_000, 31_000,
    ])
    expect(await plants.list({ offset: 99_999, limit: 1 })).toEqual([
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
          const answer = await sendPlant(replicas[at]?.url ?? '', { ...monstera, id: mine }).catch(
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
      (await createMock({ contract: contracts.plants, storage }).records('plants').list())
        .map((plant) => plant as typeof monstera)
        .map((plant) => [Number(plant.id), plant]),
    )
    expect(acknowledged.length).toBeGreaterThan(8 * 30)
    expect(acknowledged.filter((one) => !stored.has(one))).toEqual([])
    expect([...stored.values()].filter(({ name }) => name !== 'Monstera')).toEqual([])
  })
})
