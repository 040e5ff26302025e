import { createdStatus, newPlantMembers } from '../contract/generated/operation.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { OptionsError } from '../options/options-error.ts'
import { describeValue } from '../options/problems.ts'
import type { RequestPattern } from '../store/request-pattern.ts'
import { describeNearest, judgeJournal } from './journal.ts'
import { type MatcherContext, type MatcherResult, toResult } from './matcher.ts'

const name = 'toHaveCreatedPlant'
const created = { status: createdStatus }

/**
 * Checks the members of the expected plant.
 *
 * @throws {OptionsError} if it has a member that a NewPlant doesn't have
 */
function checkMembers(plant: Partial<NewPlant>): void {
  const known: readonly string[] = newPlantMembers
  const unknown = Object.keys(plant).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const members = known.join(', ')
  throw new OptionsError(`a plant has no member ${describeValue(unknown)}; the members are ${members}`)
}

/**
 * Checks that a store answered 200 to a request for a plant like this (docs/specification.md, section 4, rule 1). Returns a promise
 * for a store in another process.
 *
 * @throws {OptionsError} if the plant has an unknown member
 */
export function toHaveCreatedPlant(
  this: MatcherContext,
  received: unknown,
  plant: Partial<NewPlant> = {},
): MatcherResult | Promise<MatcherResult> {
  const toPatterns = (): [RequestPattern, RequestPattern] => {
    checkMembers(plant)
    return [{ ...plant, ...created }, created]
  }
  return judgeJournal(this, name, received, toPatterns, ({ count, total, nearest }) =>
    toResult(this, name, {
      pass: count > 0,
      expected: ({ utils }) => `a created plant like ${utils.printExpected(plant)}`,
      received: () => `${count} of ${total} created plants ${count === 1 ? 'matches' : 'match'}`,
      problems: () => describeNearest(nearest),
    }),
  )
}
