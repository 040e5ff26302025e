import type { ExactInteger } from './exact-integer.ts'
import { describeValue } from './problems.ts'

/** Limits of an id, as keywords of JSON Schema. */
export interface IdLimits {
  minimum?: ExactInteger
  maximum?: ExactInteger
  enum?: readonly ExactInteger[]
}

/** Limits of a name or a tag, as keywords of JSON Schema; lengths count code points, and a pattern may match anywhere. */
export interface TextLimits {
  minLength?: number
  maxLength?: number
  pattern?: string
  enum?: readonly string[]
}

/** The NewPlants that a service accepts, if they are fewer than the specification shows (section 2: "not shown"). */
export interface Limits {
  id?: IdLimits
  name?: TextLimits
  tag?: TextLimits
}

/** A member that limits can be declared for. */
type LimitedMember = keyof Limits

/** Thrown if limits can't be used. */
export class LimitsError extends TypeError {
  override name = 'LimitsError'
  /** The keys that lead to the mistake, from the outside in. */
  readonly path: readonly string[]

  constructor(path: readonly string[], problem: string) {
    super(`${path.join('.') || 'the limits'} ${problem}`)
    this.path = path
  }
}

type Keyword = keyof IdLimits | keyof TextLimits
type Schema = Partial<Record<Keyword, unknown>>

const textKeywords: readonly Keyword[] = ['minLength', 'maxLength', 'pattern', 'enum']
const keywords: Record<LimitedMember, readonly Keyword[]> = {
  id: ['minimum', 'maximum', 'enum'],
  name: textKeywords,
  tag: textKeywords,
}

const lowest = -(2n ** 63n)
const highest = 2n ** 63n - 1n

const isId = (value: unknown): boolean =>
  (typeof value === 'bigint' || Number.isSafeInteger(value)) &&
  (value as ExactInteger) >= lowest &&
  (value as ExactInteger) <= highest

const isLength = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

const isPattern = (value: unknown): boolean => {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') !== undefined
  } catch {
    return false
  }
}

const wants: Record<Exclude<Keyword, 'enum'>, readonly [fits: (value: unknown) => boolean, want: string]> = {
  minimum: [isId, 'an int64'],
  maximum: [isId, 'an int64'],
  minLength: [isLength, 'an integer from 0'],
  maxLength: [isLength, 'an integer from 0'],
  pattern: [isPattern, 'a regular expression'],
}

function readMembers(value: unknown, path: readonly string[], known: readonly string[]): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new LimitsError(path, `must be an object, got ${describeValue(value)}`)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const unknown = members.find(([key]) => !known.includes(key))
  if (unknown === undefined) return members
  const kind = path.length === 0 ? "isn't a member of a NewPlant" : 'is an unknown keyword'
  throw new LimitsError([...path, unknown[0]], `${kind}. Valid are ${known.join(', ')}`)
}

function checkKeyword(member: LimitedMember, keyword: Keyword, value: unknown): void {
  const path = [member, keyword]
  const fail = (want: string): never => {
    throw new LimitsError(path, `must be ${want}, got ${describeValue(value)}`)
  }
  if (keyword !== 'enum') {
    const [fits, want] = wants[keyword]
    if (!fits(value)) fail(want)
    return
  }
  const fits = member === 'id' ? isId : (item: unknown) => typeof item === 'string'
  if (!Array.isArray(value) || value.length === 0 || !value.every(fits))
    fail(`a list of ${member === 'id' ? 'int64' : 'strings'} that isn't empty`)
}

/** Says why no value fits; undefined if one may. */
function findContradiction(member: LimitedMember, schema: Schema): string | undefined {
  const { minimum = lowest, maximum = highest } = schema as IdLimits
  const { minLength = 0, maxLength = Infinity } = schema as TextLimits
  if (minimum > maximum) return `has a minimum of ${minimum} over its maximum of ${maximum}`
  if (minLength > maxLength) return `has a minLength of ${minLength} over its maxLength of ${maxLength}`
  const values = schema.enum as readonly unknown[] | undefined
  const check = createMemberCheck(member, schema)
  return values?.every((value) => check(value) !== undefined)
    ? 'has an enum of which no value fits the other keywords'
    : undefined
}

/**
 * Checks limits from a file or an option.
 *
 * @throws {LimitsError} that names the first key that is unknown, has a wrong value, or leaves no value
 */
export function parseLimits(value: unknown): Limits {
  for (const [key, schema] of readMembers(value, [], Object.keys(keywords))) {
    const member = key as LimitedMember
    for (const [keyword, limit] of readMembers(schema, [member], keywords[member]))
      checkKeyword(member, keyword as Keyword, limit)
    const contradiction = findContradiction(member, schema as Schema)
    if (contradiction !== undefined) throw new LimitsError([member], contradiction)
  }
  return value as Limits
}

/** Says what is wrong with a value, as the end of the sentence "it must …". */
type MemberCheck = (value: unknown) => string | undefined

function createMemberCheck(member: LimitedMember, schema: Schema): MemberCheck {
  const { minimum, maximum } = schema as IdLimits
  const { minLength = 0, maxLength = Infinity, pattern } = schema as TextLimits
  const values = schema.enum as readonly unknown[] | undefined
  // A bigint and a number of the same value are the same id.
  const toKey = (value: unknown): unknown => (member === 'id' ? String(value) : value)
  const known = values && new Set(values.map(toKey))
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  const checkText = (text: string): string | undefined => {
    // A text has at most as many code points as units, so that most texts need no counting.
    const isShort = text.length <= maxLength && text.length >= minLength * 2
    const length = isShort ? undefined : [...text].length
    if (length !== undefined && length < minLength) return `have at least ${minLength} characters`
    if (length !== undefined && length > maxLength) return `have at most ${maxLength} characters`
    if (expression !== undefined && !expression.test(text)) return `match ${pattern}`
    return undefined
  }
  return (value) => {
    if (known !== undefined && !known.has(toKey(value))) return `be one of ${[...known].join(', ')}`
    if (typeof value === 'string') return checkText(value)
    if (minimum !== undefined && (value as ExactInteger) < minimum) return `be at least ${minimum}`
    if (maximum !== undefined && (value as ExactInteger) > maximum) return `be at most ${maximum}`
    return undefined
  }
}

/** Says in one line which member of a valid NewPlant lies outside of limits; undefined if all are inside. */
export type CheckLimits = (plant: {
  id: ExactInteger
  name: string
  tag?: string | undefined
}) => string | undefined

/** Makes a check of NewPlants from limits that {@link parseLimits} accepts. */
export function createLimitsCheck(limits: Limits): CheckLimits {
  const checks = readMembers(limits, [], Object.keys(keywords)).map(
    ([member, schema]) =>
      [member as LimitedMember, createMemberCheck(member as LimitedMember, schema as Schema)] as const,
  )
  return (plant) => {
    for (const [member, check] of checks) {
      const value = plant[member]
      const want = value === undefined ? undefined : check(value)
      if (want !== undefined) return `${member} must ${want}, got ${describeValue(value)}`
    }
    return undefined
  }
}
