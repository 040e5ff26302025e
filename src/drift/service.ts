import { type Exchange, readStatus, wasTaken } from '../http/exchange.ts'
import { sleep } from '../http/limit-time.ts'
import type { Ask } from '../probes/ask.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import { createReportMask } from '../reports/show.ts'
import type { UnjudgedKind } from '../verify/report.ts'
import { type OpenRun, openRun, type RunEnd } from '../verify/run.ts'
import { sendPlant } from '../verify/send-ask.ts'
import type { Session } from '../verify/trial.ts'
import { type Sent, sendAsk, toRequest } from './ask.ts'
import { ServiceError, type ServiceOptions } from './options.ts'

/** A real service that accepts plain plants. */
export interface Service extends Disposable {
  readonly run: OpenRun
  readonly session: Session
  /** Sends a request after those that store its plants; makes it anew for each try. */
  send(ask: Ask | ((session: Session) => Ask)): Promise<Sent>
  /** Ends everything, since the service isn't one to learn from. */
  fail(kind: UnjudgedKind, message: string): never
  /** Masks the tokens in a text, unless reports show them. */
  mask(text: string): string
  /** Runs a part again if the service was away, or the token expired, meanwhile. Rejects if the service changed for good. */
  whileUsual<T>(part: () => Promise<T>): Promise<T>
  /** Does something for each item, a few at a time, a few of them as one part; calls `onDone` when one is done. */
  forEach<Item, T>(
    items: readonly Item[],
    part: (item: Item) => Promise<T>,
    onDone?: (item: Item, result: T) => void,
  ): Promise<T[]>
}

/** How often a request without an answer is sent again, each time as a new one. */
const maxTries = 4

/** How often a part runs again. */
const maxParts = 5

/** How many items are one part: after each part, a plain plant may show that the service is as before. */
const itemsOfPart = 12

const take = <Item>(waiting: Iterator<[number, Item]>, count: number): [number, Item][] => {
  const some: [number, Item][] = []
  for (let next = waiting.next(); !next.done; next = waiting.next())
    if (some.push(next.value) === count) break
  return some
}

/** How many parts run at the same time. Only those that ran during a change run again. */
const maxAtOnce = 12

/** Returns whether the service accepts plain plants; tries simpler letters if it doesn't. */
async function createsPlants(session: Session): Promise<boolean> {
  const { memory } = session
  // Learned limits may allow more than the letters that the service accepts.
  for (const style of ['modest', 'capital'] as const) {
    if (memory.isCreating === true) break
    memory.style = style
    memory.isCreating = wasTaken(await sendPlant(session, createPlainPlant(session)))
  }
  return memory.isCreating === true
}

/**
 * Opens a real service as `verify` does.
 *
 * @param measure says how far the run is, in case that it ends early
 *
 * @throws {OptionsError} if an option has a wrong value
 * @throws {ServiceError} if the service can't be judged
 */
export async function openService(
  url: string | URL,
  options: ServiceOptions,
  measure?: () => RunEnd,
): Promise<Service> {
  const run = await openRun(url, options)
  const { session, first } = run
  const mask = (text: string): string =>
    createReportMask({ secrets: run.token.all, showToken: options.showToken ?? false })(text)
  function fail(kind: UnjudgedKind, message: string): never {
    run[Symbol.dispose]()
    throw new ServiceError(kind, mask(message), run.sender.sent)
  }
  function check(end?: RunEnd): void {
    const reason = run.findReason(end)
    if (reason !== undefined) fail(reason.kind, reason.message)
  }
  check()
  const { href } = run.base
  const [refused] = first.broken?.exchanges ?? []
  if (refused !== undefined && refused.outcome.kind !== 'answer')
    fail('unreachable', `${href} does not answer: ${refused.outcome.message}. Try plant-store verify`)
  if (first.broken !== undefined && (refused === undefined || (readStatus(refused) ?? 0) < 400))
    fail('not-found', `${href}: ${first.broken.problem}`)
  if (!(await createsPlants(session)))
    fail(
      'limits',
      `${href} accepts no plain plant. Declare what it accepts with --limits, or try plant-store verify`,
    )
  const sendOnce = (ask: Ask): Promise<Exchange> =>
    session.send(toRequest(ask, run.base, session.currentToken()))
  async function whileUsual<T>(part: () => Promise<T>): Promise<T> {
    for (let left = maxParts; ; left--) {
      const from = session.sent()
      const result = await part()
      const condition = await session.check({ from, to: session.sent() })
      if (condition !== 'recovered' || left === 1) {
        check(measure?.() ?? { progress: `when ${run.sender.sent} requests were sent` })
        return result
      }
    }
  }
  return {
    run,
    session,
    mask,
    fail,
    async send(ask) {
      for (let tries = 1; ; tries++) {
        const exchange = await sendAsk(typeof ask === 'function' ? ask(session) : ask, sendOnce)
        const isAnswered = [...exchange.earlier, exchange].every(({ outcome }) => outcome.kind === 'answer')
        if (isAnswered || tries === maxTries || session.signal.aborted) return exchange
        // It may limit connections.
        session.slowDown()
        await sleep(150 * tries, session.signal)
      }
    },
    whileUsual,
    async forEach<Item, T>(
      items: readonly Item[],
      part: (item: Item) => Promise<T>,
      onDone?: (item: Item, result: T) => void,
    ) {
      const results: T[] = []
      const waiting = items.entries()
      const count = Math.min(itemsOfPart, Math.ceil(items.length / maxAtOnce))
      async function work(): Promise<void> {
        for (let some = take(waiting, count); some.length > 0; some = take(waiting, count)) {
          const done = await whileUsual(async () => {
            const ended: T[] = []
            for (const [, item] of some) ended.push(await part(item))
            return ended
          })
          for (const [at, [index, item]] of some.entries()) {
            results[index] = done[at] as T
            onDone?.(item, done[at] as T)
          }
        }
      }
      await Promise.all(Array.from({ length: maxAtOnce }, work))
      return results
    },
    [Symbol.dispose]: () => run[Symbol.dispose](),
  }
}
