import { createClient } from '@redis/client'
import { describe, expect, test } from 'vitest'
import { toContract } from '../../src/contract/to-contract.ts'
import { createMock } from '../../src/mock/create-mock.ts'
import { redisStore } from '../../src/redis/redis-store.ts'
import { bookings } from '../mock/bookings.ts'
import { sendToMock } from '../mock/send-to-mock.ts'
import { has } from '../tools/optional-tools.ts'
import { startRedis } from './start-redis.ts'

const contract = toContract(bookings)
const room = { name: 'Blue', kind: 'single' }
const addRoom = { to: 'POST /rooms', body: room }

/** Starts Redis, a client, and two mocks that share a namespace. */
async function openReplicas() {
  const stack = new AsyncDisposableStack()
  const redis = stack.use(await startRedis())
  const client = createClient({ url: redis.toUrl() })
  await client.connect()
  stack.defer(() => client.destroy())
  const open = async () => {
    const storage = stack.use(await redisStore(redis.toUrl('team-a'), { ttl: 1000 }))
    return createMock({ contract, storage, seed: { rooms: [{ ...room, id: 7 }] } })
  }
  const [first, second] = [await open(), await open()]
  return { first, second, client, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

describe.skipIf(!has('redis'))('mocks on one Redis', () => {
  test('share records, and make no key twice', async () => {
    await using replicas = await openReplicas()
    const { first, second } = replicas
    const added = await Promise.all(
      [first, second, first, second, first].map((mock) => sendToMock(mock, addRoom)),
    )
    expect(added.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(added.map(({ body }) => body.id).toSorted()).toEqual([10, 11, 12, 8, 9])
    expect(await first.records('rooms').list()).toEqual(await second.records('rooms').list())
    expect((await sendToMock(first, { to: 'DELETE /rooms/12' })).status).toBe(204)
    expect((await sendToMock(second, { to: 'GET /rooms/12' })).status).toBe(404)
    expect((await sendToMock(second, addRoom)).body.id).toBe(13)
    await second.reset()
    expect(await first.records('rooms').list()).toMatchObject([{ id: 7 }])
  })

  test('let all records expire together, and start anew if they are gone', async () => {
    await using replicas = await openReplicas()
    const { first, second, client } = replicas
    await sendToMock(first, { to: 'POST /rooms/7/bookings', body: { guest: 'Ada' } })
    const lives: Record<string, number> = {}
    for (const key of await client.keys('*')) lives[key] = await client.pTTL(key)
    const names = ['rooms', 'bookings'].flatMap((name) => [`order:${name}`, `records:${name}`])
    expect(Object.keys(lives).toSorted()).toEqual(
      [...names, 'meta'].map((name) => `plant-store:{team-a}:${name}`).toSorted(),
    )
    const { 'plant-store:{team-a}:meta': meta = 0, ...others } = lives
    expect(meta).toBeGreaterThan(1_000_000)
    for (const life of Object.values(others)) expect(life).toBeGreaterThan(meta)
    // The parts go after the whole, which starts anew without them.
    await client.del('plant-store:{team-a}:meta')
    expect((await sendToMock(second, { to: 'GET /rooms' })).body.total).toBe(0)
    expect((await sendToMock(first, addRoom)).status).toBe(201)
    expect(await second.records('bookings').count()).toBe(0)
  })
})

test.skipIf(!has('redis'))('a mock rejects requests while Redis is away, and goes on by itself', async () => {
  await using redis = await startRedis()
  await using storage = await redisStore(redis.toUrl('away'))
  const mock = createMock({ contract, storage })
  expect((await sendToMock(mock, addRoom)).status).toBe(201)
  await redis.stop('SIGKILL')
  expect(await sendToMock(mock, addRoom)).toMatchObject({
    status: 500,
    failure: 'internal-error',
  })
  await redis.restart()
  await expect.poll(async () => (await sendToMock(mock, addRoom)).status).toBe(201)
})
