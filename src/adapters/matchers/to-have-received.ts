import type { RequestPattern } from '../../mock/journal/request-pattern.ts'
import { judgeJournal, type MatchOptions } from './journal.ts'
import type { MatcherContext, MatcherResult } from './matcher.ts'

/**
 * Checks that a mock received a request like this, with any response. Returns a promise for a mock in another
 * process.
 *
 * @throws {OptionsError} if the pattern has an unknown or an undefined property
 */
export function toHaveReceived(
  this: MatcherContext,
  received: unknown,
  pattern: RequestPattern = {},
  options: MatchOptions = {},
): MatcherResult | Promise<MatcherResult> {
  return judgeJournal(
    this,
    'toHaveReceived',
    received,
    options,
    { pattern },
    {
      expected: ({ utils }) => `a request like ${utils.printExpected(pattern)}`,
      things: 'requests',
    },
  )
}
