import { isObject } from '../options/is-object.ts'
import type { Credential, SecurityRequirement, SecurityScheme, Warning } from './contract.ts'
import { type Description, listItems, listMembers, type Place, placeIn } from './description.ts'
import { decodeForm, readHeader, splitCookies, splitQuery } from './request-parts.ts'

type Kind = Pick<SecurityScheme, 'kind' | 'in' | 'parameter' | 'challenge'>

function toKind({ type, scheme, name, in: place }: Record<string, unknown>): Kind | undefined {
  const authorization = { in: 'header', parameter: 'authorization' } as const
  if (type === 'http') {
    const lower = String(scheme).toLowerCase()
    if (lower === 'basic') return { kind: 'basic', ...authorization, challenge: 'Basic realm="plant-store"' }
    if (lower === 'bearer') return { kind: 'bearer', ...authorization, challenge: 'Bearer' }
    return { kind: 'other', ...authorization, challenge: String(scheme) }
  }
  if (type === 'oauth2' || type === 'openIdConnect')
    return { kind: type, ...authorization, challenge: 'Bearer' }
  if (type === 'mutualTLS') return { kind: 'other', in: 'connection', parameter: '' }
  if (type !== 'apiKey' || typeof name !== 'string') return undefined
  if (place === 'header')
    return { kind: 'apiKey', in: 'header', parameter: name.toLowerCase(), challenge: 'ApiKey' }
  return place === 'query' || place === 'cookie' ? { kind: 'apiKey', in: place, parameter: name } : undefined
}

/** Whether the credentials of a scheme are bearer tokens. */
export const isBearer = ({ kind }: SecurityScheme): boolean =>
  kind === 'bearer' || kind === 'oauth2' || kind === 'openIdConnect'

/** Lists the schemes that a token without the name of one is for: those of bearer tokens, or the only one. */
export const listTokenSchemes = (schemes: readonly SecurityScheme[]): SecurityScheme[] =>
  schemes.filter((scheme) => isBearer(scheme) || schemes.length === 1)

/** The syntax of a token (RFC 6750 section 2.1). */
export const tokenPattern: RegExp = /^[\w~+/.-]+=*$/

function decodeBasic(encoded: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)))
  } catch {
    return undefined
  }
}

const isBlank = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t'

/** Removes spaces and tabs at both ends. */
function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text, start)) start++
  while (end > start && isBlank(text, end - 1)) end--
  return text.slice(start, end)
}

function readAuthorization(
  kind: SecurityScheme['kind'],
  scheme: string,
  header: string,
): Credential | undefined {
  // The scheme is case-insensitive (RFC 9110 section 11.1).
  const space = header.indexOf(' ')
  const found = space < 0 ? header : header.slice(0, space)
  if (found.toLowerCase() !== scheme) return undefined
  const rest = space < 0 ? '' : trimBlanks(header.slice(space))
  if (kind === 'other') return { value: rest, isWellFormed: rest !== '' }
  if (kind !== 'basic') return { value: rest, isWellFormed: tokenPattern.test(rest) }
  const decoded = decodeBasic(rest)
  return { value: decoded ?? rest, isWellFormed: decoded?.includes(':') === true }
}

/** Encodes a user and a password (RFC 7617). */
export const encodeBasic = (value: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(value)))

function createScheme(name: string, place: Place, kind: Kind): SecurityScheme {
  const { parameter } = kind
  const json = isObject(place.json) ? place.json : {}
  const scheme = kind.challenge?.split(' ')[0] ?? ''
  const lower = scheme.toLowerCase()
  const flows = listMembers(placeIn(place, 'flows'))
  return {
    name,
    pointer: place.pointer,
    ...kind,
    scopes: [
      ...new Set(flows.flatMap(([, flow]) => listMembers(placeIn(flow, 'scopes')).map(([scope]) => scope))),
    ],
    tokenUrls: flows.flatMap(([, flow]) =>
      ['tokenUrl', 'refreshUrl']
        .map((key) => placeIn(flow, key).json)
        .filter((url) => typeof url === 'string'),
    ),
    read({ query = '', headers }) {
      if (kind.in === 'connection') return { value: '', isWellFormed: true }
      if (parameter === 'authorization' && json['type'] !== 'apiKey') {
        const header = readHeader(headers, parameter)
        return header === undefined ? undefined : readAuthorization(kind.kind, lower, trimBlanks(header))
      }
      const pairs =
        kind.in === 'query' ? splitQuery(query) : splitCookies(readHeader(headers, 'cookie') ?? '')
      const raw =
        kind.in === 'header'
          ? readHeader(headers, parameter)?.trim()
          : pairs.find((pair) => pair.name === parameter)?.raw
      if (raw === undefined) return undefined
      const value = kind.in === 'query' ? decodeForm(raw) : raw
      return { value, isWellFormed: value !== '' }
    },
    write(value) {
      if (kind.in === 'query')
        return { query: `${encodeURIComponent(parameter)}=${encodeURIComponent(value)}` }
      if (kind.in === 'cookie') return { headers: { cookie: `${parameter}=${value}` } }
      if (kind.in === 'connection') return {}
      const isKey = kind.kind === 'apiKey'
      return {
        headers: {
          [parameter]: isKey ? value : `${scheme} ${kind.kind === 'basic' ? encodeBasic(value) : value}`,
        },
      }
    },
  }
}

export function readSecuritySchemes(
  description: Description,
  warn: (warning: Warning) => void,
): SecurityScheme[] {
  return listMembers(placeIn(description.root, 'components', 'securitySchemes')).flatMap(([name, at]) => {
    const place = description.follow(at) ?? at
    const kind = isObject(place.json) ? toKind(place.json) : undefined
    if (kind !== undefined) return createScheme(name, place, kind)
    const message = `The security scheme ${name} has no type that OpenAPI knows, or no name and place of its key. Nobody needs its credentials.`
    warn({ message, pointer: place.pointer })
    return []
  })
}

/** Reads which sets of schemes an operation requires; its own list replaces that of the description. */
export function readSecurity(
  description: Description,
  operation: Place,
  schemes: readonly SecurityScheme[],
  warn: (warning: Warning) => void,
): SecurityRequirement[] {
  const own = placeIn(operation, 'security')
  const lists = listItems(own.json === undefined ? placeIn(description.root, 'security') : own)
  return lists.map((set) =>
    listMembers(set).flatMap(([name, { json, pointer }]) => {
      const scheme = schemes.find((one) => one.name === name)
      if (scheme !== undefined) return { scheme, scopes: Array.isArray(json) ? json.map(String) : [] }
      const isKnown = placeIn(description.root, 'components', 'securitySchemes', name).json !== undefined
      if (!isKnown)
        warn({ message: `There is no security scheme ${name}. Nobody needs its credentials.`, pointer })
      return []
    }),
  )
}
