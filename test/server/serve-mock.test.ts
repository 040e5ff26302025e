import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toContract } from '../../src/contract/to-contract.ts'
import { createMock, type Mock } from '../../src/mock/create-mock.ts'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { bookings } from '../mock/bookings.ts'

const room = { name: 'Blue', kind: 'single' }

describe('a server of a mock', () => {
  let mock: Mock
  let server: PlantStoreServer
  beforeEach(async () => {
    mock = createMock({ contract: toContract(bookings), seed: { rooms: [{ id: 1, ...room }] } })
    server = await startServer({ mock, port: 0 })
  })
  afterEach(() => server.close())

  const send = async (path: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(new URL(path, server.url), {
      ...init,
      headers: { 'x-api-key': 'key', 'content-type': 'application/json', ...init.headers },
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? '' : JSON.parse(text) }
  }

  test('has the base path in its address', () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  })
  test('serves it', async () => {
    expect(await send('/v1/rooms', { method: 'POST', body: JSON.stringify(room) })).toMatchObject({
      status: 201,
      body: room,
    })
    expect(await send('/v1/rooms/1')).toMatchObject({ status: 200, body: room })
  })
  test('lets pages use all methods', async () => {
    const response = await fetch(`${server.url}/rooms/1`, {
      method: 'OPTIONS',
      headers: { origin: 'http://page.test', 'access-control-request-method': 'PATCH' },
    })
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
  })
  test.each([
    [
      'GET',
      '/records',
      200,
      {
        resources: [
          { name: 'rooms', records: 1 },
          { name: 'bookings', records: 0 },
        ],
      },
    ],
    ['GET', '/records/rooms', 200, { total: 1, records: [{ id: 1, ...room }] }],
    ['GET', '/records/rooms/1', 200, { id: 1, ...room }],
    ['DELETE', '/records/rooms/1', 200, {}],
    [
      'GET',
      '/records/rooms/2',
      404,
      { message: expect.stringContaining('no record of rooms has the key "2"') },
    ],
    [
      'GET',
      '/records/halls',
      404,
      { message: 'there is no resource "halls"; the resources are rooms, bookings' },
    ],
    ['GET', '/plants', 404, { message: expect.stringContaining('/__admin/records') }],
    ['GET', '/', 404, { message: expect.stringContaining('/__admin/records') }],
    ['GET', '/health', 200, { status: 'ok' }],
    ['GET', '/config', 200, { title: 'Bookings' }],
    ['GET', '/requests', 200, { requests: [] }],
    ['GET', '/nothing', 404, {}],
    ['PATCH', '/records/rooms', 405, {}],
  ])('control API: %s %s', async (method, path, status, body) => {
    expect(await send(`/__admin${path}`, { method })).toMatchObject({ status, body })
  })
  test('control API: removes all records, adds one, and resets', async () => {
    await send('/__admin/records/rooms', { method: 'DELETE' })
    expect(mock.records('rooms').count()).toBe(0)
    expect(
      await send('/__admin/records/rooms', { method: 'POST', body: JSON.stringify(room) }),
    ).toMatchObject({ body: room })
    await send('/__admin/reset', { method: 'POST' })
    expect(mock.records('rooms').list()).toEqual([{ id: 1, ...room }])
  })
  test('control API: queues a fault for an operation', async () => {
    await send('/__admin/faults', {
      method: 'POST',
      body: '{"fault":"internal-error","operation":"readRoom"}',
    })
    expect((await send('/v1/rooms')).status).toBe(200)
    expect((await send('/v1/rooms/1')).status).toBe(500)
  })
  test('control API: says of a request what was wrong', async () => {
    await send('/v1/rooms/7')
    expect(await send('/__admin/requests?status=404')).toMatchObject({
      body: { requests: [{ failure: 'unknown-record', reason: 'there is no room with the roomId "7"' }] },
    })
  })
  test('control API: finds requests by operation, and by properties of their bodies', async () => {
    await send('/v1/rooms', { method: 'POST', body: JSON.stringify({ ...room, name: 'Red' }) })
    await send('/v1/rooms')
    const verify = (pattern: object) =>
      send('/__admin/requests/verify', { method: 'POST', body: JSON.stringify(pattern) })
    expect(await verify({ operation: 'createRoom', body: { name: 'Red' } })).toMatchObject({
      body: { count: 1, nearest: [] },
    })
    expect(await verify({ operation: 'createRoom', body: { name: 'Blue' } })).toMatchObject({
      body: {
        count: 0,
        nearest: [
          { differences: [{ member: 'body.name', expected: 'Blue', received: 'Red' }] },
          { differences: [{ member: 'operation' }, { member: 'body' }] },
        ],
      },
    })
    expect(await verify({ operation: 'createRoom', body: { name: 'Red' }, exact: true })).toMatchObject({
      body: { count: 0, nearest: [{ differences: [{ member: 'body.kind', received: 'single' }] }, {}] },
    })
  })
  test.each([
    [{ isolate: 'token' as const }, "isolate creates its own stores, so you can't pass mock"],
    [{ tokens: ['x'] }, "mock already has its own options, so you can't pass tokens"],
  ])('%j is an error', async (wrong, message) => {
    await expect(startServer({ mock, port: 0, ...wrong })).rejects.toThrow(message)
  })
})

const contract = toContract(bookings)

/** Sends a request with a key; the body of the response is text. */
async function sendAs(key: string, url: string, init: RequestInit = {}) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const response = await fetch(url, { ...init, headers })
  return { status: response.status, body: await response.text() }
}

describe('a server of a description', () => {
  test('makes its own mock, and refuses an option that a mock has not', async () => {
    await using server = await startServer({ contract, seed: { rooms: [{ id: 3, ...room }] }, port: 0 })
    expect(server.mock.records('rooms').count()).toBe(1)
    await expect(startServer({ contract, latency: -1, port: 0 })).rejects.toThrow('latency must be')
    await expect(startServer({ contract, habits: [], port: 0 } as object)).rejects.toThrow('habits')
  })
  test('isolates by any credential', async () => {
    await using server = await startServer({ contract, isolate: 'token', port: 0 })
    const create = { method: 'POST', body: JSON.stringify(room) }
    expect((await sendAs('anna', `${server.url}/rooms`, create)).status).toBe(201)
    expect(JSON.parse((await sendAs('anna', `${server.url}/rooms`)).body)).toMatchObject({ total: 1 })
    expect(JSON.parse((await sendAs('ben', `${server.url}/rooms`)).body)).toMatchObject({ total: 0 })
    const records = `${server.adminUrl}/__admin/records/rooms`
    expect(JSON.parse((await sendAs('anna', records)).body)).toMatchObject({ total: 1 })
    expect(JSON.parse((await sendAs('invalid-token', records)).body)).toMatchObject({ total: 0 })
  })
  test('passes all other requests on to the upstream', async () => {
    const upstream = createServer((request, response) =>
      response.end(`real ${request.method} ${request.url}`),
    )
    await once(upstream.listen(0, '127.0.0.1'), 'listening')
    const { port } = upstream.address() as AddressInfo
    await using server = await startServer({ contract, upstream: `http://127.0.0.1:${port}`, port: 0 })
    expect(await sendAs('a', `${server.url}/orders`)).toEqual({ status: 200, body: 'real GET /v1/orders' })
    expect(await sendAs('a', `${server.url}/rooms`, { method: 'DELETE' })).toMatchObject({
      body: 'real DELETE /v1/rooms',
    })
    expect(JSON.parse((await sendAs('a', `${server.url}/rooms`)).body)).toMatchObject({ total: 0 })
    expect(server.mock.requests.all()).toMatchObject([
      { upstream: true, answer: { status: 200 } },
      { upstream: true },
      { operation: 'listRooms' },
    ])
    upstream.close()
  })
  test('changes its options while it runs, and keeps the records that still fit', async () => {
    const seed = { rooms: [{ id: 1, ...room }] }
    await using server = await startServer({ contract, seed, isolate: 'token', port: 0 })
    const create = { method: 'POST', body: JSON.stringify({ ...room, name: 'Red' }) }
    await sendAs('anna', `${server.url}/rooms`, create)
    const list = async (key: string) => JSON.parse((await sendAs(key, `${server.url}/rooms`)).body).items
    const changed = structuredClone(bookings)
    changed.components.schemas.Room.properties.name = { type: 'string', maxLength: 3 } as never
    const fitting = { contract: toContract(changed), seed: { rooms: [] as object[] } }
    await expect(server.configure({ ...fitting, seed })).rejects.toThrow(
      'seed.rooms[0] is no record of rooms',
    )
    await server.configure(fitting)
    expect(await list('anna')).toMatchObject([{ name: 'Red' }])
    expect(await list('ben')).toEqual([])
    const sea = { id: 5, name: 'Sea', kind: 'single' }
    await server.configure({ seed: { rooms: [sea] } })
    expect(await list('anna')).toMatchObject([{ name: 'Red' }, { name: 'Sea' }])
    await sendAs('anna', `${server.url}/rooms/5`, {
      method: 'PUT',
      body: JSON.stringify({ ...sea, name: 'Own' }),
    })
    await server.configure({ seed: { rooms: [{ ...sea, name: 'Bay' }] } })
    expect(await list('anna')).toMatchObject([{ name: 'Red' }, { name: 'Own' }])
    expect(await list('ben')).toMatchObject([{ name: 'Bay' }])
    await expect(server.configure({ seed: { halls: [] } })).rejects.toThrow('is no resource')
    await expect(server.configure({ journal: 5 } as object)).rejects.toThrow("can't change while")
    await server.replaceOptions({ contract, credentials: { key: 'carl' } })
    expect((await sendAs('anna', `${server.url}/rooms`)).status).toBe(401)
    expect(await list('carl')).toEqual([])
  })
})
