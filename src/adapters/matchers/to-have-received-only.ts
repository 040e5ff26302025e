import type { JournalEntry } from '../../mock/journal/journal-entry.ts'
import type { NearMiss, RequestPattern } from '../../mock/journal/request-pattern.ts'
import { ask, describeNearest, noRequests, showRequests, toJournal, whenAll } from './journal.ts'
import { type MatcherContext, type MatcherResult, toResult } from './matcher.ts'

/** The most requests that a pattern without one is compared with. */
const maxCompared = 100

/** Finds a request of its own for each pattern; returns the patterns by the numbers of their requests. */
function assign(candidates: readonly (readonly JournalEntry[])[]): Map<number, number> {
  const owners = new Map<number, number>()
  const find = (pattern: number, seen: Set<number>): boolean =>
    (candidates[pattern] ?? []).some(({ number }) => {
      if (seen.has(number)) return false
      seen.add(number)
      const owner = owners.get(number)
      const isFree = owner === undefined || find(owner, seen)
      if (isFree) owners.set(number, pattern)
      return isFree
    })
  for (const pattern of candidates.keys()) find(pattern, new Set())
  return owners
}

/**
 * Checks that a mock received one request for each pattern, in any order, and nothing else. Returns a promise for a mock
 * in another process.
 *
 * @throws {OptionsError} if a pattern has an unknown or an undefined property
 */
export function toHaveReceivedOnly(
  this: MatcherContext,
  received: unknown,
  ...patterns: RequestPattern[]
): MatcherResult | Promise<MatcherResult> {
  const name = 'toHaveReceivedOnly'
  const requests = toJournal(this, name, received)
  const candidates = ask(() => patterns.map((pattern) => requests.matching(pattern)))
  return whenAll([requests.all(), ...candidates], ([all = [], ...found]) => {
    const owners = assign(found as JournalEntry[][])
    const others = all.filter(({ number }) => !owners.has(number))
    const missing = patterns.filter((_, at) => ![...owners.values()].includes(at))
    const isOther = (number: number): boolean => others.some((other) => other.number === number)
    const near = missing.map((pattern) => (others.length > 0 ? requests.nearest(pattern, maxCompared) : []))
    const judge = (nearest: NearMiss[][]): MatcherResult =>
      toResult(this, name, {
        pass: others.length + missing.length === 0,
        expected: ({ utils }) =>
          patterns.length === 0 ? 'no requests' : `only requests like ${utils.printExpected(patterns)}`,
        received: () =>
          [`${all.length} ${all.length === 1 ? 'request' : 'requests'}`, ...showRequests(all)].join('\n'),
        problems: () => [
          ...missing.flatMap((pattern, at) => [
            `Missing: ${this.utils.printExpected(pattern)}`,
            ...describeNearest(
              nearest[at]?.find(({ request }) => isOther(request.number)),
              this,
            ),
          ]),
          ...others.map(({ number }) => `Not expected: request ${number}`),
          ...(all.length > 0 ? [] : [noRequests]),
        ],
      })
    return whenAll(near, judge)
  })
}
