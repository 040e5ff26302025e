import type { RequestPattern } from '../mock/journal/request-pattern.ts'
import { judgeJournal, type MatchOptions } from './journal.ts'
import type { MatcherContext, MatcherResult } from './matcher.ts'

/**
 * Checks that a store received a request like this, with any answer. Returns a promise for a store in another
 * process.
 *
 * @throws {OptionsError} if the pattern has an unknown or an undefined member
 */
export function toHaveReceived(
  this: MatcherContext,
  received: unknown,
  pattern: RequestPattern = {},
  options: MatchOptions = {},
): MatcherResult | Promise<MatcherResult> {
  return judgeJournal(this, 'toHaveReceived', received, options, () => [pattern, {}], {
    expected: ({ utils }) => `a request like ${utils.printExpected(pattern)}`,
    things: 'requests',
  })
}
