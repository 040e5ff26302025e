import type { Exchange } from '../http/exchange.ts'
import { toVerdict } from '../judge/finding.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import { type FlakyLog, isOwnFailure } from './flaky.ts'
import type { Ledger } from './ledger.ts'
import { sendAsk } from './send-ask.ts'
import type { Session } from './trial.ts'

/** How many plain plants show how often a service fails, to a fast and to a slow one, and how many failures are enough. */
const most = 120
const mostIfSlow = 20
const enough = 2

/** Counts rare failures: nothing explains why a plain plant gets no answer, or a 5xx, on a new connection, if nobody else sends anything. */
export async function confirmFlaky(session: Session, flaky: FlakyLog, ledger: Ledger): Promise<void> {
  const rule = 'answers-every-request'
  if (ledger.isBroken(rule) || !flaky.list(session.sent()).some(({ isOwn }) => isOwn)) return
  const failed: Exchange[] = []
  let sent = 0
  for (; sent < (session.memory.plan.isSlow ? mostIfSlow : most) && failed.length < enough; sent++) {
    const exchange = await sendAsk(session, { plant: createPlainPlant(session) }, { fresh: true })
    if (session.signal.aborted) return
    if (isOwnFailure(exchange)) failed.push(exchange)
  }
  const [outcome] = failed.map((one) => one.outcome)
  if (failed.length < enough || outcome === undefined) return
  const isAnswer = outcome.kind === 'answer'
  // A service that fails each time is down, and one that fails every n-th time broke another rule before.
  if (isAnswer && (failed.length === sent || ledger.isBroken('requests-in-a-row'))) return
  const what = isAnswer ? `the status must be 200, got ${outcome.answer.status}` : outcome.message
  const problem = `${failed.length} of ${sent} plain plants, sent one after another: ${what}`
  const verdict = {
    ...toVerdict(isAnswer ? 'created-status' : rule, '/response', problem),
    exchanges: failed,
  }
  ledger.report(verdict, 'a plain plant on a new connection', 'now and then')
  flaky.explain(flaky.list(session.sent()).map(({ tried }) => tried))
}
