import { describeProblems, describeValue } from '../options/problems.ts'
import { array, findProblems, integer, object, type Schema, string, that } from '../options/schema.ts'
import type { ExactInteger } from './exact-integer.ts'
import { newPlantMembers } from './generated/operation.ts'

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

  constructor(path: readonly string[], message: string) {
    super(message)
    this.path = path
  }
}

type Keywords = Partial<Record<keyof IdLimits | keyof TextLimits, unknown>>

const members: readonly LimitedMember[] = newPlantMembers
const lowest = -(2n ** 63n)
const highest = 2n ** 63n - 1n
const id = /* @__PURE__ */ integer(lowest, highest)
const length = /* @__PURE__ */ integer(0, Number.MAX_SAFE_INTEGER)

const isPattern = (value: unknown): boolean => {
  try {
    return typeof value === 'string' && !!new RegExp(value, 'u')
  } catch {
    return false
  }
}

const textLimits = /* @__PURE__ */ object({
  minLength: length,
  maxLength: length,
  pattern: /* @__PURE__ */ that('a regular expression', isPattern),
  enum: /* @__PURE__ */ array(string, 1),
})

/** The values of {@link Limits}. */
export const limitsSchema: Schema = /* @__PURE__ */ object({
  id: /* @__PURE__ */ object({ minimum: id, maximum: id, enum: /* @__PURE__ */ array(id, 1) }),
  name: textLimits,
  tag: textLimits,
})

/** Says why no value of a member fits; undefined if one may. */
function describeContradiction(member: LimitedMember, keywords: Keywords): string | undefined {
  const { minimum = lowest, maximum = highest } = keywords as IdLimits
  const { minLength = 0, maxLength = Infinity } = keywords as TextLimits
  if (minimum > maximum) return `has a minimum of ${minimum} over its maximum of ${maximum}`
  if (minLength > maxLength) return `has a minLength of ${minLength} over its maxLength of ${maxLength}`
  const values = keywords.enum as readonly unknown[] | undefined
  const check = createMemberCheck(member, keywords)
  return values?.every((value) => check(value) !== undefined)
    ? 'has an enum without a value that fits the other keywords'
    : undefined
}

/** Finds a member for which limits leave no value, and why. */
export function findContradiction(limits: Limits): { member: LimitedMember; problem: string } | undefined {
  for (const member of members) {
    const problem = describeContradiction(member, limits[member] ?? {})
    if (problem !== undefined) return { member, problem }
  }
  return undefined
}

/**
 * Checks limits from a file or an option.
 *
 * @throws {LimitsError} that names the first key that is unknown, has a wrong value, or leaves no value
 */
export function parseLimits(value: unknown): Limits {
  const [problem] = findProblems(value, limitsSchema)
  if (problem !== undefined)
    throw new LimitsError(
      problem.path.map(String),
      describeProblems([problem], value, { whole: 'the limits' }),
    )
  const found = findContradiction(value as Limits)
  if (found !== undefined) throw new LimitsError([found.member], `${found.member} ${found.problem}`)
  return value as Limits
}

/** Says what is wrong with a value, as the end of the sentence "it must …". */
type MemberCheck = (value: unknown) => string | undefined

function createMemberCheck(member: LimitedMember, keywords: Keywords): MemberCheck {
  const { minimum = -Infinity, maximum = Infinity } = keywords as IdLimits
  const { minLength = 0, maxLength = Infinity, pattern } = keywords as TextLimits
  const values = keywords.enum as readonly unknown[] | undefined
  // A bigint and a number of the same value are the same id.
  const toKey = (value: unknown): unknown => (member === 'id' ? String(value) : value)
  const known = values && new Set(values.map(toKey))
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  return (value) => {
    if (known && !known.has(toKey(value))) return `be one of ${[...known].join(', ')}`
    if (typeof value === 'string') {
      // A text has at most as many code points as units, so that most texts need no counting.
      const isInside = value.length <= maxLength && value.length >= minLength * 2
      const length = isInside ? minLength : [...value].length
      if (length < minLength) return `have at least ${minLength} characters`
      if (length > maxLength) return `have at most ${maxLength} characters`
      if (expression?.test(value) === false) return `match ${pattern}`
    } else {
      if ((value as ExactInteger) < minimum) return `be at least ${minimum}`
      if ((value as ExactInteger) > maximum) return `be at most ${maximum}`
    }
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
  const checks = members.flatMap((member) => {
    const keywords = limits[member]
    return keywords === undefined ? [] : [[member, createMemberCheck(member, keywords)] as const]
  })
  return (plant) => {
    for (const [member, check] of checks) {
      const value = plant[member]
      const want = value !== undefined && check(value)
      if (want) return `${member} must ${want}, got ${describeValue(value)}`
    }
    return undefined
  }
}
