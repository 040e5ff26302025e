import { type Schema, text } from '../options/schema.ts'
import { type PlantRequest, readHeader } from './exchange.ts'
import type { FailureName, Mistake } from './failures.ts'
import type { Habit } from './habits.ts'

/** Refused if no tokens are configured, so that you can test how a client handles a refusal without a restart. */
const refusedToken = 'invalid-token'

/** The syntax of a bearer token (b64token in RFC 6750 section 2.1). */
const wellFormed = /^[A-Za-z0-9\-._~+/]+=*$/

/** A token of an option; it is a secret, even if it is wrong. */
export const tokenSchema: Schema = /* @__PURE__ */ text(
  'a token of letters, digits, and -._~+/, with = only at the end, without Bearer',
  wellFormed,
  true,
)

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

/** The bearer token of a request, if it has one, and the reason to refuse it. */
export interface Credentials {
  token?: string
  failure: FailureName | Mistake | undefined
}

/** Reads `Authorization: Bearer <token>` (RFC 6750 section 2.1). */
function readCredentials(
  authorization: string | undefined,
  tokens: readonly string[] | undefined,
  form: RegExp,
): Credentials {
  if (!authorization)
    return { failure: authorization === undefined ? 'missing-credentials' : 'empty-credentials' }
  const [scheme, , token = ''] = form.exec(authorization) ?? []
  const isAccepted = tokens === undefined ? token !== refusedToken : isListed(token, tokens)
  const failure = isAccepted ? undefined : 'invalid-credentials'
  if (scheme === undefined) return { failure: 'other-scheme' }
  return {
    token,
    failure: token === '' ? 'empty-token' : wellFormed.test(token) ? failure : 'malformed-token',
  }
}

/**
 * Makes the reader of credentials (docs/specification.md, section 5): only `tokens` are valid; without them every well-formed
 * token is valid.
 *
 * @param has says which habits it has
 */
export function createReadCredentials(
  tokens: readonly string[] | undefined,
  has: (habit: Habit) => boolean,
): (headers: PlantRequest['headers']) => Credentials {
  const form = new RegExp(
    `^Bearer($| ${has('exact-space') ? '' : '+'})(.*)`,
    has('exact-scheme') ? 's' : 'is',
  )
  let last: string | undefined
  let credentials = readCredentials(last, tokens, form)
  return (headers) => {
    const authorization = readHeader(headers, 'authorization', has('reads-first-authorization'))
    // Most requests of a client have the same token; but the time of a comparison would reveal a valid one.
    if (tokens !== undefined || authorization !== last)
      credentials = readCredentials(authorization, tokens, form)
    last = authorization
    return credentials
  }
}
