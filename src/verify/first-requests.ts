import { randomBytes } from 'node:crypto'
import { createdStatus } from '../contract/generated/operation.ts'
import {
  type Exchange,
  gatewayStatuses,
  isLimiting,
  readHeader,
  readRetryAfter,
  readStatus,
  wasTaken,
} from '../http/exchange.ts'
import { sleep } from '../http/limit-time.ts'
import { suggestBase } from '../http/suggest-base.ts'
import { toVerdict, type Verdict, withExchanges } from '../judge/finding.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import { triesInRange } from './checks/try-probe.ts'
import { findShape } from './find-shape.ts'
import type { Reason } from './report.ts'
import { sendAsk } from './send-ask.ts'
import type { Session } from './trial.ts'

export interface FirstRequests {
  unjudged?: Reason
  /** The exchange that got no answer, which makes further requests useless. */
  silence?: Exchange
  /** What else makes them useless, as a finding. */
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

/** Finds a redirect, which a plain plant must not get; one to another resource with 303 is an answer (RFC 9110 section 15.4.4). */
function findRedirect(exchange: Exchange): string | undefined {
  const { outcome } = exchange
  if (outcome.kind !== 'answer') return undefined
  const { status } = outcome.answer
  if (status < 300 || status >= 400 || status === 303) return undefined
  const target = readHeader(outcome.answer, 'location')
  return `the status must be ${createdStatus}, got ${status}, a redirect${target ? ` to ${target}` : ''}`
}

/** Makes the finding that a plain plant got a status that no limit explains. */
function breakCreation(problem: string, exchange: Exchange): FirstRequests {
  const [broken] = withExchanges([toVerdict('created-status', '/response/status', problem)], exchange)
  return broken === undefined ? {} : { broken }
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
  let first: Exchange | undefined
  let areStored = !session.ids.areFew
  for (const bits of session.ids.areFew ? Array.from({ length: triesInRange }, () => 62) : [62, 52, 31]) {
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
      const [early] = withExchanges([toVerdict('requests-in-a-row', '/response/status', problem)], first)
      return early === undefined ? {} : { early }
    }
    if (exchange.outcome.kind !== 'answer') return { silence: exchange }
    const broken = findRedirect(exchange)
    if (broken !== undefined) return breakCreation(broken, exchange)
    areStored &&= readStatus(exchange) === 409
  }
  if (!session.hasIdRange) session.ids.narrow(62)
  if (first !== undefined && (await isTokenRefused(session, first))) {
    const message = `${url} does not accept your token: it responds with ${readStatus(first)}, as it does for a random token`
    return { unjudged: { kind: 'unauthorized', message, exchange: first } }
  }
  if (first !== undefined && areStored) {
    const problem = `the status must be ${createdStatus}, got 409 for every new id`
    return breakCreation(problem, first)
  }
  // Declared limits already say what plain plants are, and if there are few ids, all of them may be stored.
  const isLimited = session.ids.areFew || Object.keys(session.inside.limits).length > 0
  if (first === undefined || isLimited) return {}
  const { isFound, problem } = await findShape(session, first)
  if (isFound) {
    const note = 'refused; eight lower-case letters are accepted'
    session.observe('text-limits', 'a name of twelve letters in both cases', note)
    session.memory.isCreating = true
  }
  return problem === undefined ? {} : { unjudged: { kind: 'limits', message: problem } }
}
