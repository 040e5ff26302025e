import { describeContentType } from '../contract/content-type.ts'
import { answerSchemas, createdStatus } from '../contract/generated/operation.ts'
import { type HttpAnswer, isSuccess, readHeader } from '../http/exchange.ts'
import { describeProblems, describeValue } from '../options/problems.ts'
import { toVerdict, type Verdict } from './finding.ts'
import type { RuleId } from './generated/rules.ts'
import { describeNoJson, isErrorBody, readObject } from './read-body.ts'
import { isRuleId } from './rules.ts'
import { findSchemaProblems, type SchemaProblem } from './schema.ts'

const status = '/response/status'
const body = '/response/body'

/** Which rules the answer to a request that must be refused belongs to. */
export interface RefusedExpectation {
  /** The rule that a success breaks. */
  rule: RuleId
  /** The rule that a 5xx breaks. */
  serverErrorRule?: RuleId
  /** Whether the request has no credentials anywhere, so that the challenge has no error, or a well-formed token, so that it has one (RFC 6750 sections 3 and 3.1). */
  sent?: 'nothing' | 'token' | undefined
  /** Whether an HTTP server or proxy in front of the service may refuse the request, with a documented status in another form. */
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

/** Judges the content type of an answer with a body (docs/specification.md, section 4, Responses). */
export const judgeContentType = (rule: RuleId, answer: HttpAnswer): Verdict => {
  const contentType = readHeader(answer, 'content-type')
  return toVerdict(rule, '/response/headers/content-type', describeContentType(contentType))
}

/** Judges a part of a body by what the schema finds wrong with it. */
export function judgePart(rule: RuleId, member: string, problem: SchemaProblem | undefined): Verdict {
  if (problem === undefined) return toVerdict(rule, `${body}/${member}`)
  const { path, expected, got } = problem
  return toVerdict(rule, [body, ...path].join('/'), describeProblems([problem], { whole: 'the body' }), {
    ...(expected !== undefined && { expected }),
    actual: describeValue(got),
  })
}

/** Whether openapi.yaml has members of an Error that no rule names. */
const hasOthers = isRuleId('error-has-members')

/** Leaves the range of an int32, which another rule is about, out of a problem with the type. */
const toKind = (problem: SchemaProblem): SchemaProblem =>
  ['numeric', 'required'].includes(problem.keyword) ? { ...problem, expected: 'an integer' } : problem

/** Judges the Error that documented refusals must be (docs/specification.md, section 2, Error, and section 4, Responses). */
function judgeError(answer: HttpAnswer): Verdict[] {
  const verdicts = [judgeContentType('error-content-type', answer)]
  // No description limits how large a body is, but the judge reads only so much.
  if (answer.isCut) return verdicts
  const read = readObject(answer)
  if ('problem' in read) return [...verdicts, toVerdict('error-is-json', body, describeNoJson(answer, read))]
  const problems = findSchemaProblems('Error', read.value)
  const ofError = problems.find(({ path }) => path[0] === 'error')
  const isInRange = ofError?.keyword === 'range'
  const others = problems.filter(({ path: [member] }) => member !== 'error' && member !== 'message')
  return [
    ...verdicts,
    toVerdict('error-is-json', body),
    judgePart('error-has-error', 'error', isInRange || ofError === undefined ? undefined : toKind(ofError)),
    ...(ofError === undefined || isInRange ? [judgePart('error-is-int32', 'error', ofError)] : []),
    judgePart(
      'error-has-message',
      'message',
      problems.find(({ path }) => path[0] === 'message'),
    ),
    ...others.map((problem) => judgePart('error-has-members', '', problem)),
    ...(others.length === 0 && hasOthers ? [toVerdict('error-has-members', body)] : []),
  ]
}

/** Judges the form of a refusal, independent of its reason. */
export function judgeRefusal(
  answer: HttpAnswer,
  {
    serverErrorRule = 'refused-body-no-5xx',
    isForHttpLayer = false,
    sent,
  }: Omit<RefusedExpectation, 'rule'> = {},
): Verdict[] {
  const trace = showsTrace(answer.body.toString()) ? 'the body must not show a stack trace' : undefined
  const failure = answer.status >= 500 ? `the status must not be a 5xx, got ${answer.status}` : undefined
  const verdicts = [
    toVerdict('refusal-hides-internals', body, trace),
    toVerdict(serverErrorRule, status, failure, { actual: String(answer.status) }),
  ]
  if (answerSchemas[answer.status] === 'Error' && !isForHttpLayer) verdicts.push(...judgeError(answer))
  if (answer.status !== 401) return verdicts
  const challenge = readHeader(answer, 'www-authenticate')
  const hasBearer = /(?:^|,)\s*bearer(?:\s|,|$)/i.test(challenge ?? '')
  const place = '/response/headers/www-authenticate'
  const missing = `the header WWW-Authenticate must name Bearer, got ${describeValue(challenge)}`
  const hasError = /\berror\s*=/i.test(challenge ?? '')
  const early = 'the header WWW-Authenticate must not have an error if the request has no credentials'
  const late = 'the header WWW-Authenticate must have an error if the token is not valid'
  return [
    ...verdicts,
    toVerdict('challenge-on-401', place, hasBearer ? undefined : missing),
    ...(sent === 'nothing'
      ? [toVerdict('challenge-without-error', place, hasError ? early : undefined)]
      : []),
    ...(sent === 'token' && hasBearer
      ? [toVerdict('challenge-with-error', place, hasError ? undefined : late)]
      : []),
  ]
}

/** Judges the answer to a request that must be refused; the specification leaves the status open (section 7). */
export function judgeRefused(answer: HttpAnswer, expectation: RefusedExpectation): Verdict[] {
  const { rule } = expectation
  // Clients follow a redirect, and take what is there for the answer.
  const isRefusal = answer.status >= 400 && answer.status < 600
  if (isRefusal) {
    const kept = [toVerdict(rule, status), toVerdict('refusal-is-not-200', status)]
    return [...kept, ...judgeRefusal(answer, expectation)]
  }
  const actual = String(answer.status)
  if (!isErrorBody(answer) || !isSuccess(answer.status)) {
    const read = readObject(answer)
    // A body that must be refused may have left its bytes in the answer.
    const isNoText = answer.status === createdStatus && 'problem' in read && read.isNoText === true
    return [
      toVerdict(rule, status, `the service must refuse this request with a 4xx, got ${actual}`, { actual }),
      ...(isNoText ? [toVerdict('created-is-json', body, read.problem)] : []),
    ]
  }
  const problem = `an Error must come with a 4xx, got ${actual}`
  return [toVerdict('refusal-is-not-200', status, problem, { actual }), toVerdict(rule, status)]
}
