import { type Exchange, isLimiting } from '../http/exchange.ts'
import { sleep } from '../http/limit-time.ts'
import { toVerdict } from '../judge/finding.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import { type FlakyLog, isOwnFailure } from './flaky.ts'
import type { Ledger } from './ledger.ts'
import { sendAsk } from './send-ask.ts'
import type { Session } from './trial.ts'

/** Plain plants that show how often a service fails, with so many milliseconds between them. */
interface Series {
  count: number
  pause: number
  how: string
}

/** Shows that every n-th request or connection fails. */
const inARow: Series = { count: 120, pause: 0, how: 'sent one after another' }
const inARowIfSlow: Series = { ...inARow, count: 20 }

/** Shows failures at times, such as those of a server that reloads again and again. */
const apart: Series = { count: 30, pause: 130, how: 'sent with pauses' }

/** How many failures are enough. */
const enough = 2

/** Returns whether the service failed, or answered 503 although so few requests give no reason to limit them. */
const isUnlimitedFailure = (exchange: Exchange): boolean =>
  isOwnFailure(exchange) ||
  [exchange, ...(exchange.earlier ?? [])].some(
    ({ outcome }) =>
      outcome.kind === 'answer' && outcome.answer.status === 503 && !isLimiting(outcome.answer),
  )

/** Counts rare failures: nothing explains why a plain plant gets no answer, or a 5xx, on a new connection, if nobody else sends anything. */
export async function confirmFlaky(session: Session, flaky: FlakyLog, ledger: Ledger): Promise<void> {
  const rule = 'answers-every-request'
  const seen = flaky.list(session.sent())
  if (ledger.isBroken(rule) || !seen.some(({ isOwn, isLimit }) => isOwn || isLimit)) return
  const { isSlow } = session.memory.plan
  for (const { count, pause, how } of isSlow ? [inARowIfSlow] : [inARow, apart]) {
    const isFailure = pause > 0 ? isUnlimitedFailure : isOwnFailure
    const failed: Exchange[] = []
    let sent = 0
    for (; sent < count && failed.length < enough; sent++) {
      const exchange = await sendAsk(session, { plant: createPlainPlant(session) }, { fresh: true })
      if (session.signal.aborted) return
      if (isFailure(exchange)) failed.push(exchange.earlier?.[0] ?? exchange)
      if (pause > 0) await sleep(pause, session.signal)
    }
    const [outcome] = failed.map((one) => one.outcome)
    if (failed.length < enough || outcome === undefined) continue
    const isAnswer = outcome.kind === 'answer'
    // A service that fails each time is down, and one that fails every n-th time broke another rule before.
    if (isAnswer && (failed.length === sent || ledger.isBroken('requests-in-a-row'))) return
    const what = isAnswer ? `the status must be 200, got ${outcome.answer.status}` : outcome.message
    const problem = `${failed.length} of ${sent} plain plants, ${how}: ${what}`
    const verdict = {
      ...toVerdict(isAnswer ? 'created-status' : rule, '/response', problem),
      exchanges: failed,
    }
    ledger.report(verdict, 'a plain plant on a new connection', 'now and then')
    flaky.explain(flaky.list(session.sent()).map(({ tried }) => tried))
    return
  }
}
