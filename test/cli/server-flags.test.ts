import { Command } from 'commander'
import { expect, test, vi } from 'vitest'
import { serverOptions } from '../../src/adapters/server/option-table.ts'
import { addFlags, toKebabCase, toVariable } from '../../src/cli/flags.ts'
import { changeableOptions } from '../../src/cli/mock/changeable-flags.ts'
import { readFlags } from '../../src/cli/mock/config.ts'
import { type ServerFlag, serverFlags } from '../../src/cli/mock/server-flags.ts'
import { readOptions } from '../../src/cli/options.ts'
import { createFolder } from '../tools/folder.ts'
import { takePort } from '../tools/listen.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { callControl, send, sendPlant } from '../tools/send.ts'
import { launchHere } from './launch-here.ts'

let freePort = 0
{
  await using free = await takePort()
  freePort = free.port
}

/** Sends plants with these ids one after another, each with every token; returns the statuses. */
async function add(url: string, ids: readonly (number | string)[], ...tokens: string[]): Promise<string> {
  const statuses: number[] = []
  for (const id of ids)
    for (const token of tokens.length > 0 ? tokens : ['any'])
      statuses.push((await sendPlant(url, `{"id":${id},"name":"Fern"}`, { token })).status)
  return statuses.join()
}

const get = async (url: string, path: string): Promise<string> => `${(await send(url + path)).status}`

async function addWithQuery(url: string): Promise<string> {
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }
  const body = '{"id":22,"name":"Fern"}'
  return `${(await send(`${url}/plants?sort=id`, { method: 'POST', headers, body })).status}`
}

/** Asks the control API without and with its token; returns the statuses. */
const askTwice = async (url: string): Promise<string> => {
  const { status } = await send(`${url}/__admin/records`, { headers: { 'x-admin-token': 'secret' } })
  return `${await get(url, '/__admin/records')},${status}`
}

/** Asks the control API by another name of the host. */
async function askAs(url: string, host: string): Promise<string> {
  const request = { method: 'GET', target: '/__admin/records', headers: { Host: host }, body: '' }
  return `${(await sendRaw(url, toRequestText(request)))[0]?.status}`
}

/** Sends two plants; returns the requests that the journal keeps. */
const readJournal = async (url: string): Promise<{ duration: number }[]> => {
  await add(url, [80, 81])
  return JSON.parse((await callControl(url, 'GET', '/requests')).body).requests
}

// A timer may fire up to a millisecond early.
const isLate = async (url: string): Promise<string> =>
  `${(await readJournal(url)).every(({ duration }) => duration >= 39)}`

/** Reads the origin that may read an answer. */
async function readAllowed(url: string): Promise<string> {
  const { headers } = await sendPlant(url, {}, { headers: { origin: 'http://page.example' } })
  return `${headers['access-control-allow-origin']}`
}

const addAt = async (url: string, path: string): Promise<string> => {
  const { origin } = new URL(url)
  return `${await add(origin + path, [50])},${await add(origin, [51])}`
}

/** A flag with a value, what that promises, and what then shows it in a store. */
type Row = [
  flag: string,
  value: string,
  promise: string,
  show: (url: string) => Promise<string>,
  shown: string,
]

const rows: Row[] = [
  ['port', `${freePort}`, 'listens there', async (url) => new URL(url).port, `${freePort}`],
  ['host', '0.0.0.0', 'has no control API', askTwice, '404,404'],
  ['token', 'mine', 'rejects others', (url) => add(url, [10], 'other', 'mine'), '401,200'],
  ['responses', 'documented', 'rejects with 400', (url) => add(url, [11], ''), '400'],
  ['on-duplicate', 'replace', 'accepts an id again', (url) => add(url, [20, 20]), '200,200'],
  ['unknown-properties', 'reject', 'rejects them', (url) => add(url, ['21,"size":1']), '400'],
  ['unknown-parameters', 'reject', 'rejects them', addWithQuery, '400'],
  ['seed', 'garden', 'has plants from the start', (url) => add(url, [1]), '409'],
  ['scenario', 'expired-token', 'plays it', (url) => add(url, [30, 31]), '200,401'],
  ['latency', '40-50', 'responds late', isLate, 'true'],
  ['base-path', '/api/v1', 'responds only there', (url) => addAt(url, '/api/v1'), '200,404'],
  ['cors', 'off', 'lets no page read responses', readAllowed, 'undefined'],
  ['max-body', '10', 'rejects larger bodies', (url) => add(url, [70]), '413'],
  ['max-header-size', '2000', 'rejects larger heads', (url) => get(url, `/${'x'.repeat(3000)}`), '431'],
  ['journal', '1', 'keeps one request', async (url) => `${(await readJournal(url)).length}`, '1'],
  ['isolate', 'token', 'keeps tokens apart', (url) => add(url, [90], 'one', 'two'), '200,200'],
  ['upstream', 'http://127.0.0.1:1', 'passes requests on', (url) => get(url, '/orders'), '502'],
  ['admin-port', '0', 'has no control API there', (url) => get(url, '/__admin/records'), '404'],
  ['allow-host', 'plants.example', 'accepts this name', (url) => askAs(url, 'plants.example'), '200'],
  ['admin-token', 'secret', 'asks for it at the control API', askTwice, '401,200'],
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

test('each option of startServer has a flag, but those that only code or a file can set', () => {
  const set = Object.entries<ServerFlag>(serverFlags).map(([name, { option = name }]) => option)
  const inCode = ['contract', 'mock', 'randomSeed', 'now', 'onRequest']
  const others = Object.keys(serverOptions).filter((option) => !set.includes(option))
  expect(others.toSorted()).toEqual([...inCode, 'order', 'respond', 'differences'].toSorted())
})

test('each flag is tried here, or in another file', () => {
  const tried = rows.map(([flag]) => flag)
  const ofMocks = 'openapi overlay allow-refs credential require-login'
  const elsewhere = 'log store store-ttl shutdown-timeout tls-cert tls-key allow-callbacks webhook'
  const others = `${ofMocks} ${elsewhere} config watch verbose`.split(' ')
  expect([...tried, ...others].toSorted()).toEqual(Object.keys(serverFlags).map(toKebabCase).toSorted())
})

test.each(rows)('a store with --%s %s %s', async (flag, value, _promise, show, shown) => {
  await using store = await launchHere([`--${flag}`, value])
  expect(await show(store.url)).toBe(shown)
})

test('a store without flags shows the effect of none', async () => {
  await using store = await launchHere([])
  for (const [flag, _value, _promise, show, shown] of rows)
    expect(await show(store.url), flag).not.toBe(shown)
})

test.each([
  ...rows.map(([flag, value]): [string, string] => [flag, value]),
  ['log', 'json'],
  ['shutdown-timeout', '7'],
  ['store-ttl', '60'],
  ['allow-callbacks', 'off'],
  ['allow-callbacks', 'a.example,b.example'],
  ['webhook', 'newPet=http://localhost:3000/hooks?a=b'],
])('--%s %s has the same effect as a variable and as a key of a configuration', async (flag, value) => {
  const flags = await readFrom([`--${flag}`, value])
  expect(flags).not.toEqual(await readFrom([]))
  expect(await readFrom([], { [toVariable(flag)]: value })).toEqual(flags)
  const key = flag === 'webhook' ? 'webhooks' : flag
  await using folder = createFolder({ 'config.json': JSON.stringify({ [key]: value }) })
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

test('the flags that set options of the mock can change while it runs, but these', async () => {
  const ofServer = 'port host basePath upstream tlsCert tlsKey adminToken adminPort allowHost maxHeaderSize'
  const ofMock = 'store storeTtl journal isolate openapi overlay allowRefs credential'
  const fixed = `${ofServer} ${ofMock} shutdownTimeout log config watch verbose`.split(' ')
  const values = { token: ['a'], seed: 'garden', scenario: 'flaky' }
  const all = Object.keys(serverFlags).map((name) => [name, 'any'])
  const flags = { ...Object.fromEntries(all), ...values }
  const changeable = await readOptions(serverFlags, flags, changeableOptions, expect.unreachable)
  const names = all.map(([name = '']) => ({ token: 'credentials', webhook: 'webhooks' })[name] ?? name)
  expect(Object.keys(changeable).toSorted()).toEqual(names.filter((name) => !fixed.includes(name)).toSorted())
})
