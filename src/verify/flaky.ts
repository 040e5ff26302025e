import { asksForFewer, type Exchange, readRetryAfter } from '../http/exchange.ts'
import type { Case } from '../reports/report.ts'
import { type ShownFinding, showFinding } from '../reports/report.ts'
import type { ShowOptions } from '../reports/show.ts'

/** A request that failed once. */
interface Failure {
  exchange: Exchange
  /** What kind of request it was. */
  tried: string
  problem: string
  /** Whether HTTP lets a service do that. */
  isHarmless?: boolean
  /** Whether the service may limit requests: it answered 503, without a time to wait. */
  isLimit?: boolean
  /** Whether only the service can be the cause: it closed a new connection without an answer. */
  isOwn?: boolean
}

/** Counts what failed once, but not when it was tried again: such a failure breaks no rule, and must not get lost. */
export interface FlakyLog {
  /** Counts the failures among an exchange and its earlier tries. */
  watch(exchange: Exchange, tried: string): void
  /** Counts a wrong answer, or only a late one, that didn't come again. */
  add(exchange: Exchange, tried: string, problem: string, isHarmless?: boolean): void
  /** Forgets requests of some kinds, since a finding explains why they fail. */
  explain(kinds: readonly string[]): void
  /** What is left at the end of a run that sent so many requests. */
  list(sent: number): readonly Failure[]
}

/** Milliseconds after which a service may close a connection that nobody uses (RFC 9112 section 9.5). */
const idleLimit = 100

/** With a larger share of 503, the service limits requests. */
const maxLimited = 0.05

/** How many requests of a group are shown. */
const maxShown = 2

/** The rate grows if the second half of the requests has so many failures more, and so many times as many. */
const growth = { more: 3, times: 3 }

/** Returns whether a service closed a new connection, sent something else than HTTP, or a 5xx that asks for no fewer requests: nothing of the client explains that. */
export const isOwnFailure = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'answer'
    ? outcome.answer.status >= 500 && !asksForFewer(outcome.answer)
    : (outcome.kind === 'dropped' && !outcome.reused) || outcome.kind === 'garbage'

function toFailure(exchange: Exchange, tried: string): Failure | undefined {
  const { outcome } = exchange
  if (outcome.kind === 'stopped' || outcome.kind === 'unreachable') return undefined
  if (outcome.kind === 'answer') {
    const { answer } = outcome
    const isLimit = asksForFewer(answer) && answer.status === 503 && readRetryAfter(answer) === undefined
    return isLimit ? { exchange, tried, problem: 'the answer was 503', isLimit } : undefined
  }
  if (outcome.kind === 'dropped' && (outcome.idle ?? 0) >= idleLimit)
    return { exchange, tried, problem: 'the service closed an idle connection just then', isHarmless: true }
  return { exchange, tried, problem: outcome.message, isOwn: isOwnFailure(exchange) }
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
    add(exchange, tried, problem, isHarmless = false) {
      failures.set(exchange, { exchange, tried, problem, isHarmless, isOwn: isOwnFailure(exchange) })
    },
    explain(kinds) {
      for (const kind of kinds) explained.add(kind)
    },
    list(sent) {
      const all = [...failures.values()]
      const limited = all.filter(({ isLimit }) => isLimit).length
      return all.filter((one) => {
        if (explained.has(one.tried)) return false
        if (one.isLimit) return limited <= sent * maxLimited
        // After the last answer, the service was gone for good.
        return (one.exchange.number ?? 0) < lastAnswered
      })
    },
  }
}

function describeGrowth(failures: readonly Failure[], sent: number): string[] {
  const late = failures.filter(({ exchange: { number = 0 } }) => number > sent / 2).length
  const early = failures.length - late
  if (late - early < growth.more || late < early * growth.times) return []
  return [
    `The rate grew: ${early} of the first ${Math.floor(sent / 2)} requests failed, and ${late} of the last ${Math.ceil(sent / 2)}.`,
  ]
}

/** Makes the case that counts what failed once; none if nothing did. */
export function toFlakyCase(
  log: FlakyLog,
  { sent, isFailing, show }: { sent: number; isFailing: boolean; show: ShowOptions },
): Case[] {
  const failures = log.list(sent)
  if (failures.length === 0) return []
  const groups = new Map<string, Failure[]>()
  for (const one of failures) groups.set(one.problem, [...(groups.get(one.problem) ?? []), one])
  const isFailed = isFailing && failures.some(({ isHarmless }) => !isHarmless)
  const findings = [...groups].map(([problem, of]): ShownFinding => {
    const [tried = '', ...alike] = new Set(of.map((one) => one.tried))
    const isError = isFailed && !of[0]?.isHarmless
    return showFinding(
      {
        kind: isError ? 'error' : 'note',
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
      origin: 'no rule; --fail-on-flaky makes it fail the run',
      group: 'Reliability',
      className: 'plant-store.flaky',
      ...(isFailed ? { status: 'failed', word: 'flaky' } : { status: 'passed', word: 'noted' }),
      tries: sent,
      findings,
      hints: describeGrowth(failures, sent),
    },
  ]
}
