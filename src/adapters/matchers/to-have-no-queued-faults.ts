import type { Awaitable } from '../../mock/awaitable.ts'
import type { ActiveFault } from '../../mock/faults/fault.ts'
import { toJournal, whenAll } from './journal.ts'
import { type MatcherContext, type MatcherResult, toResult } from './matcher.ts'

/**
 * Checks that every fault that was queued covered as many requests as it was for; faults that last don't count. Returns a
 * promise for a mock in another process.
 */
export function toHaveNoQueuedFaults(
  this: MatcherContext,
  received: unknown,
): MatcherResult | Promise<MatcherResult> {
  const name = 'toHaveNoQueuedFaults'
  toJournal(this, name, received)
  const { faults } = received as { faults: { list(): Awaitable<ActiveFault[]> } }
  return whenAll([faults.list()], ([active]) => {
    const left = active.filter(({ requests }) => requests !== 'forever' && requests !== 0)
    return toResult(this, name, {
      pass: left.length === 0,
      expected: () => 'no faults that wait for requests',
      received: ({ utils }) => utils.printReceived(left),
    })
  })
}
