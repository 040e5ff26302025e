import { type ExactInteger, toExactInteger } from '../contract/exact-integer.ts'
import { maskHeader, maskUrl } from '../contract/mask.ts'
import { OptionsError } from '../contract/options-error.ts'
import { integer, object, oneOf, type Schema, string } from '../contract/schema.ts'
import { check } from './check.ts'
import { type FailureName, failureNames } from './failures.ts'
import { type JournalRecord, maskHeaders } from './journal-entry.ts'

/** What a request in the journal must be like; a missing member matches everything. */
export interface RequestPattern {
  method?: string
  /** The path without its query. */
  path?: string
  /** Headers that the request must have; names are case-insensitive. */
  headers?: Readonly<Record<string, string>>
  id?: ExactInteger
  name?: string
  tag?: string
  status?: number
  failure?: FailureName
}

/** One member of a request that differs from the pattern. */
export interface Difference {
  member: string
  expected: unknown
  received: unknown
}

const normalize = (value: unknown): unknown => (typeof value === 'bigint' ? toExactInteger(value) : value)

/** A `Headers` or a map has no members, and so would match everything. */
const headersSchema: Schema = {
  expected: 'an object of names and values',
  fits: (value) => typeof value === 'object' && value !== null && !(Symbol.iterator in value),
  findInside: (value) =>
    Object.entries(value)
      .filter(([, text]) => !string.fits(text))
      .map(([name]) => ({ path: [name], expected: string.expected })),
}

/** Also one beyond int64, which a client may have sent. */
const idSchema: Schema = {
  expected: 'an integer',
  fits: (value) => Number.isSafeInteger(value) || typeof value === 'bigint',
}

const patternSchema = object({
  method: string,
  path: string,
  headers: headersSchema,
  id: idSchema,
  name: string,
  tag: string,
  status: integer(0, 599),
  failure: oneOf(...failureNames),
} satisfies Record<keyof RequestPattern, Schema>)

/**
 * Checks a pattern.
 *
 * @throws {OptionsError} if it is not an object, or has an unknown member (a misspelled one would match everything), a
 *   value of a wrong type, or the value of a masked header, which would never match
 */
export function checkPattern(pattern: RequestPattern): void {
  check(pattern, patternSchema, 'the pattern')
  const { headers = {} } = pattern
  const masked = Object.keys(headers).find(
    (name) => maskHeader(name.toLowerCase(), headers[name] ?? '') !== headers[name],
  )
  if (masked === undefined) return
  throw new OptionsError(
    `the journal masks the header ${masked}, so no pattern can match its value; to check credentials, set tokens and match on failure`,
  )
}

/** Lists the members of a request that differ from a pattern; empty if it matches. */
export function findDifferences(
  record: JournalRecord,
  { headers, ...pattern }: RequestPattern,
): Difference[] {
  const { method, path, members, answer } = record
  const received: Record<string, unknown> = {
    method,
    path: pattern.path === undefined ? undefined : maskUrl(path).replace(/\?.*/s, ''),
    ...members,
    status: answer.status,
    failure: answer.failure,
  }
  const sent = headers === undefined ? {} : maskHeaders(record.headers)
  return [
    ...Object.entries(pattern).map(([member, expected]) => ({
      member,
      expected,
      received: received[member],
    })),
    ...Object.entries(headers ?? {}).map(([name, expected]) => ({
      member: `headers.${name}`,
      expected,
      received: sent[name.toLowerCase()],
    })),
  ].filter(({ expected, received }) => expected !== undefined && normalize(expected) !== normalize(received))
}
