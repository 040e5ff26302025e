import { describe, expect, test } from 'vitest'
import { createFolder, type RunningStore, runCommand, startStore } from './run-command.ts'
import { addPlant } from './send-request.ts'

/** Starts a store with a configuration, and files beside it. */
async function startConfigured(
  config: string,
  name = 'config.json',
  more: Record<string, string> = {},
): Promise<RunningStore> {
  await using folder = createFolder({ [name]: config, ...more })
  return await startStore(['--config', `${folder.path}/${name}`])
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

describe.concurrent('what only a configuration can say', () => {
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

  test('a preset can be named beside rows', async () => {
    const config = '{"answers":{"preset":"documented","duplicate-id":{"status":422}}}'
    await using store = await startConfigured(config)
    await addPlant(store.url)
    expect((await addPlant(store.url)).status).toBe(422)
    expect((await addPlant(store.url, { token: '' })).status).toBe(400)
  })

  test('origins can be a list, and cors: off is a text in YAML', async () => {
    const originFor = async ({ url }: RunningStore, origin: string, id: number) =>
      (await addPlant(url, { id, headers: { origin } })).headers.get('access-control-allow-origin')
    await using listed = await startConfigured('cors: [http://a.test, http://b.test]', 'config.yaml')
    const origins = ['http://a.test', 'http://b.test', 'http://c.test']
    const allowed = await Promise.all(origins.map((origin, id) => originFor(listed, origin, id)))
    expect(allowed).toEqual(['http://a.test', 'http://b.test', null])
    await using off = await startConfigured('cors: off', 'config.yaml')
    expect(await originFor(off, 'http://b.test', 1)).toBeNull()
  })

  test('seed and scenario are files beside it, or what the kit ships', async () => {
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
  test(`${wins} wins, and lists are not added up`, async () => {
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

const keys =
  'port, host, token, answers, on-duplicate, seed, scenario, latency, base-path, cors, max-body, journal, isolate, ' +
  'admin-token, log'

describe.concurrent('a configuration that cannot be used is refused with the exit code 2', () => {
  test.each([
    ['{"prot":1}', `there is no key prot; there are ${keys}`],
    ['{"basePath":"/x"}', `there is no key basePath; there are ${keys}`],
    ['{"verbose":true}', `there is no key verbose; there are ${keys}`],
    ['{"port":70000}', 'port is 70000. It must be an integer from 0 to 65535.'],
    ['{"port":true}', 'port is true. It must be a text or a number, got true.'],
    ['{"log":"loud"}', 'log is "loud". Allowed choices are pretty, json, silent.'],
    ['{"latency":"slow"}', 'latency is "slow". It must be milliseconds, or a range of them like 100-300.'],
    ['{"seed":["a","b"]}', 'seed is an array. It must be one value, got a list.'],
    ['{"token":[]}', 'token is an array. It must be a text or a number, got an array.'],
    ['{"answers":"mine"}', 'answers is "mine". Allowed choices are http, documented.'],
    ['{"answers":null}', /^answers is null\. /],
    ['{"answers":[]}', /^answers is an array\. /],
    ['[]', 'it must be an object, got an array'],
    ['null', 'it must be an object, got null'],
    ['', 'expected a value at line 1, column 1, found the end'],
    ['{"port":', 'expected a value at line 1, column 9, found the end'],
    ['port: 0', 'expected a value at line 1, column 1, found "p"'],
  ])('%s', async (config, reason) => {
    await using folder = createFolder({ 'config.json': config })
    const { code, stdout, stderr } = await runCommand(['start', '--port', '0', '--config', 'config.json'], {
      cwd: folder.path,
    })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    const [line = '', ...more] = stderr.split('\n')
    expect(more).toEqual([''])
    const start = 'Failed to read the configuration config.json: '
    expect(line.slice(0, start.length)).toBe(start)
    expect(line.slice(start.length)).toEqual(
      typeof reason === 'string' ? reason : expect.stringMatching(reason),
    )
  })

  test.each([
    ['{"nope":{}}', /answers has no failure nope; the failures are malformed-request, .+, internal-error\n$/],
    [
      '{"duplicate-id":{"status":200}}',
      /answers\.duplicate-id\.status must be an integer from 400 to 599, got 200\n$/,
    ],
    ['{"duplicate-id":{"code":422}}', /answers\.duplicate-id has no member code\n$/],
  ])('answers: %s', async (answers, stderr) => {
    await using folder = createFolder({ 'config.json': `{"answers":${answers}}` })
    const ended = await runCommand(['start', '--port', '0', '--config', 'config.json'], { cwd: folder.path })
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(stderr) })
  })

  test.each([
    ['broken.yaml', /^Failed to read the configuration broken\.yaml: .+ at line 1, column 12\n$/],
    ['missing.yaml', /^Failed to read the configuration missing\.yaml: there is no such file\n$/],
    ['.', /^Failed to read the configuration \.: it is a folder\n$/],
  ])('%s', async (name, stderr) => {
    await using folder = createFolder({ 'broken.yaml': 'token: [one' })
    const ended = await runCommand(['start', '--port', '0', '--config', name], { cwd: folder.path })
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(stderr) })
  })
})
