import { describeValue } from '../options/problems.ts'
import type { Awaitable } from '../store/awaitable.ts'
import type { JournalEntry } from '../store/journal-entry.ts'
import type { NearMiss, RequestPattern } from '../store/request-pattern.ts'
import { createReceiverError, type MatcherContext, type MatcherResult, showText } from './matcher.ts'

/** The part of a store that the matchers query; it is asynchronous if the store is in another process. */
interface AskedJournal {
  count(pattern?: RequestPattern): Awaitable<number>
  nearest(pattern: RequestPattern, limit?: number): Awaitable<NearMiss[]>
}

/** The result of matching a journal with a pattern. */
export interface Findings {
  /** How many requests match. */
  count: number
  /** How many requests match the pattern of all requests. */
  total: number
  /** The request that differs least, if none matches. */
  nearest: NearMiss | undefined
}

/**
 * Takes the value that a matcher was called on as a store.
 *
 * @throws {TypeError} if it is not a store
 */
function toJournal(context: MatcherContext, name: string, received: unknown): AskedJournal {
  const { requests } = (received ?? {}) as { requests?: Partial<AskedJournal> | null }
  if (typeof requests?.nearest === 'function') return requests as AskedJournal
  throw createReceiverError(context, name, 'The received value must be a plant store.', received)
}

/** Counts requests; an error starts its stack here, since a stack has so few lines that the test would not be in it. */
function count(requests: AskedJournal, pattern: RequestPattern): Awaitable<number> {
  try {
    return requests.count(pattern)
  } catch (error) {
    // Not every browser has it.
    Error.captureStackTrace?.(error as Error, count)
    throw error
  }
}

/**
 * Queries the journal of a store and judges the result; returns a promise if the store is in another process.
 *
 * @param toPatterns returns the pattern to look for, and the pattern of all requests to compare it with
 *
 * @throws {TypeError} if the value is not a store
 */
export function judgeJournal(
  context: MatcherContext,
  name: string,
  received: unknown,
  toPatterns: () => [pattern: RequestPattern, all: RequestPattern],
  judge: (findings: Findings) => MatcherResult,
): MatcherResult | Promise<MatcherResult> {
  const requests = toJournal(context, name, received)
  const [pattern, all] = toPatterns()
  const counted = count(requests, pattern)
  const total = requests.count(all)
  const findNearest = (found: number) => (found > 0 ? [] : requests.nearest(pattern, 1))
  if (typeof counted === 'number' && typeof total === 'number') {
    const nearest = findNearest(counted)
    if (Array.isArray(nearest)) return judge({ count: counted, total, nearest: nearest[0] })
  }
  return Promise.all([counted, total]).then(async ([found, inAll]) => {
    const [nearest] = await findNearest(found)
    return judge({ count: found, total: inAll, nearest })
  })
}

/** Why the store refused a request, in the words of its answer. */
function describeRefusal({ failure, answer }: JournalEntry): string {
  if (failure === undefined) return ''
  let message: unknown
  try {
    message = JSON.parse(answer.body).message
  } catch {
    // A fault can replace the body.
  }
  return typeof message === 'string' ? `, ${failure}: ${showText(message)}` : `, ${failure}`
}

/** Describes the nearest request and how it differs, one line per member. */
export function describeNearest(nearest: NearMiss | undefined): string[] {
  if (nearest === undefined) return []
  const { request, answer } = nearest.request
  const sent = `${request.method} ${request.path} ${showText(request.body)}`
  return [
    `Nearest: ${sent} answered with ${answer.status}${describeRefusal(nearest.request)}`,
    ...nearest.differences.map(
      ({ member, expected, received }) =>
        `  ${member}: expected ${describeValue(expected)}, received ${describeValue(received)}`,
    ),
  ]
}
