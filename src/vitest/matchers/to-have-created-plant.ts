import { describeValue } from '../../contract/problems.ts'
import type { NewPlant } from '../../contract/schemas.ts'
import { OptionsError } from '../../store/options-error.ts'
import { type MatcherContext, type MatcherResult, toResult } from './matcher.ts'
import { describeNearest, toStore } from './received-store.ts'

const name = 'toHaveCreatedPlant'

/**
 * Checks the members of a plant to ask for.
 *
 * @throws {OptionsError} where it has one that a NewPlant has not
 */
function checkMembers(plant: Partial<NewPlant>): void {
  const { id: _id, name: _name, tag: _tag, ...others } = plant
  const [unknown] = Object.keys(others)
  if (unknown === undefined) return
  throw new OptionsError(
    `a plant has no member ${describeValue(unknown)} to ask for; there are id, name, tag`,
  )
}

/**
 * Checks that a store answered a request for a plant like this with 200 (specification section 4, rule 1).
 *
 * @throws {OptionsError} where the plant has a member that there is none of
 */
export function toHaveCreatedPlant(
  this: MatcherContext,
  received: unknown,
  plant: Partial<NewPlant> = {},
): MatcherResult {
  const { requests } = toStore(this, name, received)
  checkMembers(plant)
  const pattern = { ...plant, status: 200 }
  const count = requests.count(pattern)
  return toResult(this, name, {
    pass: count > 0,
    expected: ({ utils }) => `a plant like ${utils.printExpected(plant)} to be created`,
    received: () =>
      `${count} of ${requests.count({ status: 200 })} plants that were created ${count === 1 ? 'is' : 'are'} like it`,
    problems: () => describeNearest(requests.nearest(pattern, 1)),
  })
}
