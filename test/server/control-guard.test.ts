import { describe, expect, test } from 'vitest'
import { controlApi } from '../../src/server/generated/control-api.ts'
import { startServer } from '../../src/server/start-server.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { type Answer, callControl, readError, sendPlant } from '../tools/send.ts'

const { paths } = controlApi as { paths: Record<string, object> }
const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => [method.toUpperCase(), path.replace('{id}', '1')] as const),
)
const seed = [{ id: 1, name: 'Monstera' }]

/** Removes all plants with the control API, with these headers. */
async function clearPlants(url: string, headers: Record<string, string | undefined>): Promise<Answer> {
  const text = toRequestText({ method: 'DELETE', target: '/__admin/plants', headers, body: '' })
  const [answer] = await sendRaw(url, text)
  if (answer === undefined) throw new Error('Failed to call the control API: got no answer')
  return answer
}

describe('without an admin token', () => {
  test.each([
    'localhost',
    'localhost:4010',
    'LOCALHOST',
    'shop.localhost',
    '127.0.0.1',
    '127.0.0.1:4010',
    '[::1]',
    '[::1]:4010',
  ])('the Host %s is accepted', async (Host) => {
    await using server = await startServer({ port: 0, seed })
    expect((await clearPlants(server.url, { Host })).status).toBe(200)
    expect(await server.store.plants.count()).toBe(0)
  })

  test.each<[host: string | undefined]>([
    ['plants.example'],
    ['plants.example:4010'],
    ['localhost.plants.example'],
    ['127.0.0.1.plants.example'],
    ['notlocalhost'],
  ])('the Host %s, by which a page of another site could come, is refused', async (Host) => {
    await using server = await startServer({ port: 0, seed })
    const answer = await clearPlants(server.url, { Host })
    expect(answer.status).toBe(403)
    expect(readError(answer)).toEqual({ error: 403, message: expect.stringContaining('Host') })
    expect(await server.store.plants.count()).toBe(1)
  })

  test.each<[host: string | undefined]>([['localhost, plants.example'], [''], [undefined]])(
    'the invalid Host %s is refused as invalid HTTP',
    async (Host) => {
      await using server = await startServer({ port: 0, seed })
      const answer = await clearPlants(server.url, { Host })
      expect(answer.status).toBe(400)
      expect(await server.store.plants.count()).toBe(1)
    },
  )

  test.each<[origin: string, status: number]>([
    ['http://localhost:4010', 200],
    ['http://localhost:3000', 403],
    ['https://localhost:4010', 403],
    ['http://plants.example', 403],
    ['null', 403],
  ])('a page of %s at http://localhost:4010 gets %i', async (Origin, status) => {
    await using server = await startServer({ port: 0, seed })
    const answer = await clearPlants(server.url, { Host: 'localhost:4010', Origin })
    expect(answer.status).toBe(status)
    if (status === 403) expect(readError(answer).message).toContain('origins')
    expect(await server.store.plants.count()).toBe(status === 200 ? 0 : 1)
  })
})

describe('with an admin token', () => {
  const adminToken = 'adm1n'

  test.each(calls)('%s %s requires it', async (method, path) => {
    await using server = await startServer({ port: 0, adminToken, seed })
    for (const headers of [
      {},
      { 'x-admin-token': 'wrong' },
      { 'x-admin-token': '' },
      { authorization: 'Bearer adm1n' },
    ]) {
      const answer = await callControl(server.url, method, path, undefined, headers)
      expect(answer.status).toBe(401)
      expect(readError(answer)).toEqual({ error: 401, message: expect.stringContaining('X-Admin-Token') })
      expect(answer.headers['www-authenticate']).toBe('X-Admin-Token realm="plant-store control API"')
      expect(answer.body).not.toContain(adminToken)
    }
    expect(await server.store.plants.count()).toBe(1)
    const answer = await callControl(server.url, method, path, undefined, { 'x-admin-token': adminToken })
    // Some also need a body or a request in the journal, which is checked only now.
    expect([200, 400, 404]).toContain(answer.status)
  })

  test('an unknown path requires it too', async () => {
    await using server = await startServer({ port: 0, adminToken })
    expect((await callControl(server.url, 'GET', '/nothing')).status).toBe(401)
    const answer = await callControl(server.url, 'GET', '/nothing', undefined, {
      'x-admin-token': adminToken,
    })
    expect(answer.status).toBe(404)
  })

  test('any Host is accepted, but no page of another origin', async () => {
    await using server = await startServer({ port: 0, adminToken, seed })
    const headers = { Host: 'plants.example', 'X-Admin-Token': adminToken }
    expect((await clearPlants(server.url, { ...headers, Origin: 'http://other.example' })).status).toBe(403)
    expect(await server.store.plants.count()).toBe(1)
    expect((await clearPlants(server.url, { ...headers, Origin: 'http://plants.example' })).status).toBe(200)
    expect(await server.store.plants.count()).toBe(0)
  })

  test('the service does not require it', async () => {
    await using server = await startServer({ port: 0, adminToken })
    expect((await sendPlant(server.url, { id: 1, name: 'Monstera' })).status).toBe(200)
  })
})

describe('hasControlApi', () => {
  test.each<[options: { host?: string; adminToken?: string }, has: boolean]>([
    [{}, true],
    [{ host: 'localhost' }, true],
    [{ host: '127.0.0.2' }, true],
    [{ host: '0.0.0.0' }, false],
    [{ host: '0.0.0.0', adminToken: 'adm1n' }, true],
  ])('of %j is %s', async (options, has) => {
    await using server = await startServer({ port: 0, ...options })
    expect(server.hasControlApi).toBe(has)
    const headers: Record<string, string> =
      options.adminToken === undefined ? {} : { 'x-admin-token': options.adminToken }
    expect((await callControl(server.url, 'GET', '/health', undefined, headers)).status).toBe(has ? 200 : 404)
  })

  test('is false if other machines could connect and there is no token: each path says that it is off', async () => {
    await using server = await startServer({ port: 0, host: '0.0.0.0', seed })
    for (const [method, path] of [...calls, ['GET', ''], ['GET', '/nothing']] as const) {
      const answer = await callControl(server.url, method, path)
      expect(answer.status).toBe(404)
      expect(readError(answer).message).toContain('the control API is off')
    }
    expect(await server.store.plants.count()).toBe(1)
    expect((await sendPlant(server.url, { id: 2, name: 'Ficus' })).status).toBe(200)
  })
})
