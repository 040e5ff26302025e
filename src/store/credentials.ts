import { type Schema, text } from '../contract/schema.ts'
import { type PlantRequest, readHeader } from './exchange.ts'
import type { FailureName } from './failures.ts'
import type { Habit } from './habits.ts'

/** Refused if no tokens are configured, so that you can test how a client handles a refusal without a restart. */
const refusedToken = 'invalid-token'

const usualPrefix = 'Bearer '
const bearer = /^bearer(?: +(.*))?$/is

/** The syntax of a bearer token (b64token in RFC 6750 section 2.1). */
const wellFormed = /^[A-Za-z0-9\-._~+/]+=*$/

/** Reads the token of `Authorization: Bearer <token>` (RFC 6750 section 2.1) without checking it; undefined if the scheme is not Bearer or the header is missing. */
export function readBearerToken(authorization: string | undefined): string | undefined {
  if (authorization?.startsWith(usualPrefix) === true && authorization[usualPrefix.length] !== ' ') {
    return authorization.slice(usualPrefix.length)
  }
  const match = bearer.exec(authorization ?? '')
  return match === null ? undefined : (match[1] ?? '')
}

/** Makes the reader of a request's bearer token; with a habit, it takes the first of several. */
export function createReadToken(
  habits: readonly Habit[] = [],
): (headers: PlantRequest['headers']) => string | undefined {
  const readsFirst = habits.includes('reads-first-authorization')
  return (headers) => {
    const authorization = readHeader(headers, 'authorization')
    return readBearerToken(readsFirst ? authorization?.split(', ')[0] : authorization)
  }
}

/** Takes the same time for all texts of one length, so that the time reveals nothing about the expected text. */
function isSame(received: string, expected: string): boolean {
  let difference = received.length ^ expected.length
  for (let at = 0; at < received.length; at++) {
    difference |= received.charCodeAt(at) ^ expected.charCodeAt(at % expected.length)
  }
  return difference === 0
}

/** Checks in constant time if a token is one of the listed tokens. */
export const isListed = (token: string, tokens: readonly string[]): boolean =>
  tokens.map((expected) => isSame(token, expected)).includes(true)

/** Names the reason to refuse a token; undefined if it is accepted. */
export type CheckToken = (token: string | undefined) => FailureName | undefined

/** A token of an option; it is a secret, even if it is wrong. */
export const tokenSchema: Schema = text(
  'a token of letters, digits, and -._~+/, with = only at the end',
  wellFormed,
  true,
)

/** Makes the check of specification section 5: only `tokens` are valid; without them every well-formed token is valid. */
export function createTokenCheck(tokens?: readonly string[]): CheckToken {
  /** Most requests of a client have the same token. */
  let lastValid: string | undefined
  return (token) => {
    if (token === undefined) return 'missing-credentials'
    if (token === lastValid) return undefined
    if (!wellFormed.test(token)) return 'invalid-token'
    if (tokens !== undefined) return isListed(token, tokens) ? undefined : 'invalid-token'
    if (token === refusedToken) return 'invalid-token'
    lastValid = token
    return undefined
  }
}
