import { setMaxListeners } from 'node:events'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { type Exchange, type HttpRequest, isLimiting, type Outcome, readHeader } from './exchange.ts'
import { sendRequest } from './send-request.ts'

/** Sends requests to one service, not too many at once. */
export interface Sender extends Disposable {
  readonly base: URL
  /** How many requests were sent. */
  readonly sent: number
  /** How many answers asked for fewer requests. */
  readonly limited: number
  /** Sends a request; on a connection of its own where `fresh` is set. */
  send(request: HttpRequest, options?: { fresh?: boolean }): Promise<Exchange>
  /** Sends fewer requests at once from now on, but no less than two; tells whether it could. */
  slowDown(): boolean
}

/** How a sender behaves; times in milliseconds. */
export interface SenderOptions {
  base: URL
  requestLimit: number
  concurrency: number
  signal: AbortSignal
}

const tries = 4
const longestWait = 5000

/** Requests that may run out of the whole time before later ones are given less. */
const patience = 5

/** Milliseconds that every request is given. */
const shortestLimit = 500

/** How many times fewer requests are sent at once to a service that is too slow for more. */
const slowDownBy = 6

/** Lets so many run at once and the rest wait in a row. */
function createGate(size: number): {
  size: number
  pass<T>(run: () => Promise<T>): Promise<T>
} {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    size,
    async pass(run) {
      if (running >= this.size) await new Promise<void>((resolve) => waiting.push(resolve))
      else running++
      try {
        return await run()
      } finally {
        // The place goes to the next in the row, unless there are fewer places by now.
        const next = running > this.size ? undefined : waiting.shift()
        if (next === undefined) running--
        else next()
      }
    },
  }
}

const readRetryAfter = (outcome: Outcome): number => {
  if (outcome.kind !== 'answer') return 0
  const seconds = Number(readHeader(outcome.answer, 'retry-after') ?? 1)
  return Math.min(Number.isFinite(seconds) ? seconds * 1000 : 1000, longestWait)
}

/** Makes what sends requests, over connections that are used again. */
export function createSender({ base, requestLimit, concurrency, signal }: SenderOptions): Sender {
  const Agent = base.protocol === 'https:' ? HttpsAgent : HttpAgent
  const kept = new Agent({ keepAlive: true, maxSockets: concurrency, maxFreeSockets: concurrency })
  const fresh = new Agent({ keepAlive: false })
  const gate = createGate(concurrency)
  // Every request in flight listens.
  setMaxListeners(0, signal)
  let sent = 0
  let inFlight = 0
  let limited = 0
  let wasReached = false
  let isGone = false
  let timeouts = 0
  let slowest = 0

  /** Waits less for a service that hangs again and again: no longer than several times its slowest answer. */
  function toLimit(): number {
    return timeouts < patience ? requestLimit : Math.min(requestLimit, Math.max(shortestLimit, slowest * 4))
  }

  async function sendOnce(request: HttpRequest, isFresh: boolean): Promise<Exchange> {
    sent++
    inFlight++
    const earlier = inFlight
    const startedAt = new Date().toISOString()
    const start = performance.now()
    const options = { base, agent: isFresh ? fresh : kept, limit: toLimit(), signal }
    const outcome = await sendRequest(request, options)
    const duration = performance.now() - start
    const atOnce = Math.max(earlier, inFlight)
    inFlight--
    if (outcome.kind === 'timeout') timeouts++
    if (outcome.kind === 'answer') slowest = Math.max(slowest, duration)
    if (outcome.kind !== 'unreachable') {
      wasReached = true
      isGone = false
      return { request, outcome, startedAt, atOnce, duration }
    }
    return {
      request,
      outcome: wasReached ? { ...outcome, kind: 'gone' } : outcome,
      startedAt,
      atOnce,
      duration,
    }
  }

  /** Waits for a service that starts again, and for one that asks for fewer requests. */
  async function sendPatiently(request: HttpRequest, isFresh: boolean): Promise<Exchange> {
    for (let left = tries - 1; ; left--) {
      const exchange = await sendOnce(request, isFresh)
      const { outcome } = exchange
      const isLimited = outcome.kind === 'answer' && isLimiting(outcome.answer)
      if (isLimited) limited++
      const isWorthWaiting = isLimited || (outcome.kind === 'gone' && !isGone)
      if (!isWorthWaiting || left === 0 || signal.aborted) {
        isGone = outcome.kind === 'gone'
        return exchange
      }
      await wait(isLimited ? readRetryAfter(outcome) : 150, undefined, { signal }).catch(() => {})
    }
  }

  return {
    base,
    get sent() {
      return sent
    },
    get limited() {
      return limited
    },
    send: (request, { fresh: isFresh = false } = {}) =>
      gate.pass(async () => {
        if (!signal.aborted) return sendPatiently(request, isFresh)
        const outcome = { kind: 'stopped', message: 'the run was stopped', reused: false } as const
        return { request, outcome, duration: 0 }
      }),
    slowDown() {
      const fewer = Math.max(2, Math.floor(gate.size / slowDownBy))
      const isFewer = fewer < gate.size
      if (isFewer) gate.size = fewer
      return isFewer
    },
    [Symbol.dispose]() {
      kept.destroy()
      fresh.destroy()
    },
  }
}
