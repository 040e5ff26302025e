import { expect, test } from 'vitest'
import { createMocks } from '../../src/adapters/server/isolated-mocks.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import { bookings } from '../mock/bookings.ts'
import { toLogin } from '../mock/login-contract.ts'
import { callControl, from, monstera, send, sendPlant } from '../tools/send.ts'
import { start } from './start.ts'

const fern = { id: 2, name: 'Fern' }
const toHeaders = (authorization: string) => ({ authorization })
const anna = toHeaders('Bearer anna')

const options = { isolate: 'token', seed: { plants: [monstera] } } as const

test('the mocks of all tokens get other options', async () => {
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

test('each token that a login issues has its own mock, whose reset forgets no token', async () => {
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

test('the journals of all tokens free the requests of a mock that is dropped, the least recently used of more than 1000', () => {
  const { mockFor } = createMocks({}).isolate()
  const mocks = Array.from({ length: 1000 }, (_, at) => mockFor(from(`token${at}`)))
  for (const mock of mocks.slice(0, 3)) mock.handle({ method: 'GET', path: '/' })
  expect(mockFor(from('token0'))).toBe(mocks[0])
  mockFor(from('token1000'))
  expect(mocks.slice(0, 3).map(({ requests }) => requests.size)).toEqual([1, 0, 1])
  expect(mockFor(from('token0'))).toBe(mocks[0])
  expect(mockFor(from('token2'))).toBe(mocks[2])
  expect(mockFor(from('token1'))).not.toBe(mocks[1])
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
