import {
  type Exchange,
  isSuccess,
  readAnswerHeader,
  readAnswerText,
  readSentHeader,
} from '../http/exchange.ts'
import { type Expectation, usualStatuses } from './expectation.ts'
import { type BareFinding, type Finding, toFinding } from './finding.ts'
import { judgeResponse } from './judge-response.ts'
import { getRule } from './rules.ts'

/** Statuses that say nothing about what was tried: another record is in the way, or the service wants fewer requests. */
const moot = new Set([409, 423, 425, 428, 429])

/** Says whether a response is to a request that wasn't looked at for what it was made for. */
export function isMoot(
  status: number,
  { kind, reason, operation, hasRecords = false, isAllowed = false }: Expectation,
): boolean {
  if (moot.has(status)) return kind !== 'reject' || reason !== 'conflict'
  if (kind !== 'accept' || reason === 'credentials' || reason === 'unread') return false
  const needsCredentials = operation === undefined || operation.security.length > 0
  return (
    (needsCredentials && (status === 401 || (status === 403 && !isAllowed))) ||
    // Services may ask for a length, and for a precondition.
    status === 411 ||
    status === 412 ||
    (!hasRecords && [404, 410].includes(status))
  )
}

function judgeStatus(status: number, expectation: Expectation): BareFinding[] {
  const { kind, rule, place, operation, reason = 'body' } = expectation
  if (isMoot(status, expectation) || status >= 500) return []
  const isRejected = status >= 400
  if (kind === 'accept' && isRejected)
    return [
      { rule, place, message: `it is rejected with ${status}`, expected: 'a success', actual: `${status}` },
    ]
  if (kind === 'reject' && isSuccess(status))
    return [{ rule, place, message: `it is accepted with ${status}`, expected: 'a 4xx', actual: `${status}` }]
  if (kind === 'accept' && status >= 300 && operation?.responses.pick(status) === undefined && status !== 304)
    return [
      { rule, place, message: `it is redirected with ${status}`, expected: 'a success', actual: `${status}` },
    ]
  if (reason === 'credentials' && kind === 'reject' && status >= 300 && status < 400)
    return [
      {
        rule: 'rejection-status',
        place,
        message: `it is redirected with ${status}`,
        expected: 'a 4xx',
        actual: `${status}`,
      },
    ]
  if (kind !== 'reject' || !isRejected || operation === undefined || reason === 'method') return []
  const isDocumented = operation.responses.pick(status) !== undefined
  const usual = usualStatuses[reason]
  // Of the usual statuses for credentials and bodies, one that is documented is meant.
  const isMeant = reason === 'credentials' || reason === 'body'
  const isOtherMeant =
    isMeant && usual.some((one) => one < 404 && operation.responses.all.some(({ name }) => name === `${one}`))
  const isFitting = isDocumented || (usual.includes(status) && !isOtherMeant)
  return isFitting || (reason !== 'credentials' && [401, 403].includes(status))
    ? []
    : [
        {
          rule: 'rejection-status',
          place: `${operation.pointer}/responses`,
          message: `the status ${status} is neither documented nor usual for this`,
          actual: `${status}`,
        },
      ]
}

/** Judges a challenge, which only schemes of HTTP have. */
function judgeChallenge(
  { outcome, request }: Exchange,
  { operation, reason, rule, place }: Expectation,
): BareFinding[] {
  if (outcome.kind !== 'answer' || outcome.answer.status !== 401) return []
  const schemes = operation?.security.flatMap((set) => set.map(({ scheme }) => scheme)) ?? []
  const names = schemes.filter(({ kind }) => kind === 'bearer' || kind === 'basic').map(({ kind }) => kind)
  if (reason !== 'credentials' || names.length === 0) return []
  const challenge = readAnswerHeader(outcome.answer, 'www-authenticate')
  if (challenge === undefined)
    return rule === 'requires-credentials'
      ? [{ rule: 'challenge', place, message: 'the 401 has no header WWW-Authenticate' }]
      : []
  const toWrong = (own: BareFinding['rule'], message: string): BareFinding[] => [
    { rule: own, place, message, actual: challenge },
  ]
  if (!names.some((name) => new RegExp(`(?:^|,\\s*)${name}\\b`, 'i').test(challenge)))
    return toWrong('challenge', `the 401 has no challenge of ${names.join(' or ')}`)
  if (!grammar.test(challenge))
    return toWrong('response-follows-http', "the challenge can't be parsed (RFC 9110 section 11.6.1)")
  if (!names.includes('bearer')) return []
  const [, token] = /^Bearer +([\w.~+/-]+=*)$/.exec(readSentHeader(request, 'authorization') ?? '') ?? []
  const hasError = /error\s*=/i.test(challenge)
  if (token === undefined && readSentHeader(request, 'authorization') === undefined && hasError)
    return toWrong('challenge-error', 'the challenge has an error, although no credentials were sent')
  return token !== undefined && !/error\s*=\s*"?invalid_token/i.test(challenge)
    ? toWrong('challenge-error', 'the challenge of a wrong token has no error="invalid_token"')
    : []
}

const word = "[\\w!#$%&'*+.^`|~-]+"
const grammar = new RegExp(
  `^${word}(?:\\s+(?:${word}\\s*=\\s*(?:${word}|"(?:[^"\\\\]|\\\\.)*")|[\\w.~+/-]+=*)(?:\\s*,\\s*(?:${word}\\s+)?(?:${word}\\s*=\\s*(?:${word}|"(?:[^"\\\\]|\\\\.)*")|${word}))*)?(?:\\s*,\\s*${word})*$`,
)

/** What only the inside of a service knows. */
const internals =
  /"(?:stack|stackTrace|stack_trace|trace|exception)":|Traceback \(most recent call last\)|\bat [\w.$<>]{1,200} ?\(?[^\s:]{0,300}:\d{1,9}(?::\d{1,9})?\)|\bFile "[^"]{1,300}", line \d|\n\s{1,20}at \S|node_modules|\.(?:java|rb|php|go|py|ts|js):\d+|SQLSTATE|ORA-\d{5}|Exception in thread/

/** The shortest credential that isn't there by chance. */
const minSecret = 6

/** Judges what a response shows that nobody outside should see. */
function judgeLeaks({ outcome, request }: Exchange, { operation, place }: Expectation): BareFinding[] {
  if (outcome.kind !== 'answer') return []
  const { answer } = outcome
  const text = readAnswerText(answer)
  const schemes = operation?.security.flat().map(({ scheme }) => scheme) ?? []
  const secrets = schemes
    .filter((scheme) => scheme.in === 'header')
    .map(
      ({ parameter }) =>
        readSentHeader(request, parameter.toLowerCase())?.replace(/^(?:Bearer|Basic)(?: +|$)/i, '') ?? '',
    )
    .filter((secret) => secret.length >= minSecret)
  const all = `${text}\n${answer.headers.map(([, value]) => value).join('\n')}`
  const isRepeated =
    secrets.some((secret) => all.includes(secret)) && (request.method !== 'GET' || answer.status >= 400)
  const body = request.pieces.join('')
  const isEchoed = secrets.some((secret) => body.includes(secret))
  return [
    ...(answer.status >= 400 && internals.test(text)
      ? [
          {
            rule: 'hides-internals' as const,
            place,
            message: 'the response shows the inside of the service',
            actual: internals.exec(text)?.[0] ?? '',
          },
        ]
      : []),
    ...(isRepeated && !isEchoed
      ? [{ rule: 'hides-credentials' as const, place, message: 'the response repeats the credentials' }]
      : []),
  ]
}

/** How many milliseconds a clock may be wrong. */
const maxClock = 600_000

/** Judges what RFC 9110 says about every response. */
function judgeProtocol({ outcome, request }: Exchange, { operation }: Expectation): BareFinding[] {
  if (outcome.kind !== 'answer') return []
  const { answer } = outcome
  const place = operation?.pointer ?? ''
  const wrong = (message: string): BareFinding => ({ rule: 'response-follows-http', place, message })
  const date = readAnswerHeader(answer, 'date')
  const allow = readAnswerHeader(answer, 'allow')
  return [
    ...(date === undefined && answer.status < 500 ? [wrong('the response has no Date')] : []),
    ...(date !== undefined && !(Math.abs(Date.parse(date) - Date.now()) < maxClock)
      ? [wrong(`the Date ${date} is not the time`)]
      : []),
    ...(answer.status === 405 && allow === undefined ? [wrong('the 405 has no Allow')] : []),
    ...(answer.status === 405 && allow?.split(',').some((one) => one.trim() === request.method)
      ? [wrong(`the 405 to ${request.method} allows it`)]
      : []),
    ...((answer.excess ?? 0) > 0 ? [wrong(`${answer.excess} bytes follow the response`)] : []),
  ]
}

/** What is only about how a service fails has a rule of its own. */
const toOwn = ({ rule }: Expectation, usual: BareFinding['rule']): BareFinding['rule'] =>
  rule === 'deep-nesting' || getRule(rule).level === 'protocol' ? rule : usual

/**
 * Judges one exchange by a description and by what its request was made for.
 *
 * @param before the exchanges that made the records of the request, which findings show first
 */
export function judgeExchange(
  expectation: Expectation,
  exchange: Exchange,
  before: readonly Exchange[] = [],
): Finding[] {
  const { operation, tried } = expectation
  const { outcome, request } = exchange
  const rest = { operation: operation?.id, tried, exchanges: [...before, exchange] }
  const place = operation?.pointer ?? ''
  if (outcome.kind === 'stopped' || outcome.kind === 'unreachable' || outcome.kind === 'gone') return []
  if (outcome.kind !== 'answer')
    return [toFinding({ rule: toOwn(expectation, 'responds'), place, message: outcome.message }, rest)]
  const { answer } = outcome
  const { status } = answer
  const isKnownMethod = expectation.reason === 'method' && status === 501
  if (status >= 500 && !isKnownMethod && readAnswerHeader(answer, 'retry-after') === undefined) {
    const wrong: BareFinding = {
      rule: toOwn(expectation, 'no-server-error'),
      place: expectation.place || place,
      message: `the response is ${status}`,
      actual: `${status}`,
    }
    return [toFinding(wrong, rest)]
  }
  const isJudged =
    operation !== undefined &&
    expectation.reason !== 'method' &&
    !(expectation.kind === 'reject' && isSuccess(status))
  const wrong = [
    ...judgeStatus(status, expectation),
    ...(isJudged ? judgeResponse(operation, answer, expectation, request.method === 'HEAD') : []),
    ...judgeChallenge(exchange, expectation),
    ...judgeLeaks(exchange, expectation),
    ...(expectation.isProtocol === true ? judgeProtocol(exchange, expectation) : []),
  ]
  return wrong.map((one) => toFinding(one, rest))
}
