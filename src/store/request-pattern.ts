import { type ExactInteger, toExactInteger } from '../contract/exact-integer.ts'
import { maskHeader, maskUrl } from '../contract/mask.ts'
import { OptionsError } from '../contract/options-error.ts'
import { describeValue } from '../contract/problems.ts'
import { type FailureName, failureNames } from './failure-names.ts'
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

const members: Record<keyof RequestPattern, true> = {
  method: true,
  path: true,
  headers: true,
  id: true,
  name: true,
  tag: true,
  status: true,
  failure: true,
}

/** The names of the members that a pattern can have. */
export const patternMembers: readonly string[] = Object.keys(members)

function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** A pattern with a masked header would never match. */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
  if (!isPlainObject(headers)) {
    throw new OptionsError(`headers must be an object of names and values, got ${describeValue(headers)}`)
  }
  const masked = Object.entries(headers).find(
    ([name, value]) => maskHeader(name.toLowerCase(), value) !== value,
  )
  if (masked === undefined) return
  throw new OptionsError(
    `the journal masks the header ${masked[0]}, so no pattern can match its value; to check credentials, set tokens and match on failure`,
  )
}

/**
 * Checks a pattern.
 *
 * @throws {OptionsError} if it is not an object, or has an unknown member (a misspelled one would match everything),
 *   an unknown failure or the value of a masked header
 */
export function checkPattern(pattern: RequestPattern): void {
  if (!isPlainObject(pattern)) {
    throw new OptionsError(`the pattern must be an object, got ${describeValue(pattern)}`)
  }
  const misspelt = Object.keys(pattern).find((member) => !Object.hasOwn(members, member))
  if (misspelt !== undefined) {
    throw new OptionsError(
      `a pattern has no member ${describeValue(misspelt)}; the members are ${patternMembers.join(', ')}`,
    )
  }
  const { failure, headers } = pattern
  if (failure !== undefined && !failureNames.includes(failure)) {
    throw new OptionsError(
      `there is no failure ${describeValue(failure)}; the failures are ${failureNames.join(', ')}`,
    )
  }
  if (headers !== undefined) checkHeaders(headers)
}

/** Lists the members of a request that differ from a pattern; empty if it matches. */
export function findDifferences(record: JournalRecord, pattern: RequestPattern): Difference[] {
  const { headers, id, name, tag, method, path, status, failure } = pattern
  const { members, answer } = record
  const sent = headers === undefined ? {} : maskHeaders(record.headers)
  const pairs: [member: string, expected: unknown, received: unknown][] = [
    ['method', method, record.method],
    ['path', path, maskUrl(record.path).replace(/\?.*/s, '')],
    ...Object.entries(headers ?? {}).map(([header, value]): [string, unknown, unknown] => [
      `headers.${header}`,
      value,
      sent[header.toLowerCase()],
    ]),
    ['id', id, members.id],
    ['name', name, members.name],
    ['tag', tag, members.tag],
    ['status', status, answer.status],
    ['failure', failure, answer.failure],
  ]
  return pairs
    .filter(([, expected, received]) => expected !== undefined && normalize(expected) !== normalize(received))
    .map(([member, expected, received]) => ({ member, expected, received }))
}
