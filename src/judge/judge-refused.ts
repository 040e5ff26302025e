import { describeValue } from '../contract/problems.ts'
import { type Exchange, type HttpAnswer, readHeader } from '../http/exchange.ts'
import type { Session, Verdict } from '../verify/trial.ts'
import type { RuleId } from './generated/rules.ts'
import {
  isSuccess,
  judgeContentType,
  judgeDelivery,
  judgeDiscretion,
  judgeSecrecy,
  toVerdict,
} from './judge-answer.ts'
import { readBody } from './read-body.ts'

/** What is expected of the answer to a request that must not succeed, and to which rules it belongs. */
export interface RefusedExpectation {
  /** Where the request succeeds all the same. */
  rule: RuleId
  /** Where it is answered with a 5xx. */
  serverErrorRule?: RuleId
  /** Where no whole answer comes. */
  deliveryRule?: RuleId
  /** The open rule under which the status is told. */
  openRule?: RuleId
  title?: string
  /** Whether the layer of HTTP may refuse it by itself, so that a 400 has a form of its own. */
  isForHttpLayer?: boolean
}

const isInteger = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || value === Infinity || value === -Infinity || Number.isInteger(value)

/** Judges the Error that a 400 has to be (specification section 2, Error, and section 4, Responses). */
function judgeError(exchange: Exchange, answer: HttpAnswer): Verdict[] {
  const verdicts = [judgeContentType('error-content-type', exchange, answer)]
  const body = readBody(answer)
  if ('problem' in body) return [...verdicts, toVerdict('error-is-json', exchange, body.problem)]
  const { error, message } = body.value
  const wantError =
    error === undefined ? 'error is missing' : `error must be an integer, got ${describeValue(error)}`
  const wantMessage =
    message === undefined ? 'message is missing' : `message must be a string, got ${describeValue(message)}`
  const isInRange = isInteger(error) && error >= -2147483648 && error <= 2147483647
  const wantRange = `error must be an integer from -2147483648 to 2147483647, got ${describeValue(error)}`
  return [
    ...verdicts,
    toVerdict('error-is-json', exchange, undefined),
    toVerdict('error-has-error', exchange, isInteger(error) ? undefined : wantError),
    ...(isInteger(error) ? [toVerdict('error-is-int32', exchange, isInRange ? undefined : wantRange)] : []),
    toVerdict('error-has-message', exchange, typeof message === 'string' ? undefined : wantMessage),
  ]
}

/** Judges what a refusal looks like, whatever it refuses. */
export function judgeRefusal(
  exchange: Exchange,
  answer: HttpAnswer,
  {
    serverErrorRule = 'refused-body-no-5xx',
    isForHttpLayer = false,
  }: Pick<RefusedExpectation, 'serverErrorRule' | 'isForHttpLayer'> = {},
): Verdict[] {
  const { status } = answer
  const verdicts = judgeDiscretion(exchange, answer)
  const problem = status >= 500 ? `a refusal must not be a 5xx, got ${status}` : undefined
  verdicts.push(toVerdict(serverErrorRule, exchange, problem))
  if (status === 400 && !isForHttpLayer) verdicts.push(...judgeError(exchange, answer))
  if (status === 401) {
    const challenge = readHeader(answer, 'www-authenticate')
    const hasBearer = /(?:^|,)\s*bearer(?:\s|,|$)/i.test(challenge ?? '')
    const missing = `the header WWW-Authenticate must name Bearer, got ${describeValue(challenge)}`
    verdicts.push(toVerdict('challenge-on-401', exchange, hasBearer ? undefined : missing))
  }
  return verdicts
}

/** Tells whether a body is an Error and no Plant. */
export function isErrorBody(answer: HttpAnswer): boolean {
  const body = readBody(answer)
  if ('problem' in body) return false
  return ('error' in body.value || 'message' in body.value) && !('name' in body.value)
}

/** Judges the answer to a request that must be refused; with what status is open (specification section 7). */
export function judgeRefused(
  session: Session,
  exchange: Exchange,
  expectation: RefusedExpectation,
): Verdict[] {
  const { rule, deliveryRule, openRule, title } = expectation
  const { answer, verdicts } = judgeDelivery(exchange, deliveryRule)
  if (answer === undefined) return verdicts
  verdicts.push(...judgeSecrecy(session, exchange, answer))
  const { status } = answer
  if (openRule !== undefined) session.observe(openRule, title ?? 'a request', `answered ${status}`)
  if (isSuccess(status)) {
    const isError = isErrorBody(answer)
    const told = isError ? `an Error came with the status ${status}` : undefined
    const problem = isError ? undefined : `the request must be refused, got ${status}`
    return [...verdicts, toVerdict('refusal-is-not-200', exchange, told), toVerdict(rule, exchange, problem)]
  }
  return [
    ...verdicts,
    toVerdict(rule, exchange, undefined),
    toVerdict('refusal-is-not-200', exchange, undefined),
    ...judgeRefusal(exchange, answer, expectation),
  ]
}
