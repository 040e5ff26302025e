import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { redisStore } from '../../src/redis/redis-store.ts'
import { createMemoryStores, createStores } from '../../src/server/create-stores.ts'
import { startServer } from '../../src/server/start-server.ts'
import type { PlantStore } from '../../src/store/plant-store.ts'
import { startRedis } from '../redis/start-redis.ts'
import { has } from '../tools/optional-tools.ts'
import { callControl, from, monstera, sendPlant } from '../tools/send.ts'
import { start } from './start.ts'

const fern = { id: 2, name: 'Fern' }
const toHeaders = (authorization: string) => ({ authorization })
const anna = toHeaders('Bearer anna')
const ben = toHeaders('Bearer ben')

const options = { isolate: 'token', seed: [monstera] } as const
const server = await startServer({ port: 0, ...options })
afterAll(server.close)

describe('isolate: token', () => {
  beforeEach(async () => {
    for (const headers of [anna, ben, {}]) await call('POST', '/reset', headers)
  })

  const call = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    callControl(server.url, method, path, body, headers)
  const read = async (path: string, headers: Record<string, string>): Promise<unknown> =>
    JSON.parse((await call('GET', path, headers)).body)
  const add = async (plant: unknown, headers: Record<string, string>) =>
    (await sendPlant(server.url, plant, { headers })).status

  test('gives each token its own plants, with the seed in them, and resets them alone', async () => {
    const ficus = { id: 2, name: 'Ficus' }
    expect([await add(fern, anna), await add(ficus, ben), await add(monstera, ben)]).toEqual([200, 200, 409])
    expect(await read('/plants', anna)).toEqual({ total: 2, plants: [monstera, fern] })
    expect(await read('/plants', ben)).toEqual({ total: 2, plants: [monstera, ficus] })
    expect(await read('/plants', {})).toEqual({ total: 1, plants: [monstera] })
    await call('POST', '/reset', anna)
    expect(await read('/plants', anna)).toMatchObject({ total: 1 })
    expect(await read('/plants', ben)).toMatchObject({ total: 2 })
  })

  test('gives the stores of all tokens other options', async () => {
    const { url, configure } = await start(options)
    const send = async (plant: unknown, token: string) => (await sendPlant(url, plant, { token })).status
    expect(await send(fern, 'anna')).toBe(200)
    await configure({ tokens: ['anna', 'carla'], seed: [{ id: 3, name: 'Ivy' }], maxBody: 30 })
    const ash = { id: 3, name: 'Ash' }
    expect([await send(ash, 'anna'), await send(ash, 'carla'), await send(ash, 'ben')]).toEqual([
      409, 409, 401,
    ])
    expect(await send({ id: 4, name: 'A long name of a fern' }, 'anna')).toBe(413)
  })

  test('gives each token its own journal, and requests without a valid one the common journal', async () => {
    const invalid = toHeaders('Bearer invalid-token')
    const sent = [await add(monstera, anna), await add('no plant', ben)]
    sent.push(await add(monstera, invalid), await add(monstera, { authorization: '' }))
    expect(sent).toEqual([409, 400, 401, 401])
    const [of409, of400, of401] = [409, 400, 401].map((status) => ({ answer: { status } }))
    expect(await read('/requests', anna)).toMatchObject({ requests: [of409] })
    expect(await read('/requests', ben)).toMatchObject({ requests: [of400] })
    expect(await read('/requests', {})).toMatchObject({ requests: [of401, of401] })
    expect(server.store.requests.all()).toHaveLength(2)
  })

  test('gives each token its own faults and scenario', async () => {
    await call('POST', '/faults', anna, { fault: 'internal-error' })
    await call('PUT', '/scenario', ben, { title: 'An outage', steps: [{ fault: 'request-timeout' }] })
    expect(await read('/faults', anna)).toEqual({ faults: [{ fault: 'internal-error', requests: 1 }] })
    expect(await read('/faults', ben)).toEqual({ faults: [], scenario: 'An outage' })
    expect(await read('/faults', {})).toEqual({ faults: [] })
    expect([await add(monstera, ben), await add(monstera, anna)]).toEqual([408, 500])
  })
})

test('a token that is no longer valid loses its store and its requests', async () => {
  const { isolate, configure, replaceOptions } = createMemoryStores({ tokens: ['one', 'two'] })
  const { storeFor } = isolate()
  const stores = [storeFor(from('one')), storeFor(from('two'))]
  for (const store of stores) store.handle({ method: 'GET', path: '/' })
  await configure({ maxBody: 10 })
  expect(storeFor(from('one'))).toBe(stores[0])
  await configure({ tokens: ['two'] })
  await configure({ tokens: ['one', 'two'] })
  expect(storeFor(from('one'))).not.toBe(stores[0])
  expect(storeFor(from('two'))).toBe(stores[1])
  expect(stores.map(({ requests }) => requests.size)).toEqual([0, 1])
  await replaceOptions({})
  expect([storeFor(from('three')).settings.tokens, storeFor(from('three')).maxBody]).toEqual([
    undefined,
    1_048_576,
  ])
})

describe('the journals of all tokens', () => {
  const body = `{"id":1,"name":"${'x'.repeat(1024 * 1024 - 200)}"}`
  const send = (store: PlantStore | undefined) =>
    store?.handle({ method: 'POST', path: '/plants', headers: { authorization: 'Bearer x' }, body })
  function createStores(count: number) {
    const { storeFor } = createMemoryStores({}).isolate()
    return { storeFor, stores: Array.from({ length: count }, (_, at) => storeFor(from(`token${at}`))) }
  }

  test('have one bound, and drop the oldest requests first', () => {
    const { stores } = createStores(10)
    for (const store of stores) for (let count = 0; count < 2; count++) send(store)
    expect(stores.map(({ requests }) => requests.size)).toEqual([0, 0, 2, 2, 2, 2, 2, 2, 2, 2])
    for (const store of stores) store.requests.clear()
    for (let count = 0; count < 17; count++) send(stores[0])
    expect(stores[0]?.requests.size).toBe(16)
  })

  test('free the requests of a store that is dropped, the least recently used of more than 1000', () => {
    const { storeFor, stores } = createStores(1000)
    for (const store of stores.slice(0, 3)) send(store)
    expect(storeFor(from('token0'))).toBe(stores[0])
    storeFor(from('token1000'))
    expect(stores.slice(0, 3).map(({ requests }) => requests.size)).toEqual([1, 0, 1])
    expect(storeFor(from('token0'))).toBe(stores[0])
    expect(storeFor(from('token2'))).toBe(stores[2])
    expect(storeFor(from('token1'))).not.toBe(stores[1])
  })
})

test.skipIf(!has('redis'))('a store in Redis that is dropped leaves no plants there', async () => {
  await using redis = await startRedis()
  await using storage = await redisStore(redis.toUrl())
  // Redis runs the steps that it knows in the order of the calls.
  await storage.removeScope('none')
  const { storeFor } = (await createStores({ storage })).isolate()
  const stores = Array.from({ length: 1000 }, (_, at) => storeFor(from(`token${at}`)))
  const two = stores.slice(0, 2)
  const count = () => Promise.all(two.map(({ mock }) => mock?.records('plants').count()))
  await Promise.all(two.map((store) => sendPlant({ ...store, path: '/plants' })))
  expect(await count()).toEqual([1, 1])
  expect(storeFor(from('token0'))).toBe(stores[0])
  storeFor(from('token1000'))
  expect(await count()).toEqual([1, 0])
})

test('the common store is for all other requests, and is never dropped', () => {
  const { store: common, isolate } = createMemoryStores({})
  const { storeFor } = isolate()
  for (let at = 0; at <= 1000; at++) storeFor(from(`token${at}`))
  expect(storeFor({ method: 'POST', path: '/plants' })).toBe(common)
})
