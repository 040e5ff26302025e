import { memberPatterns } from '../contract/generated/limits.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { maskHeader, maskUrl } from '../http/mask.ts'
import { toExactInteger } from '../json/exact-integer.ts'
import { check } from '../options/check.ts'
import { OptionsError } from '../options/options-error.ts'
import { fields, integer, object, oneOf, type Schema, string } from '../options/schema.ts'
import { cutQuery } from './exchange.ts'
import { type FailureName, failureNames } from './failures.ts'
import { type JournalEntry, type JournalRecord, maskHeaders, toEntry } from './journal-entry.ts'

/** What a request in the journal must be like; a missing member matches everything. */
export interface RequestPattern extends Partial<NewPlant> {
  method?: string
  /** The path without its query. */
  path?: string
  /** Headers that the request must have; names are case-insensitive. */
  headers?: Readonly<Record<string, string>>
  status?: number
  failure?: FailureName
}

/** One member of a request that differs from the pattern. */
export interface Difference {
  member: string
  expected: unknown
  received: unknown
}

/** A request that almost matches a pattern. */
export interface NearMiss {
  request: JournalEntry
  differences: Difference[]
}

const normalize = (value: unknown): unknown => (typeof value === 'bigint' ? toExactInteger(value) : value)

const patternSchema = /* @__PURE__ */ object({
  method: string,
  path: string,
  headers: /* @__PURE__ */ fields('an object of names and values', false, () => string),
  ...memberPatterns,
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
    `the journal masks the header ${masked}, so no pattern can match its value; match on failure instead`,
  )
}

/** Lists the members of a request that differ from a pattern; empty if it matches. */
function findDifferences(record: JournalRecord, { headers = {}, ...pattern }: RequestPattern): Difference[] {
  const expected: Record<string, unknown> = pattern
  const { method, answer } = record
  const received: Record<string, unknown> = {
    method,
    path: pattern.path && cutQuery(maskUrl(record.path)),
    ...record.members,
    status: answer.status,
    failure: answer.failure,
  }
  const names = Object.keys(headers)
  const sent = names.length > 0 ? maskHeaders(record.headers) : {}
  for (const name of names) {
    const member = `headers.${name}`
    expected[member] = headers[name]
    received[member] = sent[name.toLowerCase()]
  }
  return Object.keys(expected)
    .map((member) => ({ member, expected: expected[member], received: received[member] }))
    .filter(({ expected, received }) => expected !== undefined && normalize(expected) !== normalize(received))
}

/**
 * Makes the check if a request matches a pattern.
 *
 * @throws {OptionsError} if the pattern is invalid
 */
export function createMatches(pattern: RequestPattern): (record: JournalRecord) => boolean {
  checkPattern(pattern)
  return (record) => findDifferences(record, pattern).length === 0
}

/**
 * Finds the requests that are most similar to a pattern: fewest differences first, then newest first.
 *
 * @throws {OptionsError} if the pattern is invalid
 */
export function findNearest(
  records: readonly JournalRecord[],
  pattern: RequestPattern,
  limit = 3,
): NearMiss[] {
  checkPattern(pattern)
  return records
    .map((record) => ({ record, differences: findDifferences(record, pattern) }))
    .reverse()
    .sort((one, other) => one.differences.length - other.differences.length)
    .slice(0, limit)
    .map(({ record, differences }) => ({ request: toEntry(record), differences }))
}
