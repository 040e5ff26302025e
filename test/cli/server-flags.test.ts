import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readFlags } from '../../src/cli/fake/config.ts'
import { serverFlags } from '../../src/cli/fake/server-flags.ts'
import { addFlags, toKebabCase, toVariable } from '../../src/cli/flags.ts'
import type { PlantStoreServer } from '../../src/server/start-server.ts'
import { createFolder } from '../tools/folder.ts'
import { takePort } from '../tools/listen.ts'
import { callControl, send, sendPlant } from '../tools/send.ts'
import { launchHere } from './launch-here.ts'

/** A flag with a value, and whether a store shows its effect. */
type Row = [flag: string, value: string, promise: string, hasEffect: (url: string) => Promise<boolean>]

let freePort = 0
{
  await using free = await takePort()
  freePort = free.port
}

/** Sends plants with these ids one after another; returns their statuses. */
async function statusesOf(url: string, ids: readonly (number | string)[], token?: string): Promise<string> {
  const statuses: number[] = []
  for (const id of ids) {
    const answer = await sendPlant(url, `{"id":${id},"name":"Fern"}`, token === undefined ? {} : { token })
    statuses.push(answer.status)
  }
  return statuses.join()
}

const journalOf = async (url: string): Promise<{ duration: number }[]> =>
  JSON.parse((await callControl(url, 'GET', '/requests')).body).requests

const rows: Row[] = [
  ['port', `${freePort}`, 'listens at the port', async (url) => new URL(url).port === `${freePort}`],
  [
    'host',
    '0.0.0.0',
    'listens at all addresses, without the control API',
    async (url) => (await callControl(url, 'GET', '/health')).status === 404,
  ],
  [
    'token',
    'only-token',
    'refuses other tokens',
    async (url) =>
      (await statusesOf(url, [10], 'other')) === '401' &&
      (await statusesOf(url, [10], 'only-token')) === '200',
  ],
  ['answers', 'documented', 'refuses with 400', async (url) => (await statusesOf(url, [10], '')) === '400'],
  [
    'on-duplicate',
    'replace',
    'accepts an id again',
    async (url) => (await statusesOf(url, [20, 20])) === '200,200',
  ],
  [
    'unknown-members',
    'refuse',
    'refuses a member that the schema does not name',
    async (url) => (await statusesOf(url, ['21,"size":1'])) === '400',
  ],
  [
    'habits',
    'checks-credentials-first',
    'checks the credentials of every request',
    async (url) => (await send(`${url}/nothing`)).status === 401,
  ],
  ['seed', 'garden', 'has plants from the start', async (url) => (await statusesOf(url, [1])) === '409'],
  [
    'scenario',
    'expired-token',
    'refuses the second request',
    async (url) => (await statusesOf(url, [30, 31])) === '200,401',
  ],
  [
    'latency',
    '40-50',
    'answers late',
    async (url) => {
      await statusesOf(url, [40])
      // A timer may fire up to a millisecond early.
      return (await journalOf(url)).every(({ duration }) => duration >= 39)
    },
  ],
  [
    'base-path',
    '/api/v1',
    'has the operation only under this path',
    async (url) => {
      const { origin } = new URL(url)
      return `${await statusesOf(`${origin}/api/v1`, [50])},${await statusesOf(origin, [51])}` === '200,404'
    },
  ],
  [
    'cors',
    'off',
    'lets no page read answers',
    async (url) => {
      const { headers } = await sendPlant(url, {}, { headers: { origin: 'http://page.example' } })
      return headers['access-control-allow-origin'] === undefined
    },
  ],
  ['max-body', '10', 'refuses larger bodies', async (url) => (await statusesOf(url, [70])) === '413'],
  [
    'journal',
    '1',
    'keeps one request',
    async (url) => {
      await statusesOf(url, [80, 81])
      return (await journalOf(url)).length === 1
    },
  ],
  [
    'isolate',
    'token',
    'gives each token its own plants',
    async (url) =>
      (await statusesOf(url, [90], 'one')) === '200' && (await statusesOf(url, [90], 'two')) === '200',
  ],
  [
    'upstream',
    'http://127.0.0.1:1',
    'passes other requests on',
    async (url) => (await send(`${url}/orders`)).status === 502,
  ],
  [
    'admin-token',
    'admin-secret',
    'asks for it at the control API',
    async (url) => {
      const headers = { 'x-admin-token': 'admin-secret' }
      const allowed = await callControl(url, 'GET', '/health', undefined, headers)
      return allowed.status === 200 && (await callControl(url, 'GET', '/health')).status === 401
    },
  ],
]

/** Reads the flags of `start` from arguments, environment variables and a configuration. */
async function readFrom(args: readonly string[], env: Record<string, string> = {}): Promise<object> {
  const command = addFlags(new Command(), serverFlags, toVariable).exitOverride()
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  command.parse(args, { from: 'user' })
  vi.unstubAllEnvs()
  const { config: _config, ...flags } = (await readFlags(command, {})).flags
  return flags
}

test('each flag is tried here, or in another file', () => {
  const tried = rows.map(([flag]) => flag)
  const elsewhere = ['log', 'limits', 'store', 'store-ttl', 'shutdown-timeout', 'tls-cert', 'tls-key']
  const notInFiles = ['config', 'watch', 'verbose']
  expect([...tried, ...elsewhere, ...notInFiles].toSorted()).toEqual(
    Object.keys(serverFlags).map(toKebabCase).toSorted(),
  )
})

test.each(rows)('a store with --%s %s %s', async (flag, value, _promise, hasEffect) => {
  await using store = await launchHere([`--${flag}`, value])
  expect(await hasEffect(store.url)).toBe(true)
})

describe('a store without flags', () => {
  let store: PlantStoreServer
  beforeAll(async () => {
    store = await launchHere([])
  })
  afterAll(() => store.close())

  test.each(rows)('shows no effect of --%s %s: it %s', async (_flag, _value, _promise, hasEffect) => {
    expect(await hasEffect(store.url)).toBe(false)
  })
})

test.each([
  ...rows.map(([flag, value]): [string, string] => [flag, value]),
  ['log', 'json'],
  ['shutdown-timeout', '7'],
  ['store-ttl', '60'],
])('--%s %s has the same effect as a variable and as a key of a configuration', async (flag, value) => {
  const flags = await readFrom([`--${flag}`, value])
  expect(flags).not.toEqual(await readFrom([]))
  expect(await readFrom([], { [toVariable(flag)]: value })).toEqual(flags)
  await using folder = createFolder({ 'config.json': JSON.stringify({ [flag]: value }) })
  expect(await readFrom(['--config', folder.file('config.json')])).toEqual(flags)
})

test.each([
  ['flag', ['--token', 'flag', '--log', 'silent', '--host', 'flag'], { PLANT_STORE_TOKEN: 'env' }],
  ['env', [], { PLANT_STORE_TOKEN: 'env', PLANT_STORE_LOG: 'silent', PLANT_STORE_HOST: 'env' }],
  ['file', [], {}],
])('a %s wins over what comes after it, and lists are not merged', async (source, args, env) => {
  await using folder = createFolder({ 'c.json': '{"token":["file"],"host":"file","log":"silent"}' })
  const variables = { PLANT_STORE_CONFIG: folder.file('c.json'), ...env }
  expect(await readFrom(args, variables)).toEqual({ token: [source], host: source, log: 'silent' })
})
