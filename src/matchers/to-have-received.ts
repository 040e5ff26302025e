import type { RequestPattern } from '../store/request-pattern.ts'
import { describeNearest, judgeJournal } from './journal.ts'
import { type MatcherContext, type MatcherResult, toResult } from './matcher.ts'

const name = 'toHaveReceived'

/**
 * Checks that a store received a request like this, with any answer. Returns a promise for a store in another
 * process.
 *
 * @throws {OptionsError} if the pattern has an unknown member
 */
export function toHaveReceived(
  this: MatcherContext,
  received: unknown,
  pattern: RequestPattern = {},
): MatcherResult | Promise<MatcherResult> {
  return judgeJournal(
    this,
    name,
    received,
    () => [pattern, {}],
    ({ count, total, nearest }) =>
      toResult(this, name, {
        pass: count > 0,
        expected: ({ utils }) => `a request like ${utils.printExpected(pattern)}`,
        received: () => `${count} of ${total} requests ${count === 1 ? 'matches' : 'match'}`,
        problems: () => describeNearest(nearest),
      }),
  )
}
