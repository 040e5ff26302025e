import { OptionsError } from '../contract/options-error.ts'
import { describeValue } from '../contract/problems.ts'
import type { FailureName } from './failure-names.ts'

/** Refused if no tokens are configured, so that you can test how a client handles a refusal without a restart. */
const refusedToken = 'invalid-token'

const usualPrefix = 'Bearer '
const bearer = /^bearer(?: +(.*))?$/is
const wellFormed = /^[A-Za-z0-9\-._~+/]+=*$/

/** Reads the token of `Authorization: Bearer <token>` (RFC 6750 section 2.1) without checking it; undefined if the scheme is not Bearer or the header is missing. */
export function readBearerToken(authorization: string | undefined): string | undefined {
  if (authorization?.startsWith(usualPrefix) === true && authorization[usualPrefix.length] !== ' ') {
    return authorization.slice(usualPrefix.length)
  }
  const match = bearer.exec(authorization ?? '')
  return match === null ? undefined : (match[1] ?? '')
}

/** Describes what is wrong with a token, without showing it; undefined if it can be sent as a bearer token (b64token in RFC 6750 section 2.1). */
export function describeToken(token: unknown): string | undefined {
  if (typeof token !== 'string') return `must be a string, got ${describeValue(token)}`
  if (token === '') return 'must not be empty'
  return wellFormed.test(token)
    ? undefined
    : 'may contain only letters, digits, and -._~+/, with = only at the end'
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

/**
 * Makes the check of specification section 5: only `tokens` are valid; without them every well-formed token is valid.
 *
 * @throws {OptionsError} if a token can't be sent in a header
 */
export function createTokenCheck(tokens?: readonly string[]): CheckToken {
  if (tokens !== undefined && !Array.isArray(tokens)) {
    throw new OptionsError('tokens must be an array of strings')
  }
  tokens?.forEach((token, index) => {
    const problem = describeToken(token)
    if (problem !== undefined) throw new OptionsError(`tokens[${index}] ${problem}`)
  })
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
