import {
  asksForFewer,
  type Exchange,
  type HttpRequest,
  isLimiting,
  readRetryAfter,
  readStatus,
  wasTaken,
} from '../http/exchange.ts'
import { sleep } from '../http/limit-time.ts'
import type { Sender } from '../http/sender.ts'
import type { Reason } from './report.ts'
import type { TokenSource } from './token-source.ts'

/**
 * The condition of a service during a trial. `same`: its answers count. `recovered`: it refused plain plants for a while,
 * so the trial has to run again. `stopped`: it refuses plain plants for good, or the run was stopped.
 */
export type Condition = 'same' | 'recovered' | 'stopped'

/** The requests of a trial: how many the run had sent before it, and how many after it. */
export interface Span {
  from: number
  to: number
}

/** Tracks whether a service still accepts plain plants, so that a change in the service breaks no rule. */
export interface Health {
  watch(exchange: Exchange): void
  /** Returns the condition if a plain plant was accepted since, or undefined; sends nothing. */
  look(span: Span): Condition | undefined
  /** Sends plain plants until the condition is known, and waits for a service that comes back. */
  check(span: Span): Promise<Condition>
  /** Lets trials bring the service down from now on: only a refusal of plain plants ends the run. */
  expectCrashes(): void
  /** Why the run can't continue. */
  readonly reason: Reason | undefined
  /** How the service stopped accepting plain plants, if that is its own mistake. */
  readonly breakdown: Breakdown | undefined
}

/** A service that stopped accepting plain plants, or that locked out a valid token. */
interface Breakdown {
  problem: string
  /** The first request that it failed. */
  exchange: Exchange
}

export interface HealthOptions {
  sender: Sender
  token: TokenSource
  /** How often a plain plant may be refused because its id is stored already. */
  maxStored: number
  createPlain: () => HttpRequest
  /** Makes the ids of plain plants smaller, for a service that takes all large ones for the same; returns whether that was possible. */
  narrow(): boolean
  /** Sends fewer requests at once from now on; returns whether that was possible. */
  slowDown(): boolean
  record(exchange: Exchange): void
  signal: AbortSignal
  /** Ends the run. */
  stop(): void
}

/** How many plain plants in a row the service refuses before it counts as changed, and the milliseconds between two. */
const maxRefused = 4
const pause = 100

/** Milliseconds that a service may take to restart, ask for fewer requests, and ask to wait. */
const restart = 5000
const congestion = 30_000
const longestWait = 60_000

/** How many requests after wrong credentials a token may be locked out for them: those that were sent at the same time. */
const nearby = 64

/** Milliseconds in which a token may be accepted again after it was locked out, and in which a 5xx may end. */
const lockout = 2000
const failing = 2000

/** Returns whether an exchange shows that the service doesn't work: it has no answer, or a 5xx that doesn't ask for fewer requests. */
function isFailure({ outcome }: Exchange): boolean {
  if (outcome.kind !== 'answer') return outcome.kind !== 'stopped'
  return outcome.answer.status >= 500 && !asksForFewer(outcome.answer)
}

/** Returns whether a refusal of a plain plant may be about what a client has used up, or about the load, rather than about the plant. */
const mayBeQuota = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'answer' && ([401, 402, 403].includes(outcome.answer.status) || isLimiting(outcome.answer))

/** Returns whether a token is a JWT that says that it has expired. */
function hasExpired(token: string): boolean {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return typeof exp === 'number' && exp * 1000 <= Date.now()
  } catch {
    return false
  }
}

/** Returns whether a refusal may be about a stored id rather than about credentials or the load. */
const mayBeStored = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 403, 429].includes(status)

/** Returns how long a change may last before it ends the run, in milliseconds; 0 for a refusal. */
function toPatience({ outcome }: Exchange): number {
  if (outcome.kind !== 'answer') return restart
  const { status } = outcome.answer
  const asked = readRetryAfter(outcome.answer) ?? 0
  if (asksForFewer(outcome.answer)) return asked > longestWait ? 0 : Math.max(congestion, asked)
  return status === 502 || status === 504 ? restart : 0
}

export function createHealth(options: HealthOptions): Health {
  const { sender, token, signal, createPlain } = options
  const start = performance.now()
  let accepted: { number: number; at: number } | undefined
  const changes: Span[] = []
  let checking: Promise<void> | undefined
  let reason: Reason | undefined
  let mayCrash = false
  let isDown = false
  let breakdown: Breakdown | undefined
  /** The failures since the last plain plant that was accepted, and the refusals of the valid token. */
  let failures: Exchange[] = []
  let wrongCredentials = Number.NEGATIVE_INFINITY

  const describeSince = (): string => {
    const seconds = ((accepted?.at ?? start) - start) / 1000
    return `request ${accepted?.number} (${seconds.toFixed(1)} s)`
  }

  /** Returns whether wrong credentials, and not its age, may be why a token is refused. */
  const isLockedOut = (exchange: Exchange): boolean =>
    readStatus(exchange) === 401 &&
    !token.isRenewable &&
    !hasExpired(token.current) &&
    wrongCredentials > (accepted?.number ?? 0) - nearby

  /** Names the first failure after the last plain plant that was accepted, if the service itself is to blame. */
  function findBreakdown(exchange: Exchange): Breakdown | undefined {
    const isLocked = isLockedOut(exchange)
    if (accepted === undefined || (mayBeQuota(exchange) && !isLocked)) return undefined
    const isAlike = isLocked ? isLockedOut : isFailure
    // Refusals of other requests are no failures.
    const [first = exchange] = (isAlike(exchange) ? failures : [])
      .filter(isAlike)
      .sort((one, other) => (one.number ?? 0) - (other.number ?? 0))
    const { outcome } = first
    const what =
      outcome.kind !== 'answer'
        ? `the service no longer answers: ${outcome.message}`
        : isLocked
          ? 'it refuses the valid token with 401, since wrong credentials were sent'
          : `it answers plain plants with ${outcome.answer.status}`
    return {
      problem: `plain plants were accepted until ${describeSince()}; after that, ${what}`,
      exchange: first,
    }
  }

  /** Explains the change, with its time and a way to fix it. */
  function explain(exchange: Exchange, renewal: string | undefined): Reason {
    const { outcome } = exchange
    const since = describeSince()
    if (outcome.kind !== 'answer')
      return { kind: 'unreachable', message: `no answer after ${since}: ${outcome.message}`, exchange }
    const { status } = outcome.answer
    const isToken = status === 401
    const subject = isToken
      ? `the token was accepted until ${since}; after that, a plain plant`
      : `plain plants were accepted until ${since}; after that, a plain plant`
    const help = isToken
      ? 'Pass --token-command to renew the token'
      : asksForFewer(outcome.answer)
        ? 'The service did not recover in time'
        : 'If that is a quota or a lockout, raise or disable it for this run'
    const message = `${subject} was answered with ${status}. ${renewal ?? help}`
    return { kind: isToken ? 'unauthorized' : 'changed', message, exchange }
  }

  /** Sends plain plants, and nothing else, until one is accepted or the service has changed for good. */
  async function insist(send: (request: HttpRequest) => Promise<Exchange>, from: number): Promise<void> {
    const since = performance.now()
    let renewal: string | undefined
    let isChanged = false
    let locked: Breakdown | undefined
    for (let refused = 1; !signal.aborted; refused++) {
      const exchange = await send(createPlain())
      watch(exchange)
      if (wasTaken(exchange)) {
        breakdown ??= locked
        break
      }
      if (signal.aborted) return
      const status = readStatus(exchange) ?? 0
      if (options.maxStored > 0 && mayBeStored(status)) {
        if (refused < options.maxStored) continue
        return
      }
      if ((status === 401 || status === 403) && token.isRenewable && renewal === undefined) {
        const problem = await token.renew(signal)
        renewal = problem
          ? `The token could not be renewed: its source ${problem}`
          : 'A new token was refused, too'
        isChanged = true
        if (problem === undefined) continue
      }
      const isLocked = isLockedOut(exchange)
      if (isLocked && refused > 1) locked ??= findBreakdown(exchange)
      const own = toPatience(exchange)
      const patience = Math.max(own, isLocked ? lockout : status >= 500 && own === 0 ? failing : 0)
      isChanged ||= own > 0 || isLocked
      const isOver = performance.now() - since > patience && (patience > 0 || refused >= maxRefused)
      if (isOver && mayBeStored(status) && options.narrow()) {
        isChanged = true
        refused = 0
        continue
      }
      if (isOver || (renewal !== undefined && status === 401)) {
        isDown = mayCrash && !isLocked && (patience > 0 || status >= 500)
        if (isDown) return
        reason = explain(exchange, renewal)
        breakdown ??= findBreakdown(exchange)
        return options.stop()
      }
      const { outcome } = exchange
      const asked = outcome.kind === 'answer' ? readRetryAfter(outcome.answer) : undefined
      await sleep(Math.max(pause, Math.min(asked ?? 0, patience)), signal)
    }
    if (isChanged) changes.push({ from, to: sender.sent })
  }

  async function probe(): Promise<void> {
    const from = accepted?.number ?? 0
    const first = await sender.send(createPlain(), { fresh: true })
    watch(first)
    if (wasTaken(first) || signal.aborted) return
    const before = changes.length
    await sender.alone((send) => insist(send, from))
    // The service refuses a plain plant among other requests but accepts one alone, so there were too many requests.
    if (!isDown && changes.length === before && toPatience(first) > 0 && options.slowDown())
      changes.push({ from, to: sender.sent })
  }

  function watch(exchange: Exchange): void {
    const { number = 0, request } = exchange
    options.record(exchange)
    const isOurs = request.headers.some(({ value }) => value === `Bearer ${token.current}`)
    if (!isOurs && readStatus(exchange) === 401) wrongCredentials = Math.max(wrongCredentials, number)
    if (isFailure(exchange) || (isOurs && readStatus(exchange) === 401)) failures.push(exchange)
    if (number <= (accepted?.number ?? 0) || !wasTaken(exchange) || !isOurs) return
    isDown = false
    accepted = { number, at: performance.now() }
    failures = failures.filter((failure) => (failure.number ?? 0) > number)
  }

  function look({ from, to }: Span): Condition | undefined {
    if (changes.some((change) => from < change.to && to > change.from)) return 'recovered'
    if (accepted !== undefined && accepted.number > to) return 'same'
    if (reason !== undefined || signal.aborted) return 'stopped'
    // Without a plant that was accepted, there is nothing to compare with.
    return accepted === undefined || isDown ? 'same' : undefined
  }

  return {
    watch,
    look,
    async check(span) {
      for (let left = 3; left > 0; left--) {
        const condition = look(span)
        if (condition !== undefined) return condition
        checking ??= probe().finally(() => {
          checking = undefined
        })
        await checking
      }
      return look(span) ?? 'same'
    },
    expectCrashes() {
      mayCrash = true
    },
    get reason() {
      return reason
    },
    get breakdown() {
      return breakdown
    },
  }
}
