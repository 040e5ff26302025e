import type { ExactInteger } from '../json/exact-integer.ts'
import { describeValue } from '../options/problems.ts'
import { type Limits, limitedMembers } from './generated/limits.ts'
import type { IdLimits, TextLimits } from './limit-keywords.ts'

/** A member that limits can be declared for. */
export type LimitedMember = keyof Limits

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
const createKeywordChecks = (
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
