import { describeValue } from '../contract/problems.ts'
import type { FailureName } from './failure-names.ts'
import { OptionsError } from './options-error.ts'

/** Refused where no tokens are listed, so that a client's handling of a refusal can be tried without a restart. */
const refusedToken = 'invalid-token'

const bearer = /^bearer(?: +(.*))?$/is
const wellFormed = /^[A-Za-z0-9\-._~+/]+=*$/

/** Reads the token of `Authorization: Bearer <token>` (RFC 6750 section 2.1), however badly formed; undefined where another scheme or none came. */
export function readBearerToken(authorization: string | undefined): string | undefined {
  const match = bearer.exec(authorization ?? '')
  return match === null ? undefined : (match[1] ?? '')
}

/** Tells whether a token can be sent at all (the b64token of RFC 6750 section 2.1). */
export const isBearerToken = (token: string): boolean => wellFormed.test(token)

/** Takes as long for every text of the length of `received`, so that the time tells nothing about the expected one. */
function isSame(received: string, expected: string): boolean {
  let difference = received.length ^ expected.length
  for (let at = 0; at < received.length; at++) {
    difference |= received.charCodeAt(at) ^ expected.charCodeAt(at % expected.length)
  }
  return difference === 0
}

/** Tells in constant time whether a token is one of those listed. */
export const isListed = (token: string, tokens: readonly string[]): boolean =>
  tokens.map((expected) => isSame(token, expected)).includes(true)

/** Tells why a token is refused; undefined where it is accepted. */
export type CheckToken = (token: string | undefined) => FailureName | undefined

/**
 * Makes the check of specification section 5: with `tokens` only those are valid, without them any well-formed one is.
 *
 * @throws {OptionsError} where a token could never be sent
 */
export function createTokenCheck(tokens?: readonly string[]): CheckToken {
  if (tokens !== undefined && !Array.isArray(tokens)) {
    throw new OptionsError('tokens must be an array of strings')
  }
  tokens?.forEach((token, index) => {
    if (typeof token !== 'string' || !isBearerToken(token)) {
      // The token itself is a secret, even where it is a mistake.
      const got = typeof token === 'string' ? 'another character or none' : describeValue(token)
      throw new OptionsError(
        `tokens[${index}] must consist of letters, digits and -._~+/, then =, got ${got}`,
      )
    }
  })
  return (token) => {
    if (token === undefined) return 'missing-credentials'
    if (!isBearerToken(token)) return 'invalid-token'
    const valid = tokens === undefined ? token !== refusedToken : isListed(token, tokens)
    return valid ? undefined : 'invalid-token'
  }
}
