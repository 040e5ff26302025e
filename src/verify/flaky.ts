import { asksForFewer, type Exchange, readRetryAfter } from '../http/exchange.ts'
import type { Case } from '../reports/report.ts'
import { showFinding } from '../reports/report.ts'
import type { ShowOptions } from '../reports/show.ts'

/** A request that failed once. */
interface Failure {
  exchange: Exchange
  /** What kind of request it was. */
  tried: string
  problem: string
  /** Whether the service may limit requests: it answered 503, without a time to wait. */
  isLimit?: boolean
  /** Whether it closed a connection that had been used before, on which clients send a request once more. */
  wasReused?: boolean
}

/** Counts what failed once, but not when it was tried again: such a failure breaks no rule, and must not get lost. */
export interface FlakyLog {
  /** Counts the failures among an exchange and its earlier tries. */
  watch(exchange: Exchange, tried: string): void
  /** Counts a wrong answer that didn't come again. */
  add(exchange: Exchange, tried: string, problem: string): void
  /** Forgets all so far, since there were too many requests at once. */
  clear(): void
  /** Forgets requests of some kinds, since a finding explains why they fail. */
  explain(kinds: readonly string[]): void
  /** What is left at the end of a run that sent so many requests. */
  list(sent: number): readonly Failure[]
}

/** Milliseconds after which a service may close a connection that nobody uses (RFC 9112 section 9.5). */
const idleLimit = 100

/** With a larger share of 503, the service limits requests. */
const maxLimited = 0.05

/** The share of failures, and the least number, that fail a run. */
const maxFlaky = 0.003
const leastFlaky = 2

/** How many requests come at least between failures of every n-th request, more than are sent at once, and by what share their number differs. */
const leastGap = 30
const maxDeviation = 0.1

/** How many requests of a group are shown. */
const maxShown = 2

function toFailure(exchange: Exchange, tried: string): Failure | undefined {
  const { outcome } = exchange
  if (outcome.kind === 'stopped' || outcome.kind === 'unreachable') return undefined
  if (outcome.kind === 'answer') {
    const { answer } = outcome
    const isLimit = asksForFewer(answer) && answer.status === 503 && readRetryAfter(answer) === undefined
    return isLimit ? { exchange, tried, problem: 'the answer was 503', isLimit } : undefined
  }
  const wasReused = outcome.kind === 'dropped' && outcome.reused
  const isIdle = wasReused && (outcome.idle ?? 0) >= idleLimit
  return isIdle ? undefined : { exchange, tried, problem: outcome.message, wasReused }
}

const toNumber = ({ exchange: { number = 0 } }: Failure): number => number

/** Joins failures of requests that follow each other: a service that restarts loses all of them. */
function joinOutages(failures: readonly Failure[]): Failure[][] {
  const outages: Failure[][] = []
  for (const one of failures.toSorted((first, second) => toNumber(first) - toNumber(second))) {
    const last = outages.at(-1)?.at(-1)
    if (last !== undefined && toNumber(one) - toNumber(last) <= 1) outages.at(-1)?.push(one)
    else outages.push([one])
  }
  return outages
}

/** Returns whether nearly as many requests are between each two of four outages that follow each other: three come so by chance. */
function areRegular(outages: readonly Failure[][]): boolean {
  const numbers = outages.map(([first]) => (first === undefined ? 0 : toNumber(first)))
  const gaps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0))
  return gaps.some((gap, index) => {
    const before = gaps.slice(Math.max(0, index - 2), index)
    const isAlike = (other: number): boolean =>
      Math.min(gap, other) >= leastGap && Math.abs(gap - other) <= gap * maxDeviation
    return before.length === 2 && before.every(isAlike)
  })
}

export function createFlakyLog(): FlakyLog {
  const failures = new Map<Exchange, Failure>()
  const explained = new Set<string>()
  let lastAnswered = 0
  return {
    watch(exchange, tried) {
      if (exchange.outcome.kind === 'answer') lastAnswered = Math.max(lastAnswered, exchange.number ?? 0)
      for (const one of [...(exchange.earlier ?? []), exchange]) {
        const failure = toFailure(one, tried)
        // A last 503 is judged like any other answer.
        const isJudged = one === exchange && one.outcome.kind === 'answer'
        if (failure !== undefined && !isJudged) failures.set(one, failure)
      }
    },
    add: (exchange, tried, problem) => void failures.set(exchange, { exchange, tried, problem }),
    clear: () => failures.clear(),
    explain(kinds) {
      for (const kind of kinds) explained.add(kind)
    },
    list(sent) {
      const all = [...failures.values()].filter(({ tried }) => !explained.has(tried))
      const limited = all.filter(({ isLimit }) => isLimit).length
      return all.filter((one) =>
        // After the last answer, the service was gone for good.
        one.isLimit ? limited <= sent * maxLimited : toNumber(one) < lastAnswered,
      )
    },
  }
}

/** Makes the case that counts what failed once: a warning, or a failure if it is more than a few, or comes regularly; none if nothing did. */
export function toFlakyCase(
  log: FlakyLog,
  { sent, isFailing, show }: { sent: number; isFailing: boolean; show: ShowOptions },
): Case[] {
  const failures = log.list(sent)
  if (failures.length === 0) return []
  const groups = new Map<string, Failure[]>()
  for (const one of failures) groups.set(one.problem, [...(groups.get(one.problem) ?? []), one])
  const outages = joinOutages(failures.filter(({ isLimit }) => !isLimit))
  const { length } = outages.filter((all) => !all.every(({ wasReused }) => wasReused))
  const isFailed = isFailing || length >= Math.max(leastFlaky, sent * maxFlaky) || areRegular(outages)
  const findings = [...groups].map(([problem, of]) => {
    const [tried = '', ...alike] = new Set(of.map((one) => one.tried))
    return showFinding(
      {
        kind: 'error',
        place: '/response',
        problem: `${of.length} of ${sent} requests failed, but not when sent again: ${problem}`,
        tried,
        ...(alike.length > 0 && { alike }),
        exchanges: of.slice(0, maxShown).map(({ exchange }) => exchange),
      },
      show,
    )
  })
  return [
    {
      title: 'flaky-requests',
      statement: 'No request fails once and succeeds when it is sent again.',
      origin:
        'no rule; it fails the run from 3 in 1,000 requests, if they come regularly, or with --fail-on-flaky',
      group: 'Reliability',
      className: 'plant-store.flaky',
      ...(isFailed ? { status: 'failed', word: 'flaky' } : { status: 'warning', word: 'with a warning' }),
      tries: sent,
      findings,
    },
  ]
}
