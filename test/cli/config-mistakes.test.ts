import { describe, expect, test, vi } from 'vitest'
import { refuseConfig } from './refuse-config.ts'
import { runHere } from './run-here.ts'

const keys =
  'port, host, token, answers, on-duplicate, unknown-members, habits, limits, seed, store, store-ttl, scenario, latency, base-path, cors, max-body, journal, isolate, ' +
  'upstream, tls-cert, tls-key, admin-token, shutdown-timeout, log'

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
      'limits that leave no value',
      'a.yaml',
      'limits:\n  id: { minimum: 5, maximum: 1 }',
      `${start}a.yaml:2:3: limits.id has a minimum of 5 over its maximum of 1`,
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
      `${start}a.yaml:3:20: answers.invalid-plant.body can't be set for a 400, which is always an Error as application/json`,
    ],
    [
      'a flag without a key',
      'a.json',
      '{"verbose":true}',
      `${read}a.json:1:2: there is no key "verbose". Pass --verbose to the command.`,
    ],
    [
      'no key',
      'a.json',
      '{"flower":1}',
      `${read}a.json:1:2: there is no key "flower". The keys are ${keys}.`,
    ],
    [
      'a boolean for a word',
      'a.yaml',
      'isolate: true',
      `${read}a.yaml:1:1: isolate is true. It must be token.`,
    ],
    [
      'a boolean for origins',
      'a.yaml',
      'cors: true',
      `${start}a.yaml:1:1: cors[0] must be an origin like http://localhost:3000, got "true"`,
    ],
    [
      'a misspelled preset',
      'a.yaml',
      'answers: { preset: htpp }',
      `${start}a.yaml:1:12: answers.preset must be http or documented, got "htpp". Did you mean http?`,
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
      `${read}a.json:1:2: port is true. It must be an integer from 0 to 65535.`,
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
      `${read}a.json:1:2: answers is null. It must be http or documented.`,
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
      `${start}a.yaml:2:3: there is no key answers.duplicat-id. Did you mean duplicate-id?`,
    ],
    [
      'an unknown member',
      'a.json',
      '{"answers":{"duplicate-id":{"stats":422}}}',
      `${start}a.json:1:29: there is no key answers.duplicate-id.stats. Did you mean status?`,
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
      `${read}n.yaml:1:1: token is a number. It must be a string. Put it in quotes.`,
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
      `${read}a.yaml:1:17: token[1] is a boolean. It must be a string. Put it in quotes.`,
    ],
    [
      'a number in a list',
      'a.yaml',
      'token: [0123, true]',
      `${read}a.yaml:1:9: token[0] is a number. It must be a string. Put it in quotes.`,
    ],
    [
      'a number for a text that is no secret',
      'a.yaml',
      'seed: 0123',
      `${read}a.yaml:1:1: seed is 123. It must be a string. Put it in quotes.`,
    ],
    [
      'a number for the token of the control API',
      'a.yaml',
      'admin-token: 12345',
      `${read}a.yaml:1:1: admin-token is a number. It must be a string. Put it in quotes.`,
    ],
    ['no token', 'a.yaml', 'admin-token:', `${read}a.yaml:1:1: admin-token is null. It must be a string.`],
    ['an empty text', 'a.yaml', "port: 0\nseed: ''", `${read}a.yaml:2:1: seed is "". It must not be empty.`],
    ['a list', 'a.json', '[]', `${read}a.json: it must be an object, got an array.`],
    ['null', 'a.json', 'null', `${read}a.json: it must be an object, got null.`],
    ['JSON that ends early', 'a.json', '{"port":', `${read}a.json:1:9: expected a value, found the end.`],
    [
      'JSON with a trailing comma',
      'a.json',
      '{\n  "token": ["a"],\n}',
      `${read}a.json:3:1: expected a string, found "}". Remove the comma before it.`,
    ],
    [
      'an unknown keyword of limits',
      'a.yaml',
      'limits:\n  id: { minimun: 5 }',
      `${start}a.yaml:2:9: there is no key limits.id.minimun. Did you mean minimum?`,
    ],
  ])('%s', async (_title, name, config, message) => {
    expect(await refuseConfig(name, config)).toBe(message)
  })
})

test.each([
  ['--token', ['--token', 'two words'], {}],
  ['PLANT_STORE_TOKEN', [], { PLANT_STORE_TOKEN: 'two words' }],
  ['--admin-token', ['--admin-token', 'two words'], {}],
])('a mistake in %s names it, and not its value', async (name, args, env) => {
  for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value)
  const message = await refuseConfig('none.yaml', '', args)
  expect(message).toMatch(new RegExp(`^Failed to start the fake: ${name} must be a token of letters`))
  expect(message).not.toContain('two words')
})

test.each([
  'reddis://:secret@host',
  'Redis://:secret@host:6379/0',
  'redis:secret@host',
  'http://u:secret@host',
  'rediss//u:secret@host:6379/0',
  'redis//secret@host',
  'u:secret@host',
])('the store %s is not a file, and is not shown', async (store) => {
  const ended = await runHere(['start', '--port', '0', '--store', store])
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('a URL like redis://') })
  expect(ended.stderr).not.toContain('secret')
  const message = await refuseConfig('a.yaml', `store: ${store}`)
  expect(message).toBe(
    `${start}a.yaml:1:1: store must be a file, or a URL like redis://host:6379/0?namespace=name`,
  )
})

test('a lifetime without a store in Redis is refused', async () => {
  const ended = await runHere(['start', '--port', '0', '--store-ttl', '5'])
  const stderr = 'Failed to start the fake: --store-ttl needs a store in Redis\n'
  expect(ended).toEqual({ code: 2, stdout: '', stderr })
})

test.each([
  ['missing.yaml', 'there is no such file'],
  ['.', 'it is a folder'],
])('the configuration %s is refused in one line', async (name, reason) => {
  const ended = await runHere(['start', '--port', '0', '--config', name])
  const stderr = `Failed to read the configuration ${name}: ${reason}.\n`
  expect(ended).toEqual({ code: 2, stdout: '', stderr })
})
