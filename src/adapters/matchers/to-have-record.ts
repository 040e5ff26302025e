import type { Awaitable } from '../../mock/awaitable.ts'
import { compareValues } from '../../mock/journal/request-pattern.ts'
import { ask, createNoMockError, describeDifferences, whenAll } from './journal.ts'
import { type MatcherContext, type MatcherResult, toResult } from './matcher.ts'

interface WithRecords {
  records(name: string): { list(): Awaitable<readonly unknown[]> }
}

const hasRecords = (received: unknown): received is WithRecords =>
  typeof (received as Partial<WithRecords> | null)?.records === 'function'

/**
 * Checks that a mock has a record of a resource like this, now. Returns a promise for a mock in another process.
 *
 * @throws {OptionsError} if there is no such resource
 */
export function toHaveRecord(
  this: MatcherContext,
  received: unknown,
  resource: string,
  record: object = {},
): MatcherResult | Promise<MatcherResult> {
  const name = 'toHaveRecord'
  if (!hasRecords(received)) throw createNoMockError(this, name, received)
  return whenAll([ask(() => received.records(resource).list())], ([values]) => {
    const compared = values
      .map((value) => ({ value, differences: compareValues(record, value, false, '') }))
      .sort((one, other) => one.differences.length - other.differences.length)
    const [nearest] = compared
    return toResult(this, name, {
      pass: nearest?.differences.length === 0,
      expected: ({ utils }) => `a record of ${resource} like ${utils.printExpected(record)}`,
      received: () => `${values.length} ${values.length === 1 ? 'record' : 'records'}`,
      problems: () =>
        nearest === undefined
          ? []
          : [
              `Nearest: ${this.utils.printReceived(nearest.value)}`,
              ...describeDifferences(nearest.differences, this),
            ],
    })
  })
}
