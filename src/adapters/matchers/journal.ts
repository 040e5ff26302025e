import type { Awaitable } from '../../mock/awaitable.ts'
import type { JournalEntry } from '../../mock/journal/journal-entry.ts'
import {
  isMatcher,
  type NearMiss,
  type PatternDifference,
  type RequestPattern,
} from '../../mock/journal/request-pattern.ts'
import { describeValue } from '../../options/problems.ts'
import {
  createReceiverError,
  type MatcherContext,
  type MatcherResult,
  showText,
  toResult,
} from './matcher.ts'

/** How often something must have been received, and whether a body may have more properties. */
export interface MatchOptions {
  /** How many requests must match; at least one by default. */
  times?: number
  /** Whether bodies must have no properties besides those of the pattern; false by default. */
  exact?: boolean
}

/** The part of a mock that the matchers query; it is asynchronous if the mock is in another process. */
interface AskedJournal {
  all(): Awaitable<JournalEntry[]>
  matching(pattern: RequestPattern): Awaitable<JournalEntry[]>
  count(pattern?: RequestPattern): Awaitable<number>
  nearest(pattern: RequestPattern, limit?: number): Awaitable<NearMiss[]>
}

/** What to do if nothing was sent when it was expected. */
export const noRequests = 'The mock has no requests yet. If the client sends them, await it first.'

const maxShown = 10

/**
 * Takes the value that a matcher was called on as a mock.
 *
 * @throws {TypeError} if it is not a mock
 */
export function toJournal(context: MatcherContext, name: string, received: unknown): AskedJournal {
  const { requests } = (received ?? {}) as { requests?: Partial<AskedJournal> | null }
  if (typeof requests?.nearest === 'function') return requests as AskedJournal
  throw createNoMockError(context, name, received)
}

export function createNoMockError(context: MatcherContext, name: string, received: unknown): TypeError {
  const hint =
    received === undefined ? ' If it is a fixture, use the `test` that createMockTest returns.' : ''
  return createReceiverError(context, name, `The received value must be a mock.${hint}`, received)
}

/** Asks a mock; an error starts its stack here, since a stack has so few lines that the test would not be in it. */
export function ask<Result>(query: () => Result): Result {
  try {
    return query()
  } catch (error) {
    // Not every browser has it.
    Error.captureStackTrace?.(error as Error, ask)
    throw error
  }
}

/** Uses several results: at once, unless one of them is a promise. */
export function whenAll<const Results extends readonly unknown[], Result>(
  results: Results,
  use: (results: { -readonly [At in keyof Results]: Awaited<Results[At]> }) => Result | Promise<Result>,
): Result | Promise<Result> {
  const isLate = results.some((result) => result instanceof Promise)
  return isLate ? Promise.all(results).then(use) : use(results as Parameters<typeof use>[0])
}

/** Shows a request in one line: its number, what was sent, and the response. */
function showRequest(entry: JournalEntry): string {
  const { number, request, response } = entry
  const sent = [`${number}.`, request.method, request.path, showText(request.body)].filter(Boolean).join(' ')
  return response === undefined
    ? `${sent} still waits for its response`
    : `${sent} got ${response.status}${describeFailure(entry)}`
}

/** Shows requests, each in a line; if there are many, the last rejected ones before the last others. */
export function showRequests(entries: readonly JournalEntry[], max: number = maxShown): string[] {
  const isRejected = ({ failure }: JournalEntry): boolean => failure !== undefined
  const byWeight = [...entries.filter((entry) => !isRejected(entry)), ...entries.filter(isRejected)]
  const shown = new Set(byWeight.slice(-max))
  const left = entries.length - shown.size
  const lines = entries.filter((entry) => shown.has(entry)).map((entry) => `  ${showRequest(entry)}`)
  return left > 0 ? [`  … ${left} more`, ...lines] : lines
}

/** Says how many requests wait for their responses. */
const describeWaiting = (count: number): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? 'request is' : 'requests are'} still waiting`]

/**
 * Judges how many requests of a mock match a pattern; returns a promise if the mock is in another process.
 *
 * @param patterns what to look for, and the pattern of all requests to compare it with
 * @param what the words for one thing and for all of them
 *
 * @throws {TypeError} if the value is not a mock
 */
export function judgeJournal(
  context: MatcherContext,
  name: string,
  received: unknown,
  { times, exact }: MatchOptions,
  { pattern: given, among = {} }: { pattern: RequestPattern; among?: RequestPattern },
  { expected, things }: { expected: (context: MatcherContext) => string; things: string },
): MatcherResult | Promise<MatcherResult> {
  const requests = toJournal(context, name, received)
  const pattern = exact ? { ...given, exact } : given
  const counted = ask(() => requests.count(pattern))
  return whenAll(
    [counted, requests.count(among), requests.count({ waiting: true })],
    ([count, total, waiting]) => {
      const pass = times === undefined ? count > 0 : count === times
      const isShown = count > 0 && pass === (context.isNot ?? false)
      const shown = [isShown ? requests.matching(pattern) : [], count > 0 ? [] : requests.nearest(pattern, 1)]
      return whenAll(shown as [Awaitable<JournalEntry[]>, Awaitable<NearMiss[]>], ([found, [nearest]]) =>
        toResult(context, name, {
          pass,
          expected: () =>
            [
              expected(context),
              exact && 'with no other properties',
              times !== undefined && (times === 1 ? 'once' : `${times} times`),
            ]
              .filter(Boolean)
              .join(', '),
          received: () =>
            [
              `${count} of ${total} ${things} ${count === 1 ? 'matches' : 'match'}${isShown ? ':' : ''}`,
              ...showRequests(found),
            ].join('\n'),
          problems: () => [
            ...(count === 0 && nearest === undefined ? [noRequests] : describeNearest(nearest, context)),
            ...describeWaiting(waiting),
          ],
        }),
      )
    },
  )
}

function describeFailure({ failure, fault, reason }: JournalEntry): string {
  if (failure === undefined) return fault === undefined ? '' : `, fault ${fault}`
  return reason === undefined ? `, ${failure}` : `, ${failure}: ${showText(reason)}`
}

/** Describes the nearest request and how it differs, one line per difference. */
export function describeNearest(nearest: NearMiss | undefined, context: MatcherContext): string[] {
  if (nearest === undefined) return []
  return [`Nearest: ${showRequest(nearest.request)}`, ...describeDifferences(nearest.differences, context)]
}

export function describeDifferences(
  differences: readonly PatternDifference[],
  { utils }: MatcherContext,
): string[] {
  const show = (value: unknown): string =>
    isMatcher(value) ? utils.printExpected(value) : describeValue(value)
  return differences.map(
    ({ at, expected, received }) =>
      `  ${at}: expected ${show(expected)}, received ${describeValue(received)}`,
  )
}
