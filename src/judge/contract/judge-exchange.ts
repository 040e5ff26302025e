import { type Exchange, isSuccess, readHeader } from '../../http/exchange.ts'
import { type Expectation, usualStatuses } from './expectation.ts'
import { type ContractFinding, toFinding, type Wrong } from './finding.ts'
import { judgeResponse } from './judge-response.ts'

/** Statuses that say nothing about what was tried: another record is in the way, or the service wants fewer requests. */
const moot = new Set([409, 423, 425, 428, 429])

/** Says whether a response is to a request that wasn't looked at for what it was made for. */
export function isMoot(
  status: number,
  { kind, reason, operation, hasRecords = false }: Expectation,
): boolean {
  if (moot.has(status)) return kind !== 'reject' || reason !== 'conflict'
  if (kind !== 'accept' || reason === 'credentials') return false
  const needsCredentials = operation === undefined || operation.security.length > 0
  return (
    (needsCredentials && [401, 403].includes(status)) ||
    status === 412 ||
    (!hasRecords && [404, 410].includes(status))
  )
}

function judgeStatus(status: number, expectation: Expectation): Wrong[] {
  const { kind, rule, place, operation, reason = 'body' } = expectation
  if (isMoot(status, expectation) || status >= 500) return []
  const isRejected = status >= 400
  if (kind === 'accept' && isRejected)
    return [
      { rule, place, message: `it is rejected with ${status}`, expected: 'a success', actual: `${status}` },
    ]
  if (kind === 'reject' && isSuccess(status))
    return [{ rule, place, message: `it is accepted with ${status}`, expected: 'a 4xx', actual: `${status}` }]
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
function judgeChallenge({ outcome }: Exchange, { operation, rule, place }: Expectation): Wrong[] {
  if (outcome.kind !== 'answer' || outcome.answer.status !== 401) return []
  const schemes = operation?.security.flatMap((set) => set.map(({ scheme }) => scheme)) ?? []
  const isOfHttp = schemes.some(({ kind }) => kind === 'bearer' || kind === 'basic')
  if (rule !== 'requires-credentials' || !isOfHttp) return []
  return readHeader(outcome.answer, 'www-authenticate') === undefined
    ? [{ rule: 'challenge', place, message: 'the 401 has no header WWW-Authenticate' }]
    : []
}

/**
 * Judges one exchange by a description and by what its request was made for.
 *
 * @param before the exchanges that made the records of the request, which findings show first
 */
export function judgeExchange(
  expectation: Expectation,
  exchange: Exchange,
  before: readonly Exchange[] = [],
): ContractFinding[] {
  const { operation, tried } = expectation
  const { outcome, request } = exchange
  const rest = { operation: operation?.id, tried, exchanges: [...before, exchange] }
  const place = operation?.pointer ?? ''
  if (outcome.kind === 'stopped' || outcome.kind === 'unreachable' || outcome.kind === 'gone') return []
  if (outcome.kind !== 'answer')
    return [toFinding({ rule: 'responds', place, message: outcome.message }, rest)]
  const { answer } = outcome
  const { status } = answer
  const isKnownMethod = expectation.reason === 'method' && status === 501
  if (status >= 500 && !isKnownMethod && readHeader(answer, 'retry-after') === undefined) {
    const wrong: Wrong = {
      rule: 'no-server-error',
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
  ]
  return wrong.map((one) => toFinding(one, rest))
}
