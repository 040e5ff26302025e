import { networkInterfaces } from 'node:os'
import type { MockServer } from '../../adapters/server/start-server.ts'
import type { Contract, Operation } from '../../contract/contract.ts'
import { escapeControlsOfLines } from '../../http/escape-controls.ts'
import { quote } from '../../http/quote.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import type { Mock } from '../../mock/create-mock.ts'
import { isObject } from '../../options/is-object.ts'
import { wrapCommand } from '../../reports/wrap.ts'
import { countOf } from '../count-of.ts'
import { findWidth } from '../paint.ts'
import { showWarning } from '../show-warning.ts'
import { writeNotice } from './log.ts'
import type { ServerFlags } from './server-flags.ts'

/** How many warnings fit on a screen. */
const maxWarnings = 8

/** The characters of an admin token that nobody guesses. */
const shortest = 16

const allAddresses = ['0.0.0.0', '::']

/** Says that all addresses of the machine lead to the mock, with those that a phone in the same network can use. */
function describeOthers(url: string): string {
  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  const [protocol, port] = [url.split('//')[0], url.split(':').at(-1)]
  const list = outside.map(({ address }) => `${protocol}//${address}:${port}`).join(' or ')
  return ` and all other addresses of this machine${list && `, such as ${list}`}`
}

/** Finds an operation to try: a list, else what needs no key, else what creates a record. */
function findOperation({ operations }: Contract): Operation | undefined {
  const isPlain = ({ method, parameters, path }: Operation): boolean =>
    method === 'GET' && !path.includes('{') && parameters.every(({ isRequired }) => !isRequired)
  return (
    operations.find((one) => one.effect.kind === 'list' && isPlain(one)) ??
    operations.find(isPlain) ??
    operations.find(({ effect, path }) => effect.kind === 'create' && !path.includes('{'))
  )
}

/** Makes a body that creates a record, with a key that isn't stored yet, or most likely not. */
async function makeBody({ body, effect }: Operation, mock: Mock): Promise<string | undefined> {
  const [media] = body?.media ?? []
  if (media?.kind !== 'json') return undefined
  const value = [...media.examples.values()][0] ?? media.schema.example()
  if (effect.kind !== 'create' || !isObject(value)) return stringifyExactJson(value)
  const { name, key } = effect.resource
  const records = mock.records(name)
  const isFree = async (id: unknown): Promise<boolean> => (await records.get(String(id))) === undefined
  if (typeof value[key.property] !== 'number' || (await isFree(value[key.property])))
    return stringifyExactJson(value)
  const next = (await records.count()) + 1
  return stringifyExactJson({ ...value, [key.property]: (await isFree(next)) ? next : Date.now() })
}

/** Writes the command that sends an operation, with credentials that the mock accepts; undefined if it has others of its own. */
async function toCommand(
  { url, mock }: MockServer,
  { token, credential, requireLogin, tlsCert }: ServerFlags,
): Promise<string | undefined> {
  const operation = findOperation(mock.contract)
  const { path, method, security = [] } = operation ?? {}
  const schemes = (security[0] ?? []).map(({ scheme }) => scheme)
  const isToken = schemes.length === 1 && schemes[0]?.in === 'header' && schemes[0].kind !== 'basic'
  const isUnknown = credential !== undefined || (requireLogin === true && schemes.length > 0)
  if (operation === undefined || isUnknown || (token !== undefined && !isToken)) return undefined
  // A configured token may be a secret of a CI, so the command reads it from the environment.
  const value = token === undefined ? 'local-token' : '$PLANT_STORE_TOKEN'
  const written = schemes.map((scheme) => scheme.write(scheme.kind === 'basic' ? 'user:password' : value))
  const query = written.flatMap((one) => one.query ?? []).join('&')
  const headers = written.flatMap((one) => Object.entries(one.headers ?? {}))
  const quoteHeader = (text: string): string => (token === undefined ? quote(text) : `"${text}"`)
  const body = method === 'GET' ? undefined : await makeBody(operation, mock)
  return [
    'curl -i',
    ...(tlsCert === undefined ? [] : [`--cacert ${quote(tlsCert)}`]),
    quote(`${url}${path}${query === '' ? '' : `?${query}`}`),
    ...headers.map(
      ([name, text]) => `-H ${quoteHeader(`${name === 'authorization' ? 'Authorization' : name}: ${text}`)}`,
    ),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json' -d ${quote(body)}`]),
  ].join(' ')
}

function warn({ warnings }: Contract, openapi: string): void {
  for (const warning of warnings.slice(0, maxWarnings))
    process.stderr.write(escapeControlsOfLines(`${showWarning(warning)}\n`))
  if (warnings.length > maxWarnings)
    process.stderr.write(
      escapeControlsOfLines(
        `${countOf(warnings.length - maxWarnings, 'more warning')}; plant-store describe --openapi ${openapi} shows all.\n`,
      ),
    )
}

export async function announce(server: MockServer, flags: ServerFlags): Promise<void> {
  const { url, adminUrl, mock } = server
  const { log, token, host = '', openapi, adminToken } = flags
  const { title, operations, resources } = mock.contract
  const page = adminUrl && `${adminUrl}/__admin/`
  if (log === 'json') process.stdout.write(`${JSON.stringify({ url, title, page })}\n`)
  else {
    const others = allAddresses.includes(host) ? describeOthers(url) : ''
    const names = resources.map(({ name }) => name).join(', ')
    const about = `${countOf(operations.length, 'operation')}, ${countOf(resources.length, 'resource')}${names && ` (${names})`}`
    const command = await toCommand(server, flags)
    process.stdout.write(
      escapeControlsOfLines(`${title || 'A mock'} listening on ${url}${others}\n${about}\n`),
    )
    if (command !== undefined) {
      if (token !== undefined && !token.includes(process.env['PLANT_STORE_TOKEN'] ?? ''))
        process.stderr.write('Set PLANT_STORE_TOKEN to one of your tokens before you paste the command.\n')
      process.stdout.write(`${wrapCommand(`Try: ${command}`, findWidth(process.stdout), 2)}\n`)
    }
    if (page !== undefined) process.stdout.write(`Watch: ${page}\n`)
    if (log !== 'silent') warn(mock.contract, openapi ?? '')
  }
  if (adminToken !== undefined && adminToken.length < shortest)
    writeNotice(`The admin token has fewer than ${shortest} characters, so others could guess it.`, log)
  if (adminUrl === undefined)
    writeNotice(
      'The control API is off because this is not a loopback address. Pass --admin-token to turn it on.',
      log,
    )
}
