import { describeContentType } from '../contract/content-type.ts'
import { type HttpAnswer, isSuccess, readHeader } from '../http/exchange.ts'
import { describeValue } from '../options/problems.ts'
import { toVerdict, type Verdict } from './finding.ts'
import type { RuleId } from './generated/rules.ts'
import { isErrorBody, readObject } from './read-body.ts'

const status = '/response/status'
const body = '/response/body'

/** Which rules the answer to a request that must be refused belongs to. */
export interface RefusedExpectation {
  /** The rule that a success breaks. */
  rule: RuleId
  /** The rule that a 5xx breaks. */
  serverErrorRule?: RuleId
  /** Whether an HTTP server or proxy in front of the service may refuse the request, with a 400 in another form. */
  isForHttpLayer?: boolean
}

const traces = [
  /^\s+at .+[(:]\S*:\d+(?::\d+)?\)?(?:"|$)/,
  /\.java:\d+\)/,
  /Traceback \(most recent call last\)/,
  /File \\?"[^"]+\\?", line \d+/,
  /goroutine \d+ \[/,
  /thread '[^']*' panicked at/,
  /\.(?:rb|php|cs|go|py)(?::|\(|:line )\d+/,
  /Stack trace:|stackTrace|"stack"\s*:\s*"/,
]

/** How many characters of a line are searched for a stack trace, so that no pattern can take quadratic time. */
const maxLine = 500

/** Says whether a text shows a stack trace: line by line, with the lines of a JSON string as lines too. */
const showsTrace = (text: string): boolean =>
  text.split(/\r?\n|\\n/).some((line) => traces.some((trace) => trace.test(line.slice(0, maxLine))))

const isInteger = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || value === Infinity || value === -Infinity || Number.isInteger(value)

/** Judges the content type of an answer with a body (specification section 4, Responses). */
export const judgeContentType = (rule: RuleId, answer: HttpAnswer): Verdict => {
  const contentType = readHeader(answer, 'content-type')
  return toVerdict(rule, '/response/headers/content-type', describeContentType(contentType))
}

/** Judges a member: missing, of the wrong type, or right. */
export function judgeMember(
  rule: RuleId,
  member: string,
  value: unknown,
  expected: string,
  isRight: boolean,
): Verdict {
  const place = `${body}/${member}`
  const actual = describeValue(value)
  const wrong = value === undefined ? 'is missing' : `must be ${expected}, got ${actual}`
  return toVerdict(rule, place, isRight ? undefined : `${member} ${wrong}`, { expected, actual })
}

/** Judges the Error that a 400 must be (specification section 2, Error, and section 4, Responses). */
function judgeError(answer: HttpAnswer): Verdict[] {
  const verdicts = [judgeContentType('error-content-type', answer)]
  const read = readObject(answer)
  if ('problem' in read) return [...verdicts, toVerdict('error-is-json', body, read.problem)]
  const { error, message } = read.value
  const isInRange = isInteger(error) && error >= -2147483648 && error <= 2147483647
  const range = 'an integer from -2147483648 to 2147483647'
  return [
    ...verdicts,
    toVerdict('error-is-json', body),
    judgeMember('error-has-error', 'error', error, 'an integer', isInteger(error)),
    ...(isInteger(error) ? [judgeMember('error-is-int32', 'error', error, range, isInRange)] : []),
    judgeMember('error-has-message', 'message', message, 'a string', typeof message === 'string'),
  ]
}

/** Judges the form of a refusal, independent of its reason. */
export function judgeRefusal(
  answer: HttpAnswer,
  {
    serverErrorRule = 'refused-body-no-5xx',
    isForHttpLayer = false,
  }: Pick<RefusedExpectation, 'serverErrorRule' | 'isForHttpLayer'> = {},
): Verdict[] {
  const trace = showsTrace(answer.body.toString()) ? 'the body must not show a stack trace' : undefined
  const failure = answer.status >= 500 ? `the status must not be a 5xx, got ${answer.status}` : undefined
  const verdicts = [
    toVerdict('refusal-hides-internals', body, trace),
    toVerdict(serverErrorRule, status, failure, { actual: String(answer.status) }),
  ]
  if (answer.status === 400 && !isForHttpLayer) verdicts.push(...judgeError(answer))
  if (answer.status !== 401) return verdicts
  const challenge = readHeader(answer, 'www-authenticate')
  const hasBearer = /(?:^|,)\s*bearer(?:\s|,|$)/i.test(challenge ?? '')
  const missing = `the header WWW-Authenticate must name Bearer, got ${describeValue(challenge)}`
  const place = '/response/headers/www-authenticate'
  return [...verdicts, toVerdict('challenge-on-401', place, hasBearer ? undefined : missing)]
}

/** Judges the answer to a request that must be refused; the specification leaves the status open (section 7). */
export function judgeRefused(answer: HttpAnswer, expectation: RefusedExpectation): Verdict[] {
  const { rule } = expectation
  if (!isSuccess(answer.status)) {
    const kept = [toVerdict(rule, status), toVerdict('refusal-is-not-200', status)]
    return [...kept, ...judgeRefusal(answer, expectation)]
  }
  const actual = String(answer.status)
  if (!isErrorBody(answer))
    return [
      toVerdict(rule, status, `the service must refuse this request with a 4xx, got ${actual}`, { actual }),
    ]
  const problem = `an Error must come with a 4xx, got ${actual}`
  return [toVerdict('refusal-is-not-200', status, problem, { actual }), toVerdict(rule, status)]
}
