import { createdStatus, newPlantMembers } from '../contract/generated/operation.ts'
import type { PlantPattern, RequestPattern } from '../mock/journal/request-pattern.ts'
import { OptionsError } from '../options/options-error.ts'
import { describeValue } from '../options/problems.ts'
import { judgeJournal, type MatchOptions } from './journal.ts'
import type { MatcherContext, MatcherResult } from './matcher.ts'

const created = { status: createdStatus }

/**
 * Checks the members of the expected plant.
 *
 * @throws {OptionsError} if it has a member that a NewPlant doesn't have
 */
function checkMembers(plant: PlantPattern): void {
  const known: readonly string[] = newPlantMembers
  const unknown = Object.keys(plant).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const members = known.join(', ')
  throw new OptionsError(`a plant has no member ${describeValue(unknown)}; the members are ${members}`)
}

/**
 * Checks that a store responded with 200 to a request for a plant like this (docs/specification.md, section 4, rule 1). Returns a promise
 * for a store in another process.
 *
 * @throws {OptionsError} if the plant has an unknown or an undefined member
 */
export function toHaveCreatedPlant(
  this: MatcherContext,
  received: unknown,
  plant: PlantPattern = {},
  options: MatchOptions = {},
): MatcherResult | Promise<MatcherResult> {
  const toPatterns = (): [RequestPattern, RequestPattern] => {
    checkMembers(plant)
    return [{ ...plant, ...created }, created]
  }
  return judgeJournal(this, 'toHaveCreatedPlant', received, options, toPatterns, {
    expected: ({ utils }) => `a created plant like ${utils.printExpected(plant)}`,
    things: 'created plants',
  })
}
