import { setMaxListeners } from 'node:events'
import { type Access, addAccess } from './access.ts'
import {
  asksForFewer,
  type Exchange,
  type ExchangeOutcome,
  type HttpRequest,
  readRetryAfter,
} from './exchange.ts'
import { createGate } from './gate.ts'
import { sleep } from './limit-time.ts'
import { createPace } from './pace.ts'
import { type Bytes, sendBytes } from './send-bytes.ts'
import { connectionOf, createAgent, sendRequest } from './send-request.ts'
import { toChunks, writeMessage } from './write-message.ts'

/** Sends requests to one service, no more at once and no faster than the service accepts. */
export interface Sender extends Disposable {
  readonly base: URL
  readonly sent: number
  /** How many answers asked for fewer requests. */
  readonly limited: number
  /** Requests per second; Infinity until the service asks for fewer. */
  readonly rate: number
  /** How long the first answers took, in milliseconds: the lower quartile, since busy machines are slow now and then. */
  readonly latency: number
  /** Sends a request; on a new connection if `fresh` is set. Sends it again if the answer asks for fewer requests. */
  send(request: HttpRequest, options?: { fresh?: boolean }): Promise<Exchange>
  /** Sends bytes that are these requests over a connection of their own; no answer is waited for longer than the others. */
  sendBytes(requests: readonly HttpRequest[], bytes: Bytes): Promise<Exchange[]>
  /** Delays all other requests while `run` sends some, each exactly once and on its own connection. */
  alone<T>(run: (send: (request: HttpRequest) => Promise<Exchange>) => Promise<T>): Promise<T>
  /** Closes the connections that nobody uses, so that the next request gets a new one. */
  reconnect(): void
  /** Sends fewer requests at once from now on, but at least two; returns whether that was possible. */
  slowDown(): boolean
}

export interface SenderOptions {
  base: URL
  requestLimit: number
  concurrency: number
  /** What every request and every connection has; nothing by default. */
  access?: Access
  signal: AbortSignal
}

/** How often a request is sent if the answer says when to retry. */
const maxTries = 4

/** Milliseconds before a request is sent again if the answer asks for fewer requests, but not when to retry. */
const backoff = [50, 100, 200, 400, 800]

const longestWait = 5000

/** The least milliseconds that a request gets after so many requests have timed out; the first ones get all their time. */
const shortestLimits = [Number.POSITIVE_INFINITY, 2000, 2000, 2000, 2000, 500]

/** The number of requests at once is divided by this if the service is too slow. */
const slowDownBy = 6

/** Milliseconds to wait for requests in flight before a request is sent alone: those that hang are no load. */
const patience = 300

/** The number of answers from which the latency of a service is measured. */
const measured = 9

/** Sends a request over a connection of its own, and reads the answer without the parser of Node. */
async function sendAsBytes(
  request: HttpRequest,
  to: Parameters<typeof sendBytes>[2],
): Promise<ExchangeOutcome> {
  const { method, pieces, pause = 0, headers } = request
  const isChunked = headers.some(
    ({ name, value }) => /^transfer-encoding$/i.test(name) && value === 'chunked',
  )
  const parts = isChunked ? toChunks(pieces) : pieces
  const head = writeMessage({ ...request, pieces: [] })
  const bytes = { pieces: [head, ...parts], pause, isOfHead: method === 'HEAD' }
  const [outcome] = await sendBytes(bytes, 1, to)
  return outcome ?? { kind: 'stopped', message: 'the run was stopped', reused: false }
}

const findLowerQuartile = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 4)] ?? 0

export function createSender(options: SenderOptions): Sender {
  const { base, requestLimit, concurrency, access, signal } = options
  const kept = createAgent(base, { maxSockets: concurrency, maxFreeSockets: concurrency, ...access?.tls })
  const own = createAgent(base, { keepAlive: false, ...access?.tls })
  const gate = createGate(concurrency)
  const pace = createPace()
  const now = (): number => performance.now()
  const complete = (request: HttpRequest): HttpRequest => (access ? addAccess(request, access) : request)
  // Every request in flight adds a listener.
  setMaxListeners(0, signal)
  const numbers = new WeakMap<object, number>()
  let connections = 0
  const durations: number[] = []
  let sent = 0
  let inFlight = 0
  let limited = 0
  let turn = Promise.resolve()
  let wasReached = false
  let isGone = false
  let timeouts = 0
  // The parser of Node refuses some answers that HTTP allows.
  let readsBytes = false
  let slowest = 0

  function noteConnection(exchange: Exchange): Exchange {
    const socket = connectionOf(exchange.outcome)
    if (socket === undefined) return exchange
    const connection = numbers.get(socket) ?? ++connections
    numbers.set(socket, connection)
    return { ...exchange, connection }
  }

  /** Waits less for a service that hangs again and again: no longer than several times its slowest answer. */
  function toLimit(): number {
    return Math.min(requestLimit, Math.max(shortestLimits[timeouts] ?? 500, slowest * 4))
  }

  /** Waits in line until the pace lets the next request go, however late the one before it went. */
  function takeTurn(): Promise<void> {
    turn = turn.then(async () => {
      for (let delay = pace.delay(now()); delay > 0 && !signal.aborted; delay = pace.delay(now()))
        await sleep(delay, signal)
      pace.send(now())
    })
    return turn
  }

  async function sendOnce(request: HttpRequest, fresh: boolean): Promise<Exchange> {
    await takeTurn()
    const number = ++sent
    const earlier = ++inFlight
    const startedAt = new Date().toISOString()
    const start = now()
    const options = { base, agent: fresh ? own : kept, limit: toLimit(), signal }
    const outcome = readsBytes ? await sendAsBytes(request, options) : await sendRequest(request, options)
    readsBytes ||= outcome.kind === 'answer' && outcome.isOdd === true
    const duration = now() - start
    const atOnce = Math.max(earlier, inFlight--)
    const exchange = noteConnection({ request, outcome, startedAt, atOnce, duration, number })
    if (outcome.kind === 'timeout') timeouts++
    if (outcome.kind === 'answer') {
      slowest = Math.max(slowest, duration - (request.pause ?? 0) * request.pieces.length)
      if (durations.length < measured) durations.push(duration)
      if (asksForFewer(outcome.answer)) {
        limited++
        pace.limit(now(), start)
      } else pace.accept()
    }
    if (outcome.kind === 'unreachable')
      return wasReached ? { ...exchange, outcome: { ...outcome, kind: 'gone' } } : exchange
    wasReached = true
    isGone = false
    return exchange
  }

  /** Waits for a service that restarts, and for one that asks for fewer requests. */
  async function sendPatiently(request: HttpRequest, fresh: boolean): Promise<Exchange> {
    const earlier: Exchange[] = []
    for (let tries = 1; ; tries++) {
      const last = await sendOnce(request, fresh)
      const exchange = earlier.length === 0 ? last : { ...last, earlier }
      const { outcome } = exchange
      const isLimited = outcome.kind === 'answer' && asksForFewer(outcome.answer)
      const retryAfter = isLimited ? readRetryAfter(outcome.answer) : undefined
      const isOver = tries >= (isLimited && retryAfter === undefined ? backoff.length + 1 : maxTries)
      const isWorthWaiting = isLimited || (outcome.kind === 'gone' && !isGone)
      if (!isWorthWaiting || isOver || signal.aborted) {
        isGone = outcome.kind === 'gone'
        // If slowing down doesn't change the answer, the answer is about this request.
        if (isLimited) pace.release()
        return exchange
      }
      earlier.push(last)
      await sleep(isLimited ? Math.min(retryAfter ?? backoff[tries - 1] ?? 0, longestWait) : 150, signal)
    }
  }

  function reconnect(): void {
    for (const socket of Object.values(kept.freeSockets).flat()) socket?.destroy()
  }

  return {
    base,
    reconnect,
    get sent() {
      return sent
    },
    get limited() {
      return limited
    },
    get rate() {
      return pace.rate
    },
    get latency() {
      return findLowerQuartile(durations)
    },
    send: (request, { fresh = false } = {}) => gate.pass(() => sendPatiently(complete(request), fresh)),
    sendBytes: (requests, bytes) =>
      gate.pass(async () => {
        await takeTurn()
        reconnect()
        const startedAt = new Date().toISOString()
        const start = now()
        inFlight += requests.length
        const atOnce = inFlight
        const first = sent + 1
        sent += requests.length
        const outcomes = await sendBytes(bytes, requests.length, {
          base,
          tls: access?.tls,
          limit: toLimit(),
          signal,
        })
        inFlight -= requests.length
        if (outcomes.some(({ kind }) => kind === 'timeout')) timeouts++
        const duration = now() - start
        return requests.flatMap((request, index): Exchange[] => {
          const outcome = outcomes[index]
          const facts = { startedAt, atOnce, duration, number: first + index }
          return outcome === undefined ? [] : [{ request, outcome, ...facts }]
        })
      }),
    alone: (run) =>
      gate.close(patience, () => {
        // Idle connections may count toward a limit of the service.
        reconnect()
        return run((request) => sendOnce(complete(request), true))
      }),
    slowDown() {
      const fewer = Math.max(2, Math.floor(gate.size / slowDownBy))
      const isFewer = fewer < gate.size
      if (isFewer) gate.size = fewer
      return isFewer
    },
    [Symbol.dispose]() {
      kept.destroy()
      own.destroy()
    },
  }
}
