import { judgeJournal, type MatchOptions } from './journal.ts'
import type { MatcherContext, MatcherResult } from './matcher.ts'

/**
 * Checks that a mock created a record of a resource of a request with a body like this. Returns a promise for a mock in
 * another process.
 *
 * @throws {OptionsError} if there is no such resource
 */
export function toHaveCreated(
  this: MatcherContext,
  received: unknown,
  resource: string,
  body?: object,
  options: MatchOptions = {},
): MatcherResult | Promise<MatcherResult> {
  const among = { created: resource }
  const patterns = { pattern: { ...among, ...(body && { body }) }, among }
  return judgeJournal(this, 'toHaveCreated', received, options, patterns, {
    expected: ({ utils }) =>
      `a created record of ${resource}${body ? ` like ${utils.printExpected(body)}` : ''}`,
    things: 'created records',
  })
}
