import type { RequestPattern } from '../../store/request-pattern.ts'
import { type MatcherContext, type MatcherResult, toResult } from './matcher.ts'
import { describeNearest, toStore } from './received-store.ts'

const name = 'toHaveReceived'

/**
 * Checks that a store received a request like this, whatever it answered.
 *
 * @throws {OptionsError} where the pattern has a member that there is none of
 */
export function toHaveReceived(
  this: MatcherContext,
  received: unknown,
  pattern: RequestPattern = {},
): MatcherResult {
  const { requests } = toStore(this, name, received)
  const count = requests.count(pattern)
  return toResult(this, name, {
    pass: count > 0,
    expected: ({ utils }) => `a request like ${utils.printExpected(pattern)}`,
    received: () => `${count} of ${requests.size} requests ${count === 1 ? 'is' : 'are'} like it`,
    problems: () => describeNearest(requests.nearest(pattern, 1)),
  })
}
