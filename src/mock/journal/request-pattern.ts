import type { AnyApi } from '../../contract/contract.ts'
import { cutQuery, maskHeader, maskUrl } from '../../http/mask.ts'
import { toExactInteger } from '../../json/exact-integer.ts'
import { readExactJson } from '../../json/exact-json.ts'
import { check } from '../../options/check.ts'
import { isContainer, isObject } from '../../options/is-object.ts'
import { OptionsError } from '../../options/options-error.ts'
import {
  anyOf,
  anything,
  boolean,
  custom,
  fields,
  integer,
  object,
  string,
  type ValueSchema,
} from '../../options/schema.ts'
import { faultNames } from '../faults/fault.ts'
import type { FaultName } from '../faults/fault-kinds.ts'
import type {
  BodyOf,
  DeepPartial,
  Id,
  IfAny,
  IfNamed,
  OperationsOf,
  ResourceName,
  ResponsesOf,
  StatusOf,
  Unnamed,
} from '../types.ts'
import { type JournalEntry, type JournalRecord, maskHeaders, toEntry, toText } from './journal-entry.ts'

/** A pattern of which the operation decides the types. */
interface OperationPattern<Operation, Body, Status, Resource> {
  /** The id of the operation; `null` says that it meant none. */
  operation?: Operation | null
  /**
   * Properties that the JSON body must have, at any depth. One that is `null` must be there as null; one that is
   * `undefined` must not be there. A part can be an asymmetric matcher.
   */
  body?: Body
  status?: Status
  /** The resource of which the request created a record. */
  created?: Resource
}

interface AnyPattern {
  method?: string
  /** The path without its query. */
  path?: string
  /** Headers that the request must have, or must not have if the value is `null`; names are case-insensitive. */
  headers?: Readonly<Record<string, string | null>>
  /** Why the request was rejected, or the fault of its connection or body. */
  failure?: FaultName
  /** Whether the request still waits for its response. */
  waiting?: boolean
  /** Whether the body of the request may have no properties besides those of `body`; by default, it may. */
  exact?: boolean
}

type NamedPattern<Api> = {
  [Name in Id<Api>]: { operation: Name } & OperationPattern<
    Name,
    DeepPartial<BodyOf<OperationsOf<Api>[Name]>>,
    StatusOf<ResponsesOf<OperationsOf<Api>[Name]>>,
    ResourceName<Api>
  >
}[Id<Api>]

/** What a request in the journal must be like; a missing property matches everything. */
export type RequestPattern<Api = AnyApi> = AnyPattern &
  IfAny<
    Api,
    OperationPattern<AnyApi, unknown, number, AnyApi>,
    IfNamed<
      Api,
      NamedPattern<Api> | OperationPattern<Unnamed, unknown, number, ResourceName<Api>>,
      OperationPattern<string, unknown, number, ResourceName<Api>>
    >
  >

/** One part of a request that differs from the pattern. */
export interface PatternDifference {
  /** Such as `method`, `headers.accept`, or `body.items[0].name`. */
  at: string
  expected: unknown
  received: unknown
}

/** A request that almost matches a pattern. */
export interface NearMiss {
  request: JournalEntry
  differences: PatternDifference[]
}

const normalize = (value: unknown): unknown => (typeof value === 'bigint' ? toExactInteger(value) : value)

/** A part of an expected value that decides itself what it matches, such as `expect.stringMatching(/fern/)`. */
export interface AsymmetricMatcher {
  asymmetricMatch(value: unknown): boolean
}

/** Says whether a value of a pattern is such a part; Vitest, Jest, and Playwright have the same ones. */
export const isMatcher = (value: unknown): value is AsymmetricMatcher =>
  typeof (value as AsymmetricMatcher | null | undefined)?.asymmetricMatch === 'function'

const none = custom('null for none', (value) => value === null || isMatcher(value))

/** Says whether the value of a request is the one of a pattern. */
function fits(expected: unknown, received: unknown): boolean {
  if (isMatcher(expected)) return expected.asymmetricMatch(received)
  return expected === null ? received === undefined : normalize(expected) === normalize(received)
}

/** The values that a part of a request must have, or must not be there. */
const orNone = (schema: ValueSchema): ValueSchema => anyOf(schema, none)

const patternSchema = /* @__PURE__ */ object({
  method: string,
  path: string,
  operation: orNone(string),
  body: anything,
  headers: /* @__PURE__ */ fields('an object of names and values', true, () => orNone(string)),
  status: integer(0, 599),
  created: string,
  failure: faultNames,
  waiting: boolean,
  exact: boolean,
} satisfies Record<keyof RequestPattern, ValueSchema>)

/**
 * Checks a pattern.
 *
 * @throws {OptionsError} if it is not an object, or has an unknown property (a misspelled one would match everything), an
 *   undefined one (which would, too), a value of a wrong type, or the value of a masked header, which would never match
 */
export function checkPattern(pattern: RequestPattern): void {
  const missing = Object.keys(Object(pattern)).find(
    (name) => pattern[name as keyof RequestPattern] === undefined,
  )
  if (missing !== undefined)
    throw new OptionsError('is undefined, so it would match everything; leave it out, or use null for none', [
      missing,
    ])
  check(pattern, patternSchema, 'the pattern')
  const { headers = {} } = pattern
  const masked = Object.keys(headers).find((name) => {
    const value = headers[name]
    return typeof value === 'string' && maskHeader(name.toLowerCase(), value) !== value
  })
  if (masked === undefined) return
  throw new OptionsError(
    `the journal masks the header ${masked}, so no pattern can match its value; match on failure instead`,
  )
}

/** Lists what differs in a JSON value: the properties of the pattern, at any depth, and others if they may not be there. */
export function compareValues(
  expected: unknown,
  received: unknown,
  exact: boolean,
  at = 'body',
): PatternDifference[] {
  if (Array.isArray(expected) && Array.isArray(received) && expected.length === received.length)
    return expected.flatMap((item, index) => compareValues(item, received[index], exact, `${at}[${index}]`))
  if (isMatcher(expected) || !isObject(expected)) {
    const isSame = isMatcher(expected)
      ? expected.asymmetricMatch(received)
      : !isContainer(expected) && normalize(expected) === normalize(received)
    return isSame ? [] : [{ at, expected, received }]
  }
  if (!isObject(received)) {
    // Each property counts, so that this is further away than an object that has some of them.
    const missing = compareValues(expected, {}, exact, at)
    return missing.length > 0 ? missing : [{ at, expected, received }]
  }
  const others = exact ? Object.keys(received).filter((name) => !Object.hasOwn(expected, name)) : []
  return [...Object.keys(expected), ...others].flatMap((name) =>
    compareValues(expected[name], received[name], exact, at === '' ? name : `${at}.${name}`),
  )
}

/** Lists the parts of a request that differ from a pattern; empty if it matches. */
function findDifferences(
  record: JournalRecord,
  { headers = {}, exact = false, body, ...pattern }: RequestPattern,
): PatternDifference[] {
  const expected: Record<string, unknown> = { ...pattern }
  const { method, response } = record
  const received: Record<string, unknown> = {
    method,
    path: pattern.path && cutQuery(maskUrl(record.path)),
    operation: record.operation,
    status: response?.status,
    created: response?.created,
    failure: response?.fault === pattern.failure ? pattern.failure : response?.failure,
    waiting: response === undefined,
  }
  const names = Object.keys(headers)
  const sent = names.length > 0 ? maskHeaders(record.headers) : {}
  for (const name of names) {
    const at = `headers.${name}`
    expected[at] = headers[name]
    received[at] = sent[name.toLowerCase()]
  }
  const differences = Object.keys(expected)
    .filter((at) => !fits(expected[at], received[at]))
    // `null` means that there is nothing.
    .map((at) => ({ at, expected: expected[at] ?? undefined, received: received[at] }))
  return body === undefined
    ? differences
    : [...differences, ...compareValues(body, readExactJson(toText(record.body)), exact)]
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
