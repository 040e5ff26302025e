import type { ExactInteger } from '../json/exact-integer.ts'
import type { Problem } from '../options/problems.ts'
import type { Schema } from '../options/schema.ts'
import { type Limits, limitedMembers, limitsSchema } from './generated/limits.ts'
import { createLimitsCheck, type LimitedMember } from './limits.ts'

/** The pairs of keywords of which the first must not be over the second. */
const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
] as const

/** Finds the keyword of a member that leaves no value. */
function findContradiction(member: LimitedMember, limits: Limits): Problem | undefined {
  const keywords = (limits[member] ?? {}) as Record<string, ExactInteger | undefined> & { enum?: unknown[] }
  for (const [low, high] of pairs) {
    const [least, most] = [keywords[low], keywords[high]]
    if (least !== undefined && most !== undefined && least > most)
      return { path: [member, low], expected: `at most ${most}, which is the ${high}`, got: least }
  }
  const check = createLimitsCheck({ [member]: keywords })
  if (keywords.enum?.every((value) => check({ [member]: value }) !== undefined))
    return {
      path: [member, 'enum'],
      expected: 'an array with a value that fits the other keywords',
      isSecret: true,
      got: keywords.enum,
    }
  return undefined
}

/** The values of {@link Limits} that leave a value for each member. */
export const usableLimits: Schema = {
  ...limitsSchema,
  find(value) {
    const problems = limitsSchema.find(value)
    if (problems?.length !== 0) return problems
    return limitedMembers.flatMap((member) => findContradiction(member, value as Limits) ?? [])
  },
}
