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
  test.each([
    [{ isolate: 'token' as const }, "isolate can't be combined with a mock of another API yet"],
    [{ upstream: 'http://localhost:1' }, "upstream can't be combined with a mock of another API yet"],
    [{ tokens: ['x'] }, "mock already has its own options, so you can't pass tokens"],
  ])('%j is an error', async (wrong, message) => {
    await expect(startServer({ mock, port: 0, ...wrong })).rejects.toThrow(message)
  })
})
