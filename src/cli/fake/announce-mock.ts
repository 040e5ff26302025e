import type { Contract, Operation, Warning } from '../../contract/contract.ts'
import { quote } from '../../http/quote.ts'
import { tameLines } from '../../http/tame.ts'
import type { Mock } from '../../mock/create-mock.ts'
import { wrapCommand } from '../../reports/wrap.ts'
import { findWidth } from '../paint.ts'
import type { ServerFlags } from './server-flags.ts'

/** How many warnings fit on a screen. */
const maxWarnings = 8

/** Finds an operation to try: a list, else what needs no key. */
const findOperation = ({ operations }: Contract): Operation | undefined => {
  const isPlain = ({ method, parameters, path }: Operation): boolean =>
    method === 'GET' && !path.includes('{') && parameters.every(({ isRequired }) => !isRequired)
  return operations.find((one) => one.effect.kind === 'list' && isPlain(one)) ?? operations.find(isPlain)
}

/** Writes the command that sends an operation, with credentials that the mock accepts unless it has its own. */
function toCommand({ path, security }: Operation, url: string): string {
  const written = (security[0] ?? []).map(({ scheme }) =>
    scheme.write(scheme.kind === 'basic' ? 'user:password' : 'local-token'),
  )
  const query = written.flatMap((one) => one.query ?? []).join('&')
  const headers = written.flatMap((one) => Object.entries(one.headers ?? {}))
  const flags = headers.map(([name, value]) => ` -H ${quote(`${name}: ${value}`)}`).join('')
  return `curl -i ${quote(url + path + (query === '' ? '' : `?${query}`))}${flags}`
}

const showWarning = ({ message, file, line }: Warning): string =>
  `${file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `}${message}`

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Says what a mock serves, and where. */
export function announceMock(
  { contract }: Mock,
  { url, adminUrl }: { url: string; adminUrl: string | undefined },
  { log, token, credential, openapi = '' }: ServerFlags,
): void {
  const { title, operations, resources, warnings } = contract
  const records = adminUrl && `${adminUrl}/__admin/records`
  if (log === 'json') {
    process.stdout.write(`${JSON.stringify({ url, title, records })}\n`)
    return
  }
  const names = resources.map(({ name }) => name).join(', ')
  const about = `${count(operations.length, 'operation')}, ${count(resources.length, 'resource')}${names && ` (${names})`}`
  process.stdout.write(tameLines(`${title || 'A mock'} listening on ${url}\n${about}\n`))
  const operation = token === undefined && credential === undefined ? findOperation(contract) : undefined
  if (operation !== undefined)
    process.stdout.write(
      `${wrapCommand(`Try: ${toCommand(operation, url)}`, findWidth(process.stdout), 2)}\n`,
    )
  if (records !== undefined) process.stdout.write(`Records: ${records}\n`)
  if (log === 'silent' || warnings.length === 0) return
  for (const warning of warnings.slice(0, maxWarnings))
    process.stderr.write(tameLines(`${showWarning(warning)}\n`))
  if (warnings.length > maxWarnings)
    process.stderr.write(
      tameLines(
        `${count(warnings.length - maxWarnings, 'more warning')}; plant-store describe --openapi ${openapi} shows all.\n`,
      ),
    )
}
