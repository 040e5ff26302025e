import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createMocks } from '../../src/adapters/server/isolated-mocks.ts'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import type { Mock } from '../../src/mock/create-mock.ts'
import { bookings } from '../mock/bookings.ts'
import { toLogin } from '../mock/login-contract.ts'
import { callControl, from, monstera, send, sendPlant } from '../tools/send.ts'
import { start } from './start.ts'

const fern = { id: 2, name: 'Fern' }
const toHeaders = (authorization: string) => ({ authorization })
const anna = toHeaders('Bearer anna')
const ben = toHeaders('Bearer ben')
const plants = '/records/plants'

const options = { isolate: 'token', seed: { plants: [monstera] } } as const
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
    expect(await read(plants, anna)).toEqual({ total: 2, records: [monstera, fern] })
    expect(await read(plants, ben)).toEqual({ total: 2, records: [monstera, ficus] })
    expect(await read(plants, {})).toEqual({ total: 1, records: [monstera] })
    await call('POST', '/reset', anna)
    expect(await read(plants, anna)).toMatchObject({ total: 1 })
    expect(await read(plants, ben)).toMatchObject({ total: 2 })
  })

  test('gives the mocks of all tokens other options', async () => {
    const { url, configure } = await start(options)
    const add = async (plant: unknown, token: string) => (await sendPlant(url, plant, { token })).status
    expect(await add(fern, 'anna')).toBe(200)
    await configure({
      credentials: ['anna', 'carla'],
      seed: { plants: [{ id: 3, name: 'Ivy' }] },
      maxBody: 30,
    })
    const ash = { id: 3, name: 'Ash' }
    expect([await add(ash, 'anna'), await add(ash, 'carla'), await add(ash, 'ben')]).toEqual([409, 409, 401])
    expect(await add({ id: 4, name: 'A long name of a fern' }, 'anna')).toBe(413)
  })

  test('gives each token that a login issues its own mock, whose reset forgets no token', async () => {
    const { url, mock } = await start({ contract: toLogin(), isolate: 'token', requireLogin: true })
    const logIn = async () =>
      toHeaders(`Bearer ${JSON.parse((await send(`${url}/login`, { method: 'POST' })).body).token}`)
    const ask = async (headers: Record<string, string>) => (await send(`${url}/me`, { headers })).status
    const [one, two] = [await logIn(), await logIn()]
    expect([await ask(one), await ask(two), await ask(anna)]).toEqual([200, 200, 401])
    const { requests } = JSON.parse((await callControl(url, 'GET', '/requests', undefined, one)).body)
    expect(requests).toHaveLength(1)
    await callControl(url, 'POST', '/reset', undefined, one)
    expect([await ask(one), await ask(two)]).toEqual([200, 200])
    await mock.reset()
    expect([await ask(one), await ask(two)]).toEqual([401, 401])
  })

  test('gives each token its own journal, and requests without a valid one the common journal', async () => {
    const invalid = toHeaders('Bearer invalid-token')
    const sent = [await add(monstera, anna), await add('no plant', ben)]
    sent.push(await add(monstera, invalid), await add(monstera, { authorization: '' }))
    expect(sent).toEqual([409, 400, 401, 401])
    const [of409, of400, of401] = [409, 400, 401].map((status) => ({ response: { status } }))
    expect(await read('/requests', anna)).toMatchObject({ requests: [of409] })
    expect(await read('/requests', ben)).toMatchObject({ requests: [of400] })
    expect(await read('/requests', {})).toMatchObject({ requests: [of401, of401] })
    expect(server.mock.requests.all()).toHaveLength(2)
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

test('a token that is no longer valid loses its mock and its requests', async () => {
  const { isolate, configure, replaceOptions } = createMocks({ credentials: ['one', 'two'] })
  const { mockFor } = isolate()
  const mocks = [mockFor(from('one')), mockFor(from('two'))]
  for (const mock of mocks) mock.handle({ method: 'GET', path: '/' })
  await configure({ maxBody: 10 })
  expect(mockFor(from('one'))).toBe(mocks[0])
  await configure({ credentials: ['two'] })
  await configure({ credentials: ['one', 'two'] })
  expect(mockFor(from('one'))).not.toBe(mocks[0])
  expect(mockFor(from('two'))).toBe(mocks[1])
  expect(mocks.map(({ requests }) => requests.size)).toEqual([0, 1])
  await replaceOptions({})
  expect(mockFor(from('three')).settings).toMatchObject({ credentials: [], maxBody: 1_048_576 })
})

describe('the journals of all tokens', () => {
  const body = `{"id":1,"name":"${'x'.repeat(1024 * 1024 - 200)}"}`
  const send = (mock: Pick<Mock, 'handle'> | undefined) =>
    mock?.handle({ method: 'POST', path: '/plants', headers: { authorization: 'Bearer x' }, body })
  function createMany(count: number) {
    const { mockFor } = createMocks({}).isolate()
    return { mockFor, mocks: Array.from({ length: count }, (_, at) => mockFor(from(`token${at}`))) }
  }

  test('free the requests of a mock that is dropped, the least recently used of more than 1000', () => {
    const { mockFor, mocks } = createMany(1000)
    for (const mock of mocks.slice(0, 3)) send(mock)
    expect(mockFor(from('token0'))).toBe(mocks[0])
    mockFor(from('token1000'))
    expect(mocks.slice(0, 3).map(({ requests }) => requests.size)).toEqual([1, 0, 1])
    expect(mockFor(from('token0'))).toBe(mocks[0])
    expect(mockFor(from('token2'))).toBe(mocks[2])
    expect(mockFor(from('token1'))).not.toBe(mocks[1])
  })
})

test('any credential isolates, and all of its mocks change their contract', async () => {
  const room = { name: 'Blue', kind: 'single' }
  const { url, configure } = await start({ contract: toContract(bookings), isolate: 'token' })
  const ask = async (key: string, method = 'GET', path = '/v1/rooms', body?: object) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return JSON.parse((await send(new URL(path, url), init)).body)
  }
  for (const name of ['Blue', 'Red']) await ask('anna', 'POST', '/v1/rooms', { ...room, name })
  expect(await ask('anna')).toMatchObject({ total: 2 })
  expect(await ask('anna', 'GET', '/__admin/records/rooms')).toMatchObject({ total: 2 })
  for (const key of ['ben', 'invalid-token'])
    expect(await ask(key, 'GET', '/__admin/records/rooms')).toMatchObject({ total: 0 })
  const changed = structuredClone(bookings)
  Object.assign(changed.components.schemas.Room.properties.name, { maxLength: 3 })
  const options = { contract: toContract(changed), seed: { rooms: [{ id: 5, ...room, name: 'Bay' }] } }
  await expect(configure({ ...options, seed: { rooms: [room] } })).rejects.toThrow('is no record of rooms')
  expect(await ask('anna')).toMatchObject({ total: 2 })
  await configure(options)
  expect(await ask('anna')).toMatchObject({ items: [{ name: 'Red' }, { name: 'Bay' }] })
  expect(await ask('ben')).toMatchObject({ items: [{ name: 'Bay' }] })
})

test('the common mock is for all other requests, and is never dropped', () => {
  const { mock: common, isolate } = createMocks({})
  const { mockFor } = isolate()
  for (let at = 0; at <= 1000; at++) mockFor(from(`token${at}`))
  expect(mockFor({ method: 'POST', path: '/plants' })).toBe(common)
})
