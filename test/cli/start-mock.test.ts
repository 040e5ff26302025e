import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { describe, expect, test, vi } from 'vitest'
import { addFlags, toVariable } from '../../src/cli/flags.ts'
import { serverFlags } from '../../src/cli/mock/server-flags.ts'
import { startMock } from '../../src/cli/mock/start-mock.ts'
import { bookings } from '../mock/bookings.ts'
import { toLogin } from '../mock/login-contract.ts'
import { startRedis } from '../redis/start-redis.ts'
import { has } from '../tools/optional-tools.ts'

const folder = mkdtempSync(join(tmpdir(), 'start-mock-'))
const write = (name: string, content: unknown): string => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(content))
  return file
}
const description = write('bookings.json', bookings)
const login = write('login.json', toLogin().document)

/** Starts a mock with flags. */
async function start(args: string[]) {
  const command = addFlags(new Command(), serverFlags, toVariable)
  command.parse(args, { from: 'user' })
  return (await startMock(command, { port: 0, log: 'silent' })).server
}

const send = async (
  url: string,
  headers: Record<string, string> = { 'x-api-key': 'key' },
  init: RequestInit = {},
) => {
  const response = await fetch(url, { headers: { 'content-type': 'application/json', ...headers }, ...init })
  return { status: response.status, body: (await response.json()) as unknown }
}

describe('start --openapi', () => {
  test('serves the description', async () => {
    await using server = await start(['--openapi', description])
    expect(await send(`${server.url}/rooms`)).toMatchObject({ status: 200, body: { total: 0 } })
  })
  test('--credential is the only valid one', async () => {
    await using server = await start(['--openapi', description, '--credential', 'key=secret'])
    expect((await send(`${server.url}/rooms`)).status).toBe(401)
    expect((await send(`${server.url}/rooms`, { 'x-api-key': 'secret' })).status).toBe(200)
  })
  test.each([
    ['--require-login', () => ['--openapi', login, '--require-login']],
    [
      'require-login in a file',
      () => ['--config', write('login-config.json', { openapi: 'login.json', 'require-login': true })],
    ],
  ])('%s rejects what a login has not issued', async (_what, toArgs) => {
    await using server = await start(toArgs())
    const ask = async (token: string) =>
      (await send(`${server.url}/me`, { authorization: `Bearer ${token}` })).status
    const { body } = await send(`${server.url}/login`, {}, { method: 'POST' })
    expect([await ask('local-token'), await ask((body as { token: string }).token)]).toEqual([401, 200])
  })
  test('--overlay changes the description', async () => {
    const overlay = write('overlay.json', {
      overlay: '1.0.0',
      info: { title: 'Overlay', version: '1' },
      actions: [{ target: '$.paths["/report"]', remove: true }],
    })
    await using server = await start(['--openapi', description, '--overlay', overlay])
    expect((await send(`${server.url}/report`)).status).toBe(404)
  })
  test('a configuration file has paths next to it, a seed, resources, and responses', async () => {
    const seed = write('seed.json', { rooms: [{ id: 4, name: 'Blue', kind: 'single' }] })
    const config = write('plant-store.json', {
      openapi: 'bookings.json',
      seed: 'seed.json',
      resources: { bookings: false },
      respond: { report: { status: 203, body: { rooms: 7 } } },
      responses: { 'unknown-record': { body: 'not here' } },
      'on-duplicate': 'keep',
      'unknown-properties': 'reject',
    })
    expect(seed).toContain(folder)
    await using server = await start(['--config', config])
    expect(await send(`${server.url}/rooms/4`)).toMatchObject({ status: 200, body: { name: 'Blue' } })
    expect(await send(`${server.url}/report`)).toEqual({ status: 203, body: { rooms: 7 } })
    expect(server.mock.settings).toMatchObject({ onDuplicate: 'keep', unknownProperties: 'reject' })
    expect((await fetch(`${server.url}/rooms/9`, { headers: { 'x-api-key': 'key' } })).status).toBe(404)
    expect(await send(`${server.adminUrl}/__admin/records`)).toMatchObject({
      body: { resources: [{ name: 'rooms', records: 1 }] },
    })
  })
  test.skipIf(!has('redis'))('--store shares records between replicas in Redis', async () => {
    await using redis = await startRedis()
    const args = ['--openapi', description, '--store', redis.toUrl('team-a'), '--store-ttl', '60']
    await using first = await start(args)
    await using second = await start(args)
    const post = { method: 'POST', body: '{"name":"Blue","kind":"double"}' }
    const sent = [first, second].map(({ url }) => send(`${url}/rooms`, undefined, post))
    const keys = (await Promise.all(sent)).map(({ body }) => (body as { id: number }).id)
    expect(keys.toSorted()).toEqual([1, 2])
    expect((await send(`${second.url}/rooms`)).body).toMatchObject({ total: 2 })
  })
  test('--watch applies a changed description, and keeps the records that still fit', async () => {
    write('parts.json', { Kind: { enum: ['single', 'double'] } })
    const watched = structuredClone(bookings)
    watched.components.schemas.Room.properties.kind = { $ref: 'parts.json#/Kind' } as never
    const seed = write('rooms.json', { rooms: [{ id: 1, name: 'Red', kind: 'double' }] })
    const description = write('watched.json', watched)
    await using server = await start(['--openapi', description, '--seed', seed, '--watch'])
    const list = async () => (await send(`${server.url}/rooms`)).body as { items: object[] }
    await send(`${server.url}/rooms`, undefined, { method: 'POST', body: '{"name":"Blue","kind":"single"}' })
    expect(await list()).toMatchObject({ items: [{ name: 'Red' }, { name: 'Blue' }] })
    write('parts.json', { Kind: { enum: ['double', 'suite'] } })
    await expect.poll(list, { timeout: 10_000 }).toMatchObject({ items: [{ name: 'Red', kind: 'double' }] })
    const warn = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    writeFileSync(description, '{')
    await expect.poll(() => warn.mock.calls.join()).toContain('keeps its current options')
    expect(await list()).toMatchObject({ items: [{ name: 'Red' }] })
    write('watched.json', watched)
    write('rooms.json', { rooms: [{ id: 9, name: 'Sea', kind: 'suite' }] })
    write('parts.json', { Kind: { enum: ['double', 'suite'] } })
    await expect.poll(list, { timeout: 10_000 }).toMatchObject({ items: [{}, { name: 'Sea' }] })
  })
})
