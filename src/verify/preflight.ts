import { randomBytes } from 'node:crypto'
import { type Exchange, readHeader } from '../http/exchange.ts'
import { isSuccess } from '../judge/exchange.ts'
import { triesInRange } from './checks/trials.ts'
import { createPlainPlant, createRequest, writePlant } from './create-request.ts'
import { findShape } from './find-shape.ts'
import type { Session } from './trial.ts'

/** Why a service cannot be judged. */
export type UnjudgedKind = 'unreachable' | 'unauthorized' | 'not-found' | 'stopped' | 'untried' | 'limits'

/** Says that a service cannot be judged, and why, in a sentence for a person. */
export interface Unjudged {
  kind: UnjudgedKind
  message: string
}

/** What the first requests tell. */
export interface Preflight {
  unjudged?: Unjudged
  /** What came instead of answers, so that there is no use in asking more. */
  silence?: Exchange
}

const gateway = new Set([502, 503, 504])

const readStatus = ({ outcome }: Exchange): number | undefined =>
  outcome.kind === 'answer' ? outcome.answer.status : undefined

function explain(exchange: Exchange, url: string): Unjudged | undefined {
  const { outcome } = exchange
  if (outcome.kind === 'unreachable')
    return { kind: 'unreachable', message: `${url} is not reachable: ${outcome.message}` }
  if (outcome.kind === 'stopped')
    return { kind: 'stopped', message: 'the run was stopped before the first answer' }
  if (outcome.kind !== 'answer') return undefined
  const { status } = outcome.answer
  if (status === 401 || status === 403) {
    return { kind: 'unauthorized', message: `${url} does not take your token: it answers ${status}` }
  }
  if (status === 404 || status === 405 || status === 501) {
    return { kind: 'not-found', message: `there is nothing that takes POST at ${url}: it answers ${status}` }
  }
  // To see another resource is to answer what was asked (RFC 9110 section 15.4.4).
  if (status >= 300 && status < 400 && status !== 303) {
    const target = readHeader(outcome.answer, 'location')
    return {
      kind: 'not-found',
      message: `${url} sends elsewhere: it answers ${status}${target ? ` and names ${target}` : ''}`,
    }
  }
  if (gateway.has(status))
    return {
      kind: 'unreachable',
      message: `the service behind ${url} is not reachable: it answers ${status}`,
    }
  return undefined
}

async function send(session: Session, options = {}): Promise<Exchange> {
  const plant = createPlainPlant(session)
  const exchange = await session.send(createRequest(session, writePlant(plant), options))
  const { outcome } = exchange
  if (outcome.kind === 'answer' && outcome.answer.version === '1.0') session.memory.isHttp10 = true
  return exchange
}

/** Sends a plain plant; a few more at once where no answer comes, as one that is lost may be bad luck. */
async function sendOrAgain(session: Session): Promise<Exchange> {
  const first = await send(session)
  const isLost = ['timeout', 'dropped', 'garbage'].includes(first.outcome.kind)
  if (!isLost) return first
  const again = await Promise.all([send(session), send(session), send(session)])
  return again.find(({ outcome }) => outcome.kind === 'answer') ?? first
}

/** Tells whether a refusal is about the token, where its status does not say so: in words, and the same for a token nobody issued. */
async function isTokenRefused(session: Session, exchange: Exchange): Promise<boolean> {
  const value = `Bearer ${randomBytes(24).toString('base64url')}`
  const other = await send(session, { authorization: { value } })
  const read = ({ outcome }: Exchange): string =>
    outcome.kind === 'answer' ? `${outcome.answer.status} ${outcome.answer.body}` : outcome.kind
  return (
    read(exchange) === read(other) && (readStatus(exchange) ?? 500) < 500 && isWordForToken(read(exchange))
  )
}

const isWordForToken = (text: string): boolean => /token|authori[sz]|credential|bearer/i.test(text)

/**
 * Sends the first requests: tells a service that cannot be judged from one that breaks rules, and finds out how large
 * ids may be for plants that are to be plain.
 */
export async function preflight(session: Session): Promise<Preflight> {
  const url = new URL(session.path, session.base).href
  let first: Exchange | undefined
  for (const bits of session.ids.areFew ? Array.from({ length: triesInRange }, () => 62) : [62, 52, 31]) {
    if (bits !== 62) session.ids.narrow(bits)
    const exchange = await sendOrAgain(session)
    first ??= exchange
    const unjudged = explain(exchange, url)
    if (unjudged !== undefined && exchange === first) return { unjudged }
    if (isSuccess(readStatus(exchange) ?? 0)) {
      session.memory.isCreating = true
      return {}
    }
    if (exchange.outcome.kind !== 'answer') return { silence: exchange }
  }
  if (!session.hasIdRange) session.ids.narrow(62)
  if (first !== undefined && (await isTokenRefused(session, first))) {
    return {
      unjudged: {
        kind: 'unauthorized',
        message: `${url} does not take your token: it answers ${readStatus(first)} as to a token nobody issued`,
      },
    }
  }
  // Limits that are declared say what plain plants are, and few ids may all be stored.
  const isLimited = session.ids.areFew || Object.keys(session.inside.limits).length > 0
  if (first === undefined || isLimited) return {}
  const { isFound, problem } = await findShape(session, first)
  if (isFound) {
    session.observe(
      'text-limits',
      'a name of twelve letters in both cases',
      'refused; eight simpler ones are taken',
    )
    session.memory.isCreating = true
  }
  return problem === undefined ? {} : { unjudged: { kind: 'limits', message: problem } }
}
