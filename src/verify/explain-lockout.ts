import { setTimeout as wait } from 'node:timers/promises'
import { addAccess } from '../http/access.ts'
import { type Exchange, readStatus, wasTaken } from '../http/exchange.ts'
import { createAgent, sendRequest } from '../http/send-request.ts'
import { toHttpRequest } from '../probes/ask.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import type { Reason } from './report.ts'
import type { Session } from './trial.ts'

/** Milliseconds before the token is tried again, one after another. */
const pauses = [500, 1000, 2000]

/**
 * Explains why a service refuses a token that it had accepted: if it accepts the same token again a moment later, the
 * token didn't expire.
 *
 * @param signal ends the tries; that of the session has ended already
 * @param onSent called with each plant that was sent
 */
export async function explainLockout(
  reason: Reason,
  session: Session,
  { limit, signal, onSent }: { limit: number; signal: AbortSignal; onSent: (exchange: Exchange) => void },
): Promise<Reason> {
  const status = reason.exchange && readStatus(reason.exchange)
  if (status !== 401 && status !== 403) return reason
  const { base, access } = session
  const agent = createAgent(base, { keepAlive: false, ...access.tls })
  let waited = 0
  for (const pause of pauses) {
    await wait(pause, undefined, { signal }).catch(() => {})
    waited += pause
    const request = addAccess(toHttpRequest({ plant: createPlainPlant(session) }, session), access)
    const outcome = await sendRequest(request, { base, agent, limit, signal })
    const exchange = { request, outcome, duration: 0 }
    onSent(exchange)
    if (wasTaken(exchange))
      return {
        ...reason,
        kind: 'changed',
        message: `the service answered a plain plant with ${status}, and accepted the same token again ${waited / 1000} s later. If wrong tokens lock out the valid one, raise or disable that limit for this run`,
      }
  }
  return reason
}
