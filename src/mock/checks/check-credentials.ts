import type { Operation, SecurityRequirement, SecurityScheme } from '../../contract/contract.ts'
import { listTokenSchemes } from '../../contract/security.ts'
import { OptionsError } from '../../options/options-error.ts'
import type { MockRequest } from '../exchange.ts'
import { Failure } from '../failure.ts'
import type { IssuedTokens } from '../issue-tokens.ts'

type List = string | readonly string[]

/** The valid credentials by the name of a security scheme, or those of bearer tokens and the only scheme; of basic, `user:password`. */
export type CredentialsOption = List | Readonly<Record<string, List>>

/** The valid credentials, by the name of a security scheme. */
export type CredentialsByScheme = Readonly<Record<string, readonly string[]>>

/** What a mock accepts. */
export interface Accepted {
  /** Of a scheme that isn't among them, any well-formed credential is valid. */
  listed: CredentialsByScheme
  issued: Pick<IssuedTokens, 'has'>
}

/** Lists credentials for all schemes, so that those that nobody listed or issued aren't valid. */
export const requireLogin = (
  schemes: readonly SecurityScheme[],
  listed: CredentialsByScheme,
): CredentialsByScheme =>
  Object.fromEntries(
    schemes.filter((scheme) => scheme.in !== 'connection').map(({ name }) => [name, listed[name] ?? []]),
  )

const isList = (option: CredentialsOption): option is List =>
  typeof option === 'string' || Array.isArray(option)

/**
 * Reads which schemes the credentials of an option are for.
 *
 * @throws {OptionsError} if credentials without a scheme are for none
 */
export function toCredentialsByScheme(
  schemes: readonly SecurityScheme[],
  option: CredentialsOption = {},
): CredentialsByScheme {
  if (!isList(option))
    return Object.fromEntries(Object.entries(option).map(([name, list]) => [name, [list].flat()]))
  const own = listTokenSchemes(schemes)
  if (own.length === 0)
    throw new OptionsError(
      `must be an object by scheme, since there is no scheme of bearer tokens; the schemes are ${schemes.map(({ name }) => name).join(', ') || 'none'}`,
      ['credentials'],
    )
  return Object.fromEntries(own.map(({ name }) => [name, [option].flat()]))
}

/** Takes the same time for all texts of one length, so that the time reveals nothing about the expected text. */
function isSame(received: string, expected: string): boolean {
  let difference = received.length ^ expected.length
  for (let at = 0; at < received.length; at++)
    difference |= received.charCodeAt(at) ^ expected.charCodeAt(at % expected.length)
  return difference === 0
}

/** Checks in constant time if a credential is one of a list. */
export const isListed = (value: string, list: readonly string[]): boolean =>
  list.map((expected) => isSame(value, expected)).includes(true)

/** Rejected if no credentials are configured, so that a rejection can be tried without a restart. */
const rejected = 'invalid-token'

function isValid(scheme: SecurityScheme, value: string, { listed, issued }: Accepted): boolean {
  if (issued.has(value)) return true
  const own = listed[scheme.name]
  if (own !== undefined) return isListed(value, own)
  return (scheme.kind === 'basic' ? value.replace(/^[^:]*:/, '') : value) !== rejected
}

const place: Readonly<Record<SecurityScheme['in'], string>> = {
  header: 'header',
  query: 'query parameter',
  cookie: 'cookie',
  connection: 'connection',
}

const describe = (scheme: SecurityScheme): string => {
  if (scheme.kind === 'apiKey') return `the ${place[scheme.in]} ${scheme.parameter} must have the key`
  return `the header Authorization must be "${scheme.kind === 'basic' ? 'Basic <credentials>' : 'Bearer <token>'}"`
}

/** Names whose request it is: the first scheme with a valid credential, and that. Undefined for a request without one. */
export function identify(
  schemes: readonly SecurityScheme[],
  { path, headers }: MockRequest,
  accepted: Accepted,
): string | undefined {
  const at = path.indexOf('?')
  const parts = { query: at < 0 ? '' : path.slice(at + 1), ...(headers && { headers }) }
  for (const scheme of schemes) {
    const found = scheme.in === 'connection' ? undefined : scheme.read(parts)
    if (found?.isWellFormed && isValid(scheme, found.value, accepted)) return `${scheme.name}=${found.value}`
  }
  return undefined
}

function isComplete(
  set: SecurityRequirement,
  parts: Parameters<SecurityScheme['read']>[0],
  accepted: Accepted,
): boolean {
  for (const { scheme } of set) {
    const found = scheme.read(parts)
    if (found?.isWellFormed !== true || !isValid(scheme, found.value, accepted)) return false
  }
  return true
}

/** Checks that one of an operation's sets of security schemes is complete. */
export function checkCredentials(
  operation: Operation,
  request: MockRequest,
  query: string,
  accepted: Accepted,
): Failure | undefined {
  const { security } = operation
  if (security.length === 0) return undefined
  const { headers = {} } = request
  const parts = { query, headers }
  for (const set of security) if (isComplete(set, parts, accepted)) return undefined
  const missing: SecurityScheme[] = []
  let wrong: { scheme: SecurityScheme; isWellFormed: boolean } | undefined
  for (const set of security) {
    const given = set.map(({ scheme }) => ({ scheme, found: scheme.read(parts) }))
    const valid = given.filter(
      ({ scheme, found }) => found?.isWellFormed && isValid(scheme, found.value, accepted),
    )
    // A request can't have two credentials in one place.
    const isDone = ({ scheme }: { scheme: SecurityScheme }): boolean =>
      valid.some((one) => one.scheme.in === scheme.in && one.scheme.parameter === scheme.parameter)
    const rest = given.filter((one) => !isDone(one))
    if (rest.length === 0) return undefined
    for (const { scheme, found } of rest) {
      if (found === undefined) missing.push(scheme)
      else wrong ??= { scheme, isWellFormed: found.isWellFormed }
    }
  }
  if (wrong !== undefined) {
    const { scheme, isWellFormed } = wrong
    const detail = isWellFormed ? `the credential of ${scheme.name} is not valid` : describe(scheme)
    return new Failure('invalid-credentials', detail)
  }
  return new Failure('missing-credentials', [...new Set(missing.map(describe))].join(', or '))
}
