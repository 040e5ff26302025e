import type { ExactInteger } from '../json/exact-integer.ts'
import { describeValue } from '../options/problems.ts'
import { array, integer, number, object, type Schema, string, that } from '../options/schema.ts'
import { memberKinds } from './generated/operation.ts'

/** Limits of an id, or of another number, as keywords of JSON Schema. */
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

type MemberKinds = typeof memberKinds

/** A member that limits can be declared for: a text or a number. */
export type LimitedMember = {
  [Member in keyof MemberKinds]: MemberKinds[Member] extends 'other' ? never : Member
}[keyof MemberKinds]

/** The NewPlants that a service accepts, if they are fewer than the specification shows (section 2: "not shown"). */
export type Limits = {
  [Member in LimitedMember]?: MemberKinds[Member] extends 'string' ? TextLimits : IdLimits
}

/** The members that limits can be declared for. */
export const limitedMembers: readonly LimitedMember[] = /* @__PURE__ */ (
  Object.keys(memberKinds) as LimitedMember[]
).filter((member) => (memberKinds[member] as string) !== 'other')

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

const numberLimits = (value: Schema): Schema =>
  object({ minimum: value, maximum: value, enum: array(value, 1) })

const schemasOfKinds: Readonly<Record<string, Schema>> = {
  string: textLimits,
  int64: /* @__PURE__ */ numberLimits(id),
  integer: /* @__PURE__ */ numberLimits(/* @__PURE__ */ integer()),
  number: /* @__PURE__ */ numberLimits(/* @__PURE__ */ number()),
}

/** The values of {@link Limits}. */
export const limitsSchema: Schema = /* @__PURE__ */ object(
  /* @__PURE__ */ Object.fromEntries(
    limitedMembers.map((member) => [member, schemasOfKinds[memberKinds[member]] as Schema]),
  ),
)

/** A keyword of limits. */
type Keyword = keyof IdLimits | keyof TextLimits

/** What each keyword requires, as the end of the sentence "it must …", and the check of a value. */
const keywordChecks = {
  enum(values: readonly unknown[]) {
    // A bigint and a number of the same value are the same id.
    const known = new Set(values.map(String))
    return [`be one of ${[...known].join(', ')}`, (value: unknown) => known.has(String(value))]
  },
  minLength: (least: number) => [
    `have at least ${least} characters`,
    (value: string) => [...value].length >= least,
  ],
  maxLength: (most: number) => [
    `have at most ${most} characters`,
    (value: string) => value.length <= most || [...value].length <= most,
  ],
  pattern(pattern: string) {
    const expression = new RegExp(pattern, 'u')
    return [`match ${pattern}`, (value: string) => expression.test(value)]
  },
  minimum: (least: ExactInteger) => [`be at least ${least}`, (value: ExactInteger) => value >= least],
  maximum: (most: ExactInteger) => [`be at most ${most}`, (value: ExactInteger) => value <= most],
} satisfies Record<Keyword, (limit: never) => readonly [must: string, fits: (value: never) => boolean]>

/** Says in one line which member of a valid NewPlant lies outside of limits; undefined if all are inside. */
export type CheckLimits = (plant: Partial<Record<LimitedMember, unknown>>) => string | undefined

/** Makes a check of NewPlants from each keyword of limits that match {@link limitsSchema}. */
export const createKeywordChecks = (
  limits: Limits,
): readonly { member: LimitedMember; keyword: Keyword; check: CheckLimits }[] =>
  limitedMembers.flatMap((member) =>
    Object.entries(limits[member] ?? {}).flatMap(([name, limit]) => {
      if (limit === undefined) return []
      const keyword = name as Keyword
      const [must, fits] = keywordChecks[keyword](limit as never)
      const check: CheckLimits = ({ [member]: value }) =>
        value === undefined || fits(value as never)
          ? undefined
          : `${member} must ${must}, got ${describeValue(value)}`
      return [{ member, keyword, check }]
    }),
  )

/** Makes a check of NewPlants from limits that match {@link limitsSchema}. */
export function createLimitsCheck(limits: Limits): CheckLimits {
  const checks = createKeywordChecks(limits)
  return (plant) => {
    for (const { check } of checks) {
      const problem = check(plant)
      if (problem !== undefined) return problem
    }
    return undefined
  }
}
