import { type Access, addAccess } from '../http/access.ts'
import { type ExchangeOutcome, gatewayStatuses, toPathBelow } from '../http/exchange.ts'
import { limitTime, sleep } from '../http/limit-time.ts'
import { createAgent, sendRequest } from '../http/send-request.ts'
import type { UnjudgedReason } from './options.ts'

/** Milliseconds between two tries. */
const pause = 250

/** Waits until a service accepts connections and answers something other than 502, 503 or 504; returns why that didn't happen. It changes nothing. */
export async function waitForService(
  base: URL,
  { limit, access, signal }: { limit: number; access: Access; signal: AbortSignal },
): Promise<UnjudgedReason | undefined> {
  const headers = [{ name: 'Host', value: base.host }]
  const plain = { method: 'GET', path: toPathBelow(base, '/'), headers, pieces: [] }
  const request = addAccess(plain, access)
  const agent = createAgent(base, { keepAlive: false, ...access.tls })
  const end = limitTime(limit, signal)
  let last: ExchangeOutcome | undefined
  while (!end.aborted) {
    const outcome = await sendRequest(request, { base, agent, limit, signal: end })
    if (outcome.kind === 'answer' && !gatewayStatuses.has(outcome.answer.status)) return undefined
    if (outcome.kind !== 'stopped') last = outcome
    await sleep(pause, end)
  }
  if (signal.aborted) return { kind: 'stopped', message: 'the run was stopped before the first answer' }
  const reason =
    last === undefined || last.kind === 'answer' ? `it responds with ${last?.answer.status}` : last.message
  const why = last === undefined ? 'it does not answer' : reason
  return {
    kind: 'unreachable',
    message: `${base.href} was not ready after ${limit / 1000} s: ${why}. Check the address, or wait longer with --wait`,
  }
}
