import { beforeEach, describe, expect, test } from 'vitest'
import { createMemoryStores } from '../../src/server/create-stores.ts'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { createJournalBound } from '../../src/store/journal-bound.ts'
import type { PlantStore } from '../../src/store/plant-store.ts'
import { callControl, sendPlant } from '../tools/send.ts'

const monstera = { id: 1, name: 'Monstera' }
const anna = { authorization: 'Bearer anna' }
const ben = { authorization: 'Bearer ben' }

describe('isolate: token', () => {
  let server: PlantStoreServer

  beforeEach(async () => {
    server = await startServer({ port: 0, isolate: 'token', seed: [monstera] })
    return () => server.close()
  })

  const call = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    callControl(server.url, method, path, body, headers)
  const read = async (path: string, headers: Record<string, string>): Promise<unknown> =>
    JSON.parse((await call('GET', path, headers)).body)

  test('gives each token its own plants, with the seed in them', async () => {
    const fern = { id: 2, name: 'Fern' }
    const ficus = { id: 2, name: 'Ficus' }
    expect((await sendPlant(server.url, fern, { headers: anna })).status).toBe(200)
    expect((await sendPlant(server.url, ficus, { headers: ben })).status).toBe(200)
    expect((await sendPlant(server.url, monstera, { headers: ben })).status).toBe(409)
    expect(await read('/plants', anna)).toEqual({ total: 2, plants: [monstera, fern] })
    expect(await read('/plants', ben)).toEqual({ total: 2, plants: [monstera, ficus] })
    expect(await read('/plants', {})).toEqual({ total: 1, plants: [monstera] })
  })

  test('gives the stores of all tokens other options', async () => {
    await sendPlant(server.url, { id: 2, name: 'Fern' }, { headers: anna })
    await server.configure({ tokens: ['anna'], seed: [{ id: 3, name: 'Ivy' }], maxBody: 30 })
    expect(await read('/plants', anna)).toMatchObject({ total: 3 })
    expect(await read('/plants', ben)).toMatchObject({ plants: [monstera, { id: 3 }] })
    expect((await sendPlant(server.url, { id: 4, name: 'Fern' }, { headers: ben })).status).toBe(401)
    expect(
      (await sendPlant(server.url, { id: 4, name: 'A long name of a fern' }, { headers: anna })).status,
    ).toBe(413)
  })

  test('gives each token its own journal', async () => {
    await sendPlant(server.url, monstera, { headers: anna })
    await sendPlant(server.url, 'no plant', { headers: ben })
    const verify = async (headers: Record<string, string>, status: number): Promise<unknown> =>
      JSON.parse((await call('POST', '/requests/verify', headers, { status })).body).count
    expect([await verify(anna, 409), await verify(anna, 400)]).toEqual([1, 0])
    expect([await verify(ben, 409), await verify(ben, 400)]).toEqual([0, 1])
    expect(await read('/requests', {})).toEqual({ requests: [] })
  })

  test('gives each token its own faults and scenario', async () => {
    await call('POST', '/faults', anna, { fault: 'internal-error' })
    await call('PUT', '/scenario', ben, { title: 'An outage', steps: [{ fault: 'request-timeout' }] })
    expect(await read('/faults', anna)).toEqual({ faults: [{ fault: 'internal-error', requests: 1 }] })
    expect(await read('/faults', ben)).toEqual({ faults: [], scenario: 'An outage' })
    expect(await read('/faults', {})).toEqual({ faults: [] })
    expect(
      (await sendPlant(server.url, monstera, { headers: { authorization: 'Bearer carla' } })).status,
    ).toBe(409)
    expect((await sendPlant(server.url, monstera, { headers: ben })).status).toBe(408)
    expect((await sendPlant(server.url, monstera, { headers: anna })).status).toBe(500)
  })

  test('resets only the token of the request', async () => {
    await call('DELETE', '/plants', anna)
    await call('DELETE', '/plants', ben)
    await call('POST', '/reset', anna)
    expect(await read('/plants', anna)).toEqual({ total: 1, plants: [monstera] })
    expect(await read('/plants', ben)).toEqual({ total: 0, plants: [] })
  })

  test.each<[title: string, authorization: string, status: number]>([
    ['without one', '', 401],
    ['of another scheme', 'Basic YTpi', 401],
    ['with a malformed token', 'Bearer a,b', 401],
    ['with an invalid token', 'Bearer invalid-token', 401],
  ])('journals requests %s in the common store', async (_title, authorization, status) => {
    expect((await sendPlant(server.url, monstera, { headers: { authorization } })).status).toBe(status)
    expect(server.store.requests.count({ status })).toBe(1)
    expect(await read('/requests', {})).toMatchObject({ requests: [{ answer: { status } }] })
  })

  test('accepts the scheme in any case', async () => {
    await sendPlant(server.url, { id: 2, name: 'Fern' }, { headers: { authorization: 'bearer anna' } })
    expect(await read('/plants', { authorization: 'BEARER anna' })).toMatchObject({ total: 2 })
    expect(await read('/plants', { authorization: 'Bearer Anna' })).toMatchObject({ total: 1 })
  })
})

test('a token that is no longer valid loses its store', async () => {
  const { isolate, configure } = createMemoryStores({ tokens: ['one', 'two'] })
  const storeFor = isolate()
  const stores = [storeFor('Bearer one'), storeFor('Bearer two')]
  await configure({ tokens: ['two'] })
  await configure({ tokens: ['one', 'two'] })
  expect(storeFor('Bearer one')).not.toBe(stores[0])
  expect(storeFor('Bearer two')).toBe(stores[1])
})

test('without isolation, all tokens share one store, and the control API ignores them', async () => {
  await using server = await startServer({ port: 0 })
  expect((await sendPlant(server.url, monstera, { headers: anna })).status).toBe(200)
  expect((await sendPlant(server.url, monstera, { headers: ben })).status).toBe(409)
  const { body } = await callControl(server.url, 'GET', '/plants', undefined, ben)
  expect(JSON.parse(body)).toEqual({ total: 1, plants: [monstera] })
})

describe('the journals of all tokens', () => {
  const body = `{"id":1,"name":"${'x'.repeat(1024 * 1024 - 200)}"}`
  const send = (store: PlantStore) =>
    store.handle({ method: 'POST', path: '/plants', headers: { authorization: 'Bearer x' }, body })

  test('have one bound, and drop the oldest requests first', () => {
    const bound = createJournalBound()
    const storeFor = createMemoryStores({}, bound).isolate()
    const stores = Array.from({ length: 10 }, (_, at) => storeFor(`Bearer token${at}`))
    for (const store of stores) for (let count = 0; count < 4; count++) send(store)
    expect(stores.map(({ requests }) => requests.size)).toEqual([0, 0, 0, 0, 0, 0, 4, 4, 4, 4])
    for (const store of stores) store.requests.clear()
    for (let count = 0; count < 20; count++) send(stores[0] as PlantStore)
    expect(stores.map(({ requests }) => requests.size)).toEqual([16, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  })

  test('give up many small requests for a large one, in the order of their arrival', () => {
    const bound = createJournalBound()
    const storeFor = createMemoryStores({}, bound).isolate()
    const stores = Array.from({ length: 3 }, (_, at) => storeFor(`Bearer token${at}`))
    const small = { method: 'POST', path: '/plants', body: 'x'.repeat(8000) }
    for (let count = 0; count < 2100; count++) stores[count % 3]?.handle(small)
    send(stores[0] as PlantStore)
    const left = stores.map(({ requests }) => requests.all().length)
    expect(Math.max(...left) - Math.min(...left)).toBeLessThanOrEqual(1)
  })

  test('free the requests of a dropped store', () => {
    const bound = createJournalBound()
    const storeFor = createMemoryStores({}, bound).isolate()
    const dropped = storeFor('Bearer first')
    send(dropped)
    for (let at = 0; at < 1000; at++) storeFor(`Bearer token${at}`)
    expect(dropped.requests.size).toBe(0)
  })
})

describe('with more than 1000 tokens', () => {
  test('the least recently used store is dropped', () => {
    const storeFor = createMemoryStores({}).isolate()
    const useAll = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => storeFor(`Bearer token${from + at}`))
    const [first, second, third] = useAll(0, 1000)
    expect(storeFor('Bearer token0')).toBe(first)
    useAll(1000, 1001)
    expect(storeFor('Bearer token0')).toBe(first)
    expect(storeFor('Bearer token2')).toBe(third)
    expect(storeFor('Bearer token1')).not.toBe(second)
  })

  test('the common store is never dropped', () => {
    const { store: common, isolate } = createMemoryStores({})
    const storeFor = isolate()
    for (let at = 0; at <= 1000; at++) storeFor(`Bearer token${at}`)
    expect(storeFor(undefined)).toBe(common)
  })
})
