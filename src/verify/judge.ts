import { type Exchange, isLimiting, isSuccess, readStatus, wasRefused } from '../http/exchange.ts'
import { isBroken, toVerdict, type Verdict, withExchanges } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { type Expectation, judgeAnswer } from '../judge/judge-answer.ts'
import { readPlant } from '../judge/read-body.ts'
import { isIn, toStatusRule } from '../judge/rules.ts'
import { toSignature } from '../judge/signature.ts'
import { findForeign } from './find-foreign.ts'
import type { Session } from './trial.ts'

/** What is known about the answer to a request of a run. */
export interface RunExpectation extends Expectation {
  title?: string
  /** Whether somebody else may have stored the id. */
  mayBeStored?: boolean
  /** Whether another id is tried if this one may be stored. */
  isRetried?: boolean
  /** Whether it is about an id that is stored. */
  isStored?: boolean
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
function judgeTime({ latency }: Session, { request, duration }: Exchange): Verdict | undefined {
  const usual = latency()
  const own = duration - (request.pause ?? 0) * request.pieces.length
  const ofBody = request.pieces.reduce((sum, { length }) => sum + length, 0) / bytesPerMs
  if (own <= Math.max(leastSlow, usual * mostTimes) + ofBody) return undefined
  const toSeconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 1000 ? 3 : 1)} s`
  const problem = `the answer took ${toSeconds(own)}, although plain plants take ${toSeconds(usual)}`
  return toVerdict('answers-every-request', '/response', problem)
}

/** Names the rule that an answer with a text of another plant breaks. */
function findRuleOfForeign(exchange: Exchange, status: number, expectation: Expectation): RuleId | undefined {
  const { promise, rule } = expectation
  if (rule !== undefined && isIn(rule, 'credentials') && isIn(rule, 'refuses')) return rule
  if (status >= 400) return 'refusal-hides-internals'
  // Another text in the place of a sent one is for the rules about these.
  return promise === 'plant' && exchange.request.plant?.tag === undefined ? 'plant-echoes-tag' : undefined
}

/** Judges that an answer has no text of another plant, least of all one for a client without credentials. */
function judgeForeign(
  session: Session,
  exchange: Exchange,
  status: number,
  expectation: Expectation,
): Verdict[] {
  const rule = findRuleOfForeign(exchange, status, expectation)
  const foreign = rule && findForeign(session, exchange)
  if (rule === undefined || foreign === undefined) return []
  const { tag } = readPlant(exchange)
  const isTag = typeof tag === 'string' && tag.toLowerCase() === foreign
  if (rule === 'plant-echoes-tag' && !isTag) return []
  const problem = `the answer must not have the text ${JSON.stringify(foreign)}, which only another request sent`
  return [toVerdict(rule, '/response/body', problem)]
}

/** Records what the service does where the specification leaves that open. */
function observe(session: Session, { outcome }: Exchange, expectation: RunExpectation): void {
  const { promise, rule, isElsewhere, title } = expectation
  if (title === undefined) return
  if (promise === 'open' || promise === 'nothing') {
    const note =
      outcome.kind === 'answer' ? `answered ${outcome.answer.status}` : `not answered: ${outcome.message}`
    if (rule !== undefined) session.observe(rule, title, note)
    return
  }
  const ofRule = promise === 'refusal' && rule !== undefined && isIn(rule, 'refuses') && !isElsewhere
  const { openRule = ofRule ? toStatusRule(rule) : undefined } = expectation
  if (openRule !== undefined && outcome.kind === 'answer')
    session.observe(openRule, title, `answered ${outcome.answer.status}`)
}

/** Removes the values of a request from a refusal, since a refused request may have any. */
const toWords = (signature: string): string => signature.replaceAll(/"[^"]*"|[#~@]|-?\b\d[\d.e+-]*/gi, '~')

/** Says what a refusal has in common with that of a stored id, and not with that of an invalid one. */
function compareToStored(
  { memory }: Session,
  { outcome, request }: Exchange,
): 'words' | 'status' | undefined {
  const { duplicateSignature: stored, invalidSignature: invalid } = memory
  if (outcome.kind !== 'answer' || request.plant === undefined || stored === undefined) return undefined
  const own = toSignature(outcome.answer, request.plant)
  const isSame = (toPart: (signature: string) => string): boolean =>
    toPart(own) === toPart(stored) && (invalid === undefined || toPart(stored) !== toPart(invalid))
  if (isSame((one) => one.slice(0, 3) + toWords(one.slice(3)))) return 'words'
  return isSame((one) => one.slice(0, 3)) ? 'status' : undefined
}

/** Returns whether an answer may only say that the id is stored, which shows nothing else. */
export function saysStored(session: Session, exchange: Exchange, expectation: RunExpectation): boolean {
  const { outcome, request } = exchange
  const { promise, openRule, plant = request.plant, legalStatus } = expectation
  if (outcome.kind !== 'answer' || plant === undefined || expectation.isStored) return false
  const { answer } = outcome
  if (promise === 'refusal') return answer.status < 500 && compareToStored(session, exchange) !== undefined
  if (promise !== 'plant' || !(session.ids.areFew || expectation.mayBeStored)) return false
  const { duplicateSignature, returnsStored } = session.memory
  if (isSuccess(answer.status)) {
    const got = readPlant(exchange)
    return returnsStored === true && (got.name !== plant.name || got.tag !== plant.tag)
  }
  // An open rule allows a refusal, which may be about the id as long as another one is tried; what a service says of a
  // stored text isn't.
  const mayBeAboutId = openRule === undefined || (expectation.isRetried && openRule !== 'repeated-texts')
  if (answer.status === legalStatus || !mayBeAboutId) return false
  // The text of such a refusal may vary, so the status is enough.
  return answer.status === 409 || toSignature(answer, plant) === duplicateSignature
}

/** Says what it means for a rule about ids that a service found an id among the stored ones. */
function judgeStored(exchange: Exchange, rule: RuleId, promise: Expectation['promise']): Verdict[] {
  if (!isIn(rule, 'ids') && rule !== 'refuses-outside-limits') return []
  const status = `${readStatus(exchange)}`
  const taken = `the service must refuse this id, but responds with ${status}, as it does to a stored id`
  const problem = promise === 'refusal' ? taken : undefined
  return withExchanges([toVerdict(rule, '/response/status', problem, { actual: status })], exchange)
}

/** Judges an exchange of a run by what is known about its answer, and by what the run knows about the service. */
export function judge(session: Session, exchange: Exchange, expectation: RunExpectation): Verdict[] {
  const { outcome } = exchange
  const { promise, rule = 'created-status', openRule, deliveryRule } = expectation
  const { memory, token } = session
  const isAnswered = outcome.kind === 'answer' && !isLimiting(outcome.answer)
  // Rules of their own are about plain plants, whose answers are the usual ones.
  const late = isAnswered && deliveryRule === undefined ? judgeTime(session, exchange) : undefined
  if (late !== undefined) return withExchanges([late], exchange)
  const isAlike = compareToStored(session, exchange) === 'words'
  if (saysStored(session, exchange, expectation))
    return [...judgeAnswer(exchange, token), ...(isAlike ? judgeStored(exchange, rule, promise) : [])]
  observe(session, exchange, expectation)
  // The service takes the id for another one.
  const isMixedUp = isAlike && promise === 'plant' && isIn(rule, 'ids')
  const verdicts = judgeAnswer(exchange, token, expectation).map((one) =>
    isMixedUp && isBroken(one) ? { ...one, problem: `${one.problem}, as for a stored id` } : one,
  )
  if (!isAnswered) return verdicts
  if (openRule === 'repeated-texts') memory.hasUniqueTexts ||= wasRefused(exchange)
  const foreign = judgeForeign(session, exchange, outcome.answer.status, expectation)
  return [...verdicts, ...withExchanges(foreign, exchange)]
}
