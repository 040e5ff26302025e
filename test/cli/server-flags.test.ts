import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readFlags } from '../../src/cli/fake/config.ts'
import { serverFlags } from '../../src/cli/fake/server-flags.ts'
import { addFlags, toVariable } from '../../src/cli/flags.ts'
import { createFolder } from '../tools/folder.ts'
import { takePort } from '../tools/listen.ts'
import { type ListeningProcess, runCommand, startStore } from '../tools/processes.ts'
import { launchHere } from './launch-here.ts'
import { addPlant, askControl } from './send-request.ts'

/** A flag with a value, and whether a store shows its effect. */
type Row = [
  flag: string,
  value: string,
  promise: string,
  hasEffect: (store: { url: string }) => Promise<boolean>,
]

let freePort = 0
{
  await using free = await takePort()
  freePort = free.port
}

const statusOf = async (...args: Parameters<typeof addPlant>): Promise<number> =>
  (await addPlant(...args)).status

async function journalOf(url: string): Promise<{ duration: number }[]> {
  const { requests } = (await (await askControl(url, '/requests')).json()) as {
    requests: { duration: number }[]
  }
  return requests
}

const rows: Row[] = [
  ['port', `${freePort}`, 'listens at the port', async ({ url }) => new URL(url).port === `${freePort}`],
  [
    'host',
    '0.0.0.0',
    'listens at all addresses, without the control API',
    async ({ url }) => (await askControl(url, '/health')).status === 404,
  ],
  [
    'token',
    'only-token',
    'refuses other tokens',
    async ({ url }) =>
      (await statusOf(url, { id: 10, token: 'other' })) === 401 &&
      (await statusOf(url, { id: 10, token: 'only-token' })) === 200,
  ],
  [
    'answers',
    'documented',
    'refuses with 400',
    async ({ url }) => (await statusOf(url, { token: '' })) === 400,
  ],
  [
    'on-duplicate',
    'replace',
    'accepts an id again',
    async ({ url }) => (await statusOf(url, { id: 20 })) === 200 && (await statusOf(url, { id: 20 })) === 200,
  ],
  [
    'unknown-members',
    'refuse',
    'refuses a member that the schema does not name',
    async ({ url }) => (await statusOf(url, { id: '21,"size":1' })) === 400,
  ],
  [
    'habits',
    'checks-credentials-first',
    'checks the credentials of every request',
    async ({ url }) => (await fetch(`${url}/nothing`)).status === 401,
  ],
  [
    'seed',
    'garden',
    'has plants from the start',
    async ({ url }) => (await statusOf(url, { id: 1 })) === 409,
  ],
  [
    'scenario',
    'expired-token',
    'refuses the second request',
    async ({ url }) => (await statusOf(url, { id: 30 })) === 200 && (await statusOf(url, { id: 31 })) === 401,
  ],
  [
    'latency',
    '200-300',
    'answers late',
    async ({ url }) => {
      await addPlant(url, { id: 40 })
      // A timer may fire up to a millisecond early.
      return (await journalOf(url)).every(({ duration }) => duration >= 199)
    },
  ],
  [
    'base-path',
    '/api/v1',
    'has the operation only under this path',
    async ({ url }) =>
      (await statusOf(new URL(url).origin, { id: 50, path: '/api/v1/plants' })) === 200 &&
      (await statusOf(new URL(url).origin, { id: 51 })) === 404,
  ],
  [
    'cors',
    'off',
    'lets no page read answers',
    async ({ url }) => {
      const { headers } = await addPlant(url, { id: 60, headers: { origin: 'http://page.example' } })
      return !headers.has('access-control-allow-origin')
    },
  ],
  ['max-body', '10', 'refuses larger bodies', async ({ url }) => (await statusOf(url, { id: 70 })) === 413],
  [
    'journal',
    '1',
    'keeps one request',
    async ({ url }) => {
      await addPlant(url, { id: 80 })
      await addPlant(url, { id: 81 })
      return (await journalOf(url)).length === 1
    },
  ],
  [
    'isolate',
    'token',
    'gives each token its own plants',
    async ({ url }) =>
      (await statusOf(url, { id: 90, token: 'one' })) === 200 &&
      (await statusOf(url, { id: 90, token: 'two' })) === 200,
  ],
  [
    'upstream',
    'http://127.0.0.1:1',
    'passes other requests on',
    async ({ url }) => (await fetch(`${url}/orders`)).status === 502,
  ],
  [
    'admin-token',
    'admin-secret',
    'asks for it at the control API',
    async ({ url }) => {
      const answer = await fetch(`${url}/__admin/health`, { headers: { 'x-admin-token': 'admin-secret' } })
      return answer.ok && (await askControl(url, '/health')).status === 401
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

test('each flag of the help is tried here', async () => {
  const { stdout } = await runCommand(['start', '--help'])
  const named = [...stdout.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm)].map(([, name]) => name)
  const tried = rows.map(([flag]) => flag)
  // Other files try the log, the files of plants and limits, the shutdown timeout, TLS, and the configuration.
  const elsewhere = [
    'log',
    'store',
    'store-ttl',
    'limits',
    'shutdown-timeout',
    'tls-cert',
    'tls-key',
    'config',
    'watch',
    'verbose',
    'help',
  ]
  expect(named.toSorted()).toEqual([...tried, ...elsewhere].toSorted())
})

test.each([
  ['start', 4010, 'pretty'],
  ['exec', 0, 'silent'],
])('the help of %s names its defaults', async (name, port, log) => {
  const text = (await runCommand([name, '--help'])).stdout.replaceAll(/\s+/g, ' ')
  expect(text).toContain(`takes a free one (default: ${port})`)
  expect(text).toContain(`pretty, json, or silent (default: ${log})`)
})

describe.concurrent('a store with', () => {
  test.each(rows)('--%s %s %s', async (flag, value, _promise, hasEffect) => {
    await using store = await launchHere([`--${flag}`, value])
    expect(await hasEffect(store)).toBe(true)
  })
})

describe.each([...rows.map(([flag, value]) => [flag, value]), ['log', 'json']])(
  '--%s %s has the same effect',
  (flag, value) => {
    test('as a variable and as a key of a configuration', async () => {
      const flags = await readFrom([`--${flag}`, value])
      expect(flags).not.toEqual(await readFrom([]))
      expect(await readFrom([], { [toVariable(flag)]: value })).toEqual(flags)
      await using folder = createFolder({ 'config.json': JSON.stringify({ [flag]: value }) })
      expect(await readFrom(['--config', join(folder.path, 'config.json')])).toEqual(flags)
    })
  },
)

describe('a store without flags', () => {
  let store: ListeningProcess
  beforeAll(async () => {
    store = await startStore()
  })
  afterAll(() => store[Symbol.asyncDispose]())

  test.each(rows)('shows no effect of --%s %s: it %s', async (_flag, _value, _promise, hasEffect) => {
    expect(await hasEffect(store)).toBe(false)
  })
})
