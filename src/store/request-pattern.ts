import { type ExactInteger, toExactInteger } from '../contract/exact-integer.ts'
import { parseExactJson } from '../contract/exact-json.ts'
import { describeValue } from '../contract/problems.ts'
import { type FailureName, failureNames } from './failure-names.ts'
import { isMasked, type JournalEntry } from './journal-entry.ts'
import { OptionsError } from './options-error.ts'

/** What a journalled request must be like; a member that is left out fits anything. */
export interface RequestPattern {
  method?: string
  /** The path without its query. */
  path?: string
  /** Headers that must be among those sent, their names in any case. */
  headers?: Readonly<Record<string, string>>
  id?: ExactInteger
  name?: string
  tag?: string
  status?: number
  failure?: FailureName
}

/** One member in which a request is not as expected. */
export interface Difference {
  member: string
  expected: unknown
  received: unknown
}

function readBody(entry: JournalEntry): Partial<Record<string, unknown>> {
  try {
    const body = parseExactJson(entry.request.body)
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** An object has no place among differences, and may be nested as deep as its sender liked. */
const show = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? describeValue(value) : value

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

function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** A question about a masked header would be answered wrongly. */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
  if (!isPlainObject(headers)) {
    throw new OptionsError(`headers must be an object of names and values, got ${describeValue(headers)}`)
  }
  const masked = Object.entries(headers).find(([name, value]) => isMasked(name, value))
  if (masked === undefined) return
  throw new OptionsError(
    `the journal masks the header ${masked[0]}, so its value cannot be asked for; give the store the tokens that are valid`,
  )
}

/**
 * Checks a pattern.
 *
 * @throws {OptionsError} where it is no object, has a member that there is none of, as a misspelt one would fit
 *   anything, a failure that there is none of, or the value of a header that is masked
 */
export function checkPattern(pattern: RequestPattern): void {
  if (!isPlainObject(pattern)) {
    throw new OptionsError(`what a request is like must be an object, got ${describeValue(pattern)}`)
  }
  const misspelt = Object.keys(pattern).find((member) => !Object.hasOwn(members, member))
  if (misspelt !== undefined) {
    throw new OptionsError(
      `a request has no member ${describeValue(misspelt)} to ask for; there are ${Object.keys(members).join(', ')}`,
    )
  }
  const { failure, headers } = pattern
  if (failure !== undefined && !failureNames.includes(failure)) {
    throw new OptionsError(
      `there is no failure ${describeValue(failure)}; there are ${failureNames.join(', ')}`,
    )
  }
  if (headers !== undefined) checkHeaders(headers)
}

/** Lists the members in which a journalled request differs from a pattern; none where it fits. */
export function findDifferences(entry: JournalEntry, pattern: RequestPattern): Difference[] {
  const { headers = {}, id, name, tag, method, path, status, failure } = pattern
  const needsBody = id !== undefined || name !== undefined || tag !== undefined
  const body = needsBody ? readBody(entry) : {}
  const pairs: [member: string, expected: unknown, received: unknown][] = [
    ['method', method, entry.request.method],
    ['path', path, entry.request.path.replace(/\?.*/s, '')],
    ...Object.entries(headers).map(([header, value]): [string, unknown, unknown] => [
      `headers.${header}`,
      value,
      entry.request.headers[header.toLowerCase()],
    ]),
    ['id', id, body['id']],
    ['name', name, body['name']],
    ['tag', tag, body['tag']],
    ['status', status, entry.answer.status],
    ['failure', failure, entry.failure],
  ]
  return pairs
    .filter(([, expected, received]) => expected !== undefined && normalize(expected) !== normalize(received))
    .map(([member, expected, received]) => ({ member, expected, received: show(received) }))
}
