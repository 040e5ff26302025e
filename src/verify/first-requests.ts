import { randomBytes } from 'node:crypto'
import { createdStatus } from '../contract/generated/operation.ts'
import {
  type Exchange,
  gatewayStatuses,
  isLimiting,
  readHeader,
  readRetryAfter,
  readStatus,
  wasRefused,
  wasTaken,
} from '../http/exchange.ts'
import { sleep } from '../http/limit-time.ts'
import { suggestBase } from '../http/suggest-base.ts'
import { toVerdict, type Verdict } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import { triesInRange } from './checks/try-probe.ts'
import type { Reason } from './report.ts'
import { sendAsk } from './send-ask.ts'
import type { Session } from './trial.ts'

export interface FirstRequests {
  unjudged?: Reason
  /** Why no plain plant is created, which makes further requests useless. */
  broken?: Verdict
  /** What is wrong with the first one only. */
  early?: Verdict
}

/** Milliseconds that a service may ask to wait before its first answer, in all, and how often. */
const longestStart = 60_000
const maxStarts = 10

function explain(exchange: Exchange, url: string, base: URL): Reason | undefined {
  const { outcome } = exchange
  if (outcome.kind === 'unreachable')
    return {
      kind: 'unreachable',
      message: `${url} is not reachable: ${outcome.message}. If it is still starting, pass --wait SECONDS`,
    }
  if (outcome.kind === 'stopped')
    return { kind: 'stopped', message: 'the run was stopped before the first answer' }
  if (outcome.kind !== 'answer') return undefined
  const { status } = outcome.answer
  const toReason = (kind: Reason['kind'], message: string): Reason => ({ kind, message, exchange })
  if (status === 401 || status === 403)
    return toReason('unauthorized', `${url} does not accept your token: it responds with ${status}`)
  if (status === 404 || status === 405 || status === 501)
    return toReason(
      'not-found',
      `nothing accepts POST at ${url}: it responds with ${status}. ${suggestBase(base)}`,
    )
  if (status === 429) return toReason('unreachable', `${url} keeps answering plain plants with 429`)
  const away = `the service behind ${url} is not reachable: it responds with ${status}`
  return gatewayStatuses.has(status)
    ? toReason('unreachable', `${away}. Pass --wait SECONDS to wait for it`)
    : undefined
}

async function send(session: Session, headers = {}): Promise<Exchange> {
  const plant = createPlainPlant(session)
  const exchange = await sendAsk(session, { plant, headers })
  const { outcome } = exchange
  if (outcome.kind === 'answer' && outcome.answer.version === '1.0') session.memory.isHttp10 = true
  return exchange
}

/** Sends a plain plant, and again for as long as a service that is starting asks to wait. */
async function sendPatiently(session: Session): Promise<Exchange> {
  for (let waited = 0, tries = 1; ; tries++) {
    const exchange = await send(session)
    const { outcome } = exchange
    const asked =
      outcome.kind === 'answer' && isLimiting(outcome.answer) ? readRetryAfter(outcome.answer) : undefined
    const isOver = asked === undefined || waited + asked > longestStart || tries >= maxStarts
    if (isOver || session.signal.aborted) return exchange
    waited += asked
    await sleep(asked, session.signal)
  }
}

/** Makes the finding that makes further requests useless. */
function breakAll(rule: RuleId, problem: string, exchange: Exchange): FirstRequests {
  return { broken: { ...toVerdict(rule, '/response/status', problem), exchanges: [exchange] } }
}

/** Says what is wrong if no plain plant was created. */
function explainRefusal(exchange: Exchange): FirstRequests {
  const { outcome } = exchange
  if (outcome.kind !== 'answer') {
    const help = outcome.kind === 'timeout' ? '. If the service needs longer, pass --request-limit' : ''
    const problem = `none of the first requests was answered: ${outcome.message}${help}`
    return breakAll('answers-every-request', problem, exchange)
  }
  const { status } = outcome.answer
  const target = readHeader(outcome.answer, 'location')
  const redirect = isRedirect(exchange) ? `, a redirect${target ? ` to ${target}` : ''}` : ''
  return breakAll('created-status', `the status must be ${createdStatus}, got ${status}${redirect}`, exchange)
}

/** Returns whether a plain plant was redirected; to another resource with 303 is an answer (RFC 9110 section 15.4.4). */
function isRedirect(exchange: Exchange): boolean {
  const status = readStatus(exchange) ?? 0
  return status >= 300 && status < 400 && status !== 303
}

/** Sends a plain plant. If no answer comes, sends three more at once, since one lost answer may be bad luck. */
async function sendOrAgain(session: Session): Promise<Exchange> {
  const first = await sendPatiently(session)
  if (!['timeout', 'dropped', 'garbage'].includes(first.outcome.kind)) return first
  const again = await Promise.all([send(session), send(session), send(session)])
  return again.find(({ outcome }) => outcome.kind === 'answer') ?? first
}

/** Returns whether a refusal is about the token although its status doesn't say so: a random token gets the same answer, and the answer mentions credentials or has a challenge. */
async function isTokenRefused(session: Session, exchange: Exchange): Promise<boolean> {
  const other = await send(session, { Authorization: `Bearer ${randomBytes(24).toString('base64url')}` })
  const read = ({ outcome }: Exchange): string =>
    outcome.kind === 'answer' ? `${outcome.answer.status} ${outcome.answer.body}` : outcome.kind
  const isSame = read(exchange) === read(other) && (readStatus(exchange) ?? 500) < 500
  const isChallenge =
    exchange.outcome.kind === 'answer' &&
    readHeader(exchange.outcome.answer, 'www-authenticate') !== undefined
  return isSame && (isChallenge || /token|authori[sz]|credential|bearer/i.test(read(exchange)))
}

/** Sends the first requests. They show whether the service can be judged, and how large plain ids may be. */
export async function sendFirstRequests(session: Session): Promise<FirstRequests> {
  const url = new URL(session.path, session.base).href
  const { areFew } = session.ids
  let first: Exchange | undefined
  for (const bits of areFew ? Array<number>(triesInRange).fill(62) : [62, 52, 31]) {
    if (bits !== 62) session.ids.narrow(bits)
    const exchange = await sendOrAgain(session)
    first ??= exchange
    const unjudged = explain(exchange, url, session.base)
    if (unjudged !== undefined && exchange === first) return { unjudged }
    if (wasTaken(exchange)) {
      session.memory.isCreating = true
      const status = readStatus(first) ?? 0
      // A larger id may have been the reason, but not for a 5xx.
      if (status < 500) return {}
      const problem = `the first request was answered with ${status}, and the ones after it with ${createdStatus}`
      return { early: { ...toVerdict('requests-in-a-row', '/response/status', problem), exchanges: [first] } }
    }
    if (exchange.outcome.kind !== 'answer' || isRedirect(exchange)) return explainRefusal(exchange)
  }
  if (first === undefined) return {}
  if (!session.hasIdRange) session.ids.narrow(62)
  const status = readStatus(first)
  if (await isTokenRefused(session, first)) {
    const message = `${url} does not accept your token: it responds with ${status}, as it does for a random token`
    return { unjudged: { kind: 'unauthorized', message, exchange: first } }
  }
  if (!areFew || !wasRefused(first)) return explainRefusal(first)
  const message = `${url} responds with ${status} to ${triesInRange} plain plants; all ids in the range may be stored already`
  return { unjudged: { kind: 'untried', message, exchange: first } }
}
