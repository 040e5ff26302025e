import {
  type Exchange,
  type HttpAnswer,
  isLimiting,
  isSuccess,
  joinPieces,
  readSentHeader,
} from '../http/exchange.ts'
import { isBroken, toVerdict, type Verdict, withExchanges } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import * as judge from '../judge/judge-created.ts'
import { judgeCoding, judgeDate, judgeHead } from '../judge/judge-head.ts'
import * as judgeRefusals from '../judge/judge-refused.ts'
import { isIn } from '../judge/rules.ts'
import { toSignature } from '../judge/signature.ts'
import type { SentPlant } from '../probes/source.ts'
import { findForeign } from './find-foreign.ts'
import { readPlant } from './find-hiding.ts'
import type { Session } from './trial.ts'

/** The rules for the answers of a trial, in addition to those for every answer. */
interface TrialRules {
  rule?: RuleId
  /** The rule that is broken if there is no complete answer. */
  deliveryRule?: RuleId
  /** The open rule that records the status. */
  openRule?: RuleId
  title?: string
}

export type CreatedExpectation = TrialRules &
  judge.CreatedExpectation & {
    /** Whether somebody else may have stored the id. */
    mayBeStored?: boolean
    /** Whether another id is tried if this one may be stored. */
    isRetried?: boolean
  }

export type RefusedExpectation = TrialRules & judgeRefusals.RefusedExpectation

/** The rules that a service breaks when it no longer accepts connections. */
const lastRules: readonly RuleId[] = ['survives-cut-off-request', 'still-answers']

/** Shorter tokens may be in an answer by chance. */
const minSecret = 6

/** Returns the answer if it is complete; without one, the verdicts say that `rule` is broken. */
export function judgeDelivery(
  exchange: Exchange,
  rule: RuleId = 'answers-every-request',
): { answer?: HttpAnswer; verdicts: Verdict[] } {
  const { outcome } = exchange
  // The specification shows no rate limits, so an answer that asks for fewer requests says nothing else.
  if (outcome.kind === 'answer' && isLimiting(outcome.answer)) return { verdicts: [] }
  // If the trial has its own rule for this, an answer alone doesn't show that the rule is kept.
  if (outcome.kind === 'answer') {
    const verdicts = rule === 'answers-every-request' ? [toVerdict(rule, '/response')] : []
    const at = exchange.startedAt === undefined ? Date.now() : Date.parse(exchange.startedAt)
    // What refuses bytes that are no request may have no clock.
    const ofDate = exchange.request.isRaw ? [] : judgeDate(outcome.answer, at)
    const { answer } = outcome
    const ofHead = [
      ...judgeHead(exchange.request, answer),
      ...judgeCoding(exchange.request, answer),
      ...ofDate,
    ]
    return { answer: outcome.answer, verdicts: withExchanges([...verdicts, ...ofHead], exchange) }
  }
  // A request that was never sent says nothing about the service.
  const isGone = outcome.kind === 'gone' && !lastRules.includes(rule)
  if (outcome.kind === 'stopped' || isGone) return { verdicts: [] }
  return { verdicts: withExchanges([toVerdict(rule, '/response', outcome.message)], exchange) }
}

/** Judges the rule for every answer that it doesn't repeat the token. */
function judgeSecrecy({ token }: Session, exchange: Exchange, answer: HttpAnswer): Verdict[] {
  if (token.length < minSecret) return []
  const isRepeated = answer.headers.some(([, value]) => value.includes(token)) || answer.body.includes(token)
  const problem = isRepeated ? 'the answer must not contain the token' : undefined
  return withExchanges([toVerdict('refusal-hides-token', '/response', problem)], exchange)
}

/** How many times longer than for plain plants an answer may take, and the least milliseconds for it. */
const mostTimes = 1000
const leastSlow = 2000
/** Bytes of a body that may take a millisecond more. */
const bytesPerMs = 250

/** Returns whether a verdict says that an answer came late, rather than not at all. */
export const isLate = (verdict: Verdict): boolean =>
  isBroken(verdict) &&
  verdict.rule === 'answers-every-request' &&
  verdict.exchanges.at(-1)?.outcome.kind === 'answer'

/** Finds an answer that takes far longer than those to plain plants. The run confirms it alone, since a busy machine delays some answers. */
export function judgeTime({ latency }: Session, { request, duration }: Exchange): Verdict | undefined {
  const usual = latency()
  const own = duration - (request.pause ?? 0) * request.pieces.length
  const ofBody = request.pieces.reduce((sum, { length }) => sum + length, 0) / bytesPerMs
  if (own <= Math.max(leastSlow, usual * mostTimes) + ofBody) return undefined
  const toSeconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 1000 ? 3 : 1)} s`
  const problem = `the answer took ${toSeconds(own)}, although plain plants take ${toSeconds(usual)}`
  return toVerdict('answers-every-request', '/response', problem)
}

/** Judges that a refusal has no text of another plant, least of all for a client without credentials. */
function judgeForeign(
  session: Session,
  exchange: Exchange,
  { status }: HttpAnswer,
  rule?: RuleId,
): Verdict[] {
  const foreign = status >= 400 ? findForeign(session, exchange) : undefined
  if (foreign === undefined) return []
  const isWithoutAccess = rule !== undefined && isIn(rule, 'credentials') && isIn(rule, 'refuses')
  const problem = `the answer must not have the text ${JSON.stringify(foreign)}, which only another request sent`
  const broken = isWithoutAccess ? rule : 'refusal-hides-internals'
  return withExchanges([toVerdict(broken, '/response/body', problem)], exchange)
}

/** Judges whether an answer comes and keeps the token secret, and records its status if that is open. */
function judgeAny(
  session: Session,
  exchange: Exchange,
  { rule, deliveryRule }: TrialRules,
): { answer?: HttpAnswer; verdicts: Verdict[] } {
  const { answer, verdicts } = judgeDelivery(exchange, deliveryRule)
  if (answer === undefined) return { verdicts }
  // Rules of their own are about plain plants, whose answers are the usual ones.
  const late = deliveryRule === undefined ? judgeTime(session, exchange) : undefined
  if (late !== undefined) return { verdicts: withExchanges([late], exchange) }
  const others = [judgeSecrecy(session, exchange, answer), judgeForeign(session, exchange, answer, rule)]
  return { answer, verdicts: [...verdicts, ...others.flat()] }
}

/** Records the status if it is open. */
function observeStatus(
  session: Session,
  { status }: HttpAnswer,
  { openRule, title = 'a request' }: TrialRules,
): void {
  if (openRule !== undefined) session.observe(openRule, title, `answered ${status}`)
}

/** Says that a tag that the service made up is that of another request, which must never be in an answer. */
function nameLeaks(session: Session, verdicts: readonly Verdict[], exchange: Exchange): Verdict[] {
  const foreign = findForeign(session, exchange)
  if (foreign === undefined || readPlant(exchange).tag !== foreign) return [...verdicts]
  return verdicts.flatMap((one): Verdict[] =>
    isBroken(one) && one.rule === 'omitted-tag-stays-out'
      ? [one, { ...one, rule: 'plant-echoes-tag', problem: `${one.problem}, which another request sent` }]
      : [one],
  )
}

/** Judges the answer to a valid plant (docs/specification.md, section 4). */
export function judgeCreated(
  session: Session,
  exchange: Exchange,
  plant: SentPlant,
  expectation: CreatedExpectation = {},
): Verdict[] {
  const { answer, verdicts } = judgeAny(session, exchange, expectation)
  if (answer === undefined) return verdicts
  const { openRule, mayBeStored = false, isRetried = false, legalStatus } = expectation
  // An open rule allows a refusal, which may be about the id as long as another one is tried; what a service says of a
  // stored text isn't.
  const mayBeAboutId = openRule === undefined || (isRetried && openRule !== 'repeated-texts')
  const isRefused = !isSuccess(answer.status) && answer.status !== legalStatus && mayBeAboutId
  if (mayBeStored) {
    session.memory.fixedIds ??= new Map()
    session.memory.fixedIds.set(plant.id, isSuccess(answer.status))
  }
  const { duplicateSignature, invalidSignature, returnsStored } = session.memory
  // It takes time, and most answers are successes.
  const hasSignature = (other?: string): boolean => other === toSignature(answer, plant)
  const got = readPlant(exchange)
  const isLikeStored = isRefused
    ? duplicateSignature !== undefined && hasSignature(duplicateSignature)
    : returnsStored === true && isSuccess(answer.status) && (got.name !== plant.name || got.tag !== plant.tag)
  const { rule } = expectation
  // If the service answers invalid ids differently, this answer means that the id is stored.
  const isKnownId = isLikeStored && rule !== undefined && isIn(rule, 'ids') && !hasSignature(invalidSignature)
  if (session.ids.areFew || mayBeStored) {
    if (isKnownId) return [...verdicts, ...withExchanges([toVerdict(rule, '/response')], exchange)]
    // The text of such a refusal may vary, so the status is enough.
    if (isLikeStored || (isRefused && answer.status === 409)) return verdicts
  }
  observeStatus(session, answer, expectation)
  const ofPlant = judge.judgeCreated(answer, plant, expectation).map((one) =>
    // The service takes the id for another one.
    isKnownId && isRefused && isBroken(one) ? { ...one, problem: `${one.problem}, as for a stored id` } : one,
  )
  return [...verdicts, ...withExchanges(nameLeaks(session, ofPlant, exchange), exchange)]
}

/** Returns what a request has as credentials, in any place in which a service may look for them. */
function findSent(
  { token }: Session,
  { request }: Exchange,
  rule: RuleId,
): judgeRefusals.RefusedExpectation['sent'] {
  const authorization = readSentHeader(request, 'authorization')
  // The bytes of a connection may leave out what these fields say.
  const isWrong = isIn(rule, 'credentials') && rule !== 'refuses-missing-credentials'
  if (authorization !== undefined)
    return isWrong && /^bearer +[\w.~+/-]+=*$/i.test(authorization) ? 'token' : undefined
  const values = request.headers.map(({ value }) => value)
  const isElsewhere = [request.path, ...values, joinPieces(request).toString()].some((text) =>
    text.includes(token),
  )
  return isElsewhere ? undefined : 'nothing'
}

/** Judges the answer to a request that the service must refuse; the specification leaves the status open (section 7). */
export function judgeRefused(
  session: Session,
  exchange: Exchange,
  expectation: RefusedExpectation,
): Verdict[] {
  const { answer, verdicts } = judgeAny(session, exchange, expectation)
  if (answer === undefined) return verdicts
  observeStatus(session, answer, expectation)
  const sent = findSent(session, exchange, expectation.rule)
  return [
    ...verdicts,
    ...withExchanges(judgeRefusals.judgeRefused(answer, { ...expectation, sent }), exchange),
  ]
}

/** Judges the form of a refusal, independent of its reason. */
export const judgeRefusal = (
  exchange: Exchange,
  answer: HttpAnswer,
  options: Parameters<typeof judgeRefusals.judgeRefusal>[1] = {},
): Verdict[] => withExchanges(judgeRefusals.judgeRefusal(answer, options), exchange)
