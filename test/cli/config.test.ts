import { describe, expect, test } from 'vitest'
import type { PlantStoreServer } from '../../src/server/start-server.ts'
import { snippets } from '../docs/pages.ts'
import { createFolder } from '../tools/folder.ts'
import { startStore } from '../tools/processes.ts'
import { launchHere } from './launch-here.ts'
import { addPlant } from './send-request.ts'

/** Starts a store with a configuration, and files next to it. */
async function startConfigured(
  config: string,
  name = 'config.json',
  more: Record<string, string> = {},
): Promise<PlantStoreServer> {
  await using folder = createFolder({ [name]: config, ...more })
  return await launchHere(['--config', `${folder.path}/${name}`])
}

const statusesFor = (url: string, tokens: readonly string[]): Promise<number[]> =>
  Promise.all(tokens.map(async (token, id) => (await addPlant(url, { id, token })).status))

const configurations = {
  'config.json':
    '{ "token": ["one", "two"], "on-duplicate": "replace", "max-body": 40, "base-path": "/api" }',
  'config.yaml': 'token:\n  - one\n  - two\non-duplicate: replace\nmax-body: 40 # bytes\nbase-path: /api\n',
  'config.yml': 'token: one,two\non-duplicate: "replace"\nmax-body: "40"\nbase-path: /api/\n',
  'config.conf':
    '{ "token": ["one", "two"], "on-duplicate": "replace", "max-body": 40, "base-path": "/api" }',
}

describe.concurrent.each(Object.entries(configurations))('%s', (name, config) => {
  test('sets flags by their names: texts, numbers and lists', async () => {
    await using store = await startConfigured(config, name)
    expect(new URL(store.url).pathname).toBe('/api')
    expect(await statusesFor(store.url, ['one', 'two', 'three', 'one,two'])).toEqual([200, 200, 401, 401])
    expect((await addPlant(store.url, { id: 1, token: 'one' })).status).toBe(200)
    expect((await addPlant(store.url, { id: `1${' '.repeat(15)}`, token: 'one' })).status).toBe(413)
  })
})

describe.concurrent('options that only a configuration can set', () => {
  test.each([
    ['JSON', 'config.json', '{"answers":{"duplicate-id":{"status":422,"error":7,"message":"taken"}}}'],
    ['YAML', 'config.yaml', 'answers:\n  duplicate-id: { status: 422, error: 7, message: taken }'],
  ])('answers can be a table of rows in %s', async (_format, name, config) => {
    await using store = await startConfigured(config, name)
    await addPlant(store.url)
    const answer = await fetch(`${store.url}/plants`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: '{"id":1,"name":"Monstera"}',
    })
    expect([answer.status, await answer.json()]).toEqual([422, { error: 7, message: 'taken' }])
    expect((await addPlant(store.url, { token: '' })).status).toBe(401)
  })

  test('keys and values can be those of the options in code', async () => {
    const config = 'onDuplicate: replace\nlatency: [1, 2]\ncors: false\nmaxBody: 40\nbasePath: /api'
    await using store = await startConfigured(config, 'config.yaml')
    await addPlant(store.url)
    const { status, headers } = await addPlant(store.url, { headers: { origin: 'http://a.test' } })
    expect(status).toBe(200)
    expect(headers.has('access-control-allow-origin')).toBe(false)
    expect((await addPlant(store.url, { id: `1${' '.repeat(15)}` })).status).toBe(413)
  })

  test('the table of answers of the docs', async () => {
    const { code = '' } = snippets.find(({ page }) => page === 'docs/decisions.md') ?? {}
    await using store = await startConfigured(code, 'config.yaml')
    const headers = { authorization: 'Bearer local-token', 'content-type': 'application/json' }
    const post = (body: string): Promise<Response> =>
      fetch(`${store.url}/plants`, { method: 'POST', headers, body })
    const created = await post('{"id":1,"name":"Fern"}')
    expect(created.headers.get('location')).toBe('/plants/1')
    expect(await created.json()).toEqual({ id: 1, createdAt: '2026-01-01', name: 'Fern' })
    const refused = await post('{"id":0,"name":"Fern"}')
    expect([refused.status, await refused.json()]).toEqual([422, { detail: [{ type: 'missing' }] }])
    expect(await (await fetch(`${store.url}/nothing`)).json()).toMatchObject({ error: 40101 })
  })

  test('limits can be an object or a file', async () => {
    const limits = 'id: { minimum: 2 }'
    await using folder = createFolder({ 'config.yaml': 'limits: limits.yaml', 'limits.yaml': limits })
    for (const path of ['config.yaml', undefined]) {
      await using store =
        path === undefined
          ? await startConfigured(`limits: { ${limits} }`, 'config.yaml')
          : await startStore(['--config', path], { cwd: folder.path })
      expect(await Promise.all([1, 2].map(async (id) => (await addPlant(store.url, { id })).status))).toEqual(
        [400, 200],
      )
    }
  })

  test('a preset can stand next to rows', async () => {
    const config = '{"answers":{"preset":"documented","duplicate-id":{"status":422}}}'
    await using store = await startConfigured(config)
    await addPlant(store.url)
    expect((await addPlant(store.url)).status).toBe(422)
    expect((await addPlant(store.url, { token: '' })).status).toBe(400)
  })

  test('origins can be a list, and cors: off works in YAML', async () => {
    const originFor = async ({ url }: PlantStoreServer, origin: string, id: number) =>
      (await addPlant(url, { id, headers: { origin } })).headers.get('access-control-allow-origin')
    await using listed = await startConfigured('cors: [http://a.test, http://b.test]', 'config.yaml')
    const origins = ['http://a.test', 'http://b.test', 'http://c.test']
    const allowed = await Promise.all(origins.map((origin, id) => originFor(listed, origin, id)))
    expect(allowed).toEqual(['http://a.test', 'http://b.test', null])
    await using off = await startConfigured('cors: off', 'config.yaml')
    expect(await originFor(off, 'http://b.test', 1)).toBeNull()
  })

  test('seed and scenario are files in its folder, or built-in names', async () => {
    const more = {
      'plants.json': '[{"id":5,"name":"Fern"}]',
      'refuse.yaml': 'title: All tokens are refused\nsteps: [{ fault: invalid-token }]',
    }
    await using beside = await startConfigured(
      '{"seed":"plants.json","scenario":"./refuse.yaml"}',
      'c.json',
      more,
    )
    expect((await addPlant(beside.url, { id: 5 })).status).toBe(401)
    expect((await addPlant(beside.url, { id: 5 })).status).toBe(409)
    await using shipped = await startConfigured('{"seed":"garden","scenario":"expired-token"}')
    expect((await addPlant(shipped.url, { id: 1 })).status).toBe(409)
    expect((await addPlant(shipped.url, { id: 1 })).status).toBe(401)
  })
})

describe.concurrent.each([
  { sources: ['flag', 'env', 'file'], wins: 'flag' },
  { sources: ['flag', 'file'], wins: 'flag' },
  { sources: ['env', 'file'], wins: 'env' },
  { sources: ['file'], wins: 'file' },
])('of $sources', ({ sources, wins }) => {
  test(`${wins} wins, and lists are not merged`, async () => {
    await using folder = createFolder({ 'c.json': '{"token":["file"],"base-path":"/file","log":"json"}' })
    const args = sources.includes('flag') ? ['--token', 'flag', '--base-path', '/flag', '--log', 'json'] : []
    const env = { PLANT_STORE_TOKEN: 'env', PLANT_STORE_BASE_PATH: '/env', PLANT_STORE_LOG: 'json' }
    const options = sources.includes('env') ? { env } : {}
    await using store = await startStore(['--config', `${folder.path}/c.json`, ...args], options)
    const statuses = await statusesFor(store.url, ['flag', 'env', 'file'])
    expect(statuses).toEqual(['flag', 'env', 'file'].map((source) => (source === wins ? 200 : 401)))
    expect(new URL(store.url).pathname).toBe(`/${wins}`)
  })
})

test('PLANT_STORE_CONFIG names the configuration', async () => {
  await using folder = createFolder({ 'config.json': '{"base-path":"/from-file"}' })
  await using store = await startStore([], { cwd: folder.path, env: { PLANT_STORE_CONFIG: 'config.json' } })
  expect(new URL(store.url).pathname).toBe('/from-file')
})
