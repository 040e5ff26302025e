import { Command } from 'commander'
import { describe, expect, test, vi } from 'vitest'
import type { CommandFailure } from '../../src/cli/failure.ts'
import { readFlags } from '../../src/cli/fake/config.ts'
import { launch } from '../../src/cli/fake/launch.ts'
import { serverFlags } from '../../src/cli/fake/server-flags.ts'
import { addFlags, toVariable } from '../../src/cli/flags.ts'
import type { PlantStoreServer } from '../../src/server/start-server.ts'
import { snippets } from '../docs/pages.ts'
import { createFolder, runCommand, startStore } from './run-command.ts'
import { addPlant } from './send-request.ts'

/** Starts the server like `start`, but in this process, which is faster. */
async function launchWith(args: readonly string[]): Promise<PlantStoreServer> {
  const command = addFlags(new Command(), serverFlags, toVariable).exitOverride()
  command.parse(['--port', '0', '--log', 'silent', ...args], { from: 'user' })
  const { flags, explain } = await readFlags(command, {})
  return (await launch(flags, explain)) as PlantStoreServer
}

/** Starts a store with a configuration, and files next to it. */
async function startConfigured(
  config: string,
  name = 'config.json',
  more: Record<string, string> = {},
): Promise<PlantStoreServer> {
  await using folder = createFolder({ [name]: config, ...more })
  return await launchWith(['--config', `${folder.path}/${name}`])
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
    expect(created.headers.get('cache-control')).toBe('no-store')
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

const keys =
  'port, host, token, answers, on-duplicate, unknown-members, habits, limits, seed, store, store-ttl, scenario, latency, base-path, cors, max-body, journal, isolate, ' +
  'upstream, tls-cert, tls-key, admin-token, shutdown-timeout, log'

/** Starts the server like `start`, with this configuration, and returns the message of the failure. */
async function refuse(name: string, config: string | Uint8Array, args: string[] = []): Promise<string> {
  await using folder = createFolder({ [name]: config })
  const path = `${folder.path}/${name}`
  try {
    await (await launchWith(['--config', path, ...args])).close()
    return ''
  } catch (error) {
    expect((error as CommandFailure).exitCode).toBe(2)
    return (error as CommandFailure).message.replaceAll(path, name)
  }
}

const read = 'Failed to read the configuration '
const start = 'Failed to start the fake: '

describe('a configuration is refused with its line and column', () => {
  test.each([
    [
      'an unknown key',
      'a.yaml',
      'port: 0\nprot: 1',
      `${read}a.yaml:2:1: there is no key "prot". Did you mean port?`,
    ],
    [
      'a key of code, misspelled',
      'a.json',
      '{"basPath":"/x"}',
      `${read}a.json:1:2: there is no key "basPath". Did you mean base-path?`,
    ],
    [
      'a wrong value of a key of code',
      'a.yaml',
      'maxBody: 40\nunknownMembers: 5',
      `${read}a.yaml:2:1: unknownMembers is 5. It must be ignore or refuse.`,
    ],
    [
      'limits that the store refuses',
      'a.yaml',
      'limits:\n  id: { minimum: x }',
      `${start}a.yaml:2:9: limits.id.minimum must be an integer from -9223372036854775808 to 9223372036854775807, got "x"`,
    ],
    [
      'a 400 that is no Error',
      'a.yaml',
      'answers:\n  preset: documented\n  invalid-plant: { body: nope }',
      `${start}a.yaml:3:20: answers.invalid-plant.body can't be set so: a 400 is an Error as application/json`,
    ],
    [
      'a flag without a key',
      'a.json',
      '{"verbose":true}',
      `${read}a.json:1:2: there is no key "verbose". The keys are ${keys}.`,
    ],
    [
      'a quoted key',
      'a.yaml',
      "log: json\n'host ': x",
      `${read}a.yaml:2:1: there is no key "host ". Did you mean host?`,
    ],
    [
      'a number out of range',
      'a.json',
      '{\n\t"port": 70000\n}',
      `${read}a.json:2:2: port is 70000. It must be an integer from 0 to 65535.`,
    ],
    [
      'a boolean',
      'a.json',
      '{"port":true}',
      `${read}a.json:1:2: port is true. It must be a text or a number.`,
    ],
    [
      'an unknown word',
      'a.json',
      '{"log":"loud"}',
      `${read}a.json:1:2: log is "loud". It must be pretty, json, or silent.`,
    ],
    [
      'a latency',
      'a.yaml',
      'latency: slow',
      `${read}a.yaml:1:1: latency is "slow". It must be milliseconds, or a range of them like 100-300.`,
    ],
    [
      'a list for one value',
      'a.json',
      '{"seed":["a","b"]}',
      `${read}a.json:1:2: seed is an array. It must be one value, not a list.`,
    ],
    [
      'an empty list',
      'a.json',
      '{"token":[]}',
      `${read}a.json:1:2: token is an array. It must not be empty.`,
    ],
    [
      'an unknown preset',
      'a.json',
      '{"answers":"mine"}',
      `${read}a.json:1:2: answers is "mine". It must be http or documented.`,
    ],
    [
      'no answers',
      'a.json',
      '{"answers":null}',
      `${read}a.json:1:2: answers is null. It must be a text or a number.`,
    ],
    [
      'a list of answers',
      'a.json',
      '{"answers":[]}',
      `${read}a.json:1:2: answers is an array. It must be one value, not a list.`,
    ],
    [
      'a row that is no object',
      'a.yaml',
      'port: 0\n\nanswers:\n  # mine\n  preset: http\n\n  duplicate-id: 422',
      `${start}a.yaml:7:3: answers.duplicate-id must be an object, got 422`,
    ],
    [
      'an unknown failure',
      'a.yaml',
      'answers:\n  duplicat-id: { status: 422 }',
      `${start}a.yaml:2:3: there is no answers.duplicat-id. Did you mean duplicate-id?`,
    ],
    [
      'an unknown member',
      'a.json',
      '{"answers":{"duplicate-id":{"stats":422}}}',
      `${start}a.json:1:29: there is no answers.duplicate-id.stats. Did you mean status?`,
    ],
    [
      'a member of a row',
      'a.yaml',
      'answers: { duplicate-id: { status: 200 } }',
      `${start}a.yaml:1:28: answers.duplicate-id.status must be an integer from 400 to 599, got 200`,
    ],
    [
      'a number for a text',
      'n.yaml',
      'token: 0123',
      `${read}n.yaml:1:1: token is 123. It must be a text. Put it in quotes.`,
    ],
    [
      'a token of a list',
      'a.yaml',
      'token:\n  - right\n  - two words',
      `${start}a.yaml:3:5: token[1] must be a token of letters, digits, and -._~+/, with = only at the end`,
    ],
    [
      'a value of a list',
      'a.yaml',
      'token: ["0123", true]',
      `${read}a.yaml:1:17: token[1] is true. It must be a text. Put it in quotes.`,
    ],
    [
      'a number in a list',
      'a.yaml',
      'token: [0123, true]',
      `${read}a.yaml:1:9: token[0] is 123. It must be a text. Put it in quotes.`,
    ],
    ['an empty text', 'a.yaml', "port: 0\nseed: ''", `${read}a.yaml:2:1: seed is "". It must not be empty.`],
    ['a list', 'a.json', '[]', `${read}a.json: it must be an object, got an array.`],
    ['null', 'a.json', 'null', `${read}a.json: it must be an object, got null.`],
    ['JSON that ends early', 'a.json', '{"port":', `${read}a.json:1:9: expected a value, found the end.`],
    ['YAML in a JSON file', 'a.json', 'port: 0', `${read}a.json:1:1: expected a value, found "p".`],
    ['a list that is not closed', 'a.yaml', 'token: [one', `${read}a.yaml:1:12: a [ or { is not closed.`],
    [
      'a text that is not closed',
      'a.yaml',
      'token: "one\n',
      `${read}a.yaml:2:1: a line is indented too little, or a quotation mark or a bracket is not closed.`,
    ],
    [
      'a tab',
      'a.yaml',
      'answers:\n\tpreset: http',
      `${read}a.yaml:2:1: it is indented with a tab. Use spaces.`,
    ],
    [
      'a colon in a text',
      'a.yaml',
      'host: a: b',
      `${read}a.yaml:1:8: the indentation or a ": " is wrong. Put texts with special characters in quotes.`,
    ],
    ['a key twice', 'a.yaml', 'port: 1\nport: 2', `${read}a.yaml:2:1: a key appears twice in one object.`],
    ['two documents', 'a.yaml', 'port: 1\n---\nport: 2', `${read}a.yaml: it has more than one document.`],
    ['an unknown alias', 'a.yaml', 'port: *it', `${read}a.yaml:1:8: an alias has no anchor before it.`],
    [
      'a tag',
      'a.yaml',
      'port: !mine 1',
      `${read}a.yaml:1:7: it has a tag like !name, which is not supported.`,
    ],
  ])('%s', async (_title, name, config, message) => {
    expect(await refuse(name, config)).toBe(message)
  })

  test('that is not UTF-8, at its first wrong byte', async () => {
    const config = Buffer.from('# café\nhost: caf\xe9', 'latin1')
    const wrong = Buffer.concat([Buffer.from('# café �\nhost: caf'), Buffer.from([0xef, 0xbf, 0x41])])
    expect(await refuse('a.yaml', config)).toBe(
      `${read}a.yaml:1:6: the byte 0xe9 is not UTF-8. Save the file as UTF-8.`,
    )
    expect(await refuse('a.yaml', wrong)).toBe(
      `${read}a.yaml:2:10: the byte 0xef is not UTF-8. Save the file as UTF-8.`,
    )
  })
})

test.each([
  ['empty.json', ''],
  ['blank.json', '\n \n'],
  ['empty.yaml', ''],
  ['comments.yaml', '# port: 4010\n# host: 0.0.0.0\n'],
  ['mark.json', '\ufeff{"port":0}'],
  ['mark.yaml', '\ufeffport: 0'],
])('%s is a configuration without a mistake', async (name, config) => {
  expect(await refuse(name, config)).toBe('')
})

test.each([
  ['--token', ['--token', 'two words'], {}],
  ['PLANT_STORE_TOKEN', [], { PLANT_STORE_TOKEN: 'two words' }],
  ['--admin-token', ['--admin-token', 'two words'], {}],
])('a mistake in %s names it, and not its value', async (name, args, env) => {
  for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value)
  const message = await refuse('none.yaml', '', args)
  vi.unstubAllEnvs()
  expect(message).toMatch(new RegExp(`^Failed to start the fake: ${name} must be a token of letters`))
  expect(message).not.toContain('two words')
})

test.each([
  ['missing.yaml', 'there is no such file'],
  ['.', 'it is a folder'],
])('the configuration %s is refused in one line', async (name, reason) => {
  const ended = await runCommand(['start', '--port', '0', '--config', name])
  const stderr = `Failed to read the configuration ${name}: ${reason}.\n`
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr })
})
