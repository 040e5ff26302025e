import { newPlantMembers, operation } from '../../contract/generated/operation.ts'
import { isLimiting, isSuccess } from '../../http/exchange.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { judgeExchange } from '../../judge/judge-exchange.ts'
import { findOtherOperation } from '../../judge/judge-request.ts'
import { toStatusRule } from '../../judge/rules.ts'
import type { ShownFinding } from '../../reports/report.ts'
import { expectsSuccess, type PactInteraction, toPointer } from '../file/pact-interaction.ts'
import { toFindings, toNote } from '../provider/to-findings.ts'
import { toKnown } from '../states/provider-states.ts'
import { explainContradiction, type Outcome, toPlace } from './explain-contradiction.ts'
import { toExpected } from './oblige.ts'
import type { Answered } from './start-variants.ts'

const contentType = '$.headers.content-type'

const isKept = ({ result }: Outcome): boolean => result?.result === 'OK'

/** Finds the open rule that leaves the status of an answer open. */
function findOpenRule(interaction: PactInteraction, { request, isLimited }: Answered): RuleId | undefined {
  const expected = toExpected(interaction)
  const known = toKnown(interaction)
  const [refusal] = judgeExchange(request, undefined, known)
  if (isLimiting(expected)) return 'rate-limit'
  if (expected.status === 413) return 'large-body'
  if (refusal !== undefined) return toStatusRule(refusal.rule)
  if (isLimited) {
    const sent = Object.keys(Object(interaction.request.body?.value))
    const isListed = (name: string): boolean => (newPlantMembers as readonly string[]).includes(name)
    return sent.every(isListed) ? 'text-limits' : 'unknown-members'
  }
  if (expected.status === 401 || expected.status === 403) return 'status-for-invalid-token'
  return known.id === 'stored' || [400, 409, 422].includes(expected.status)
    ? 'status-for-stored-id'
    : undefined
}

/** Names what the specification promises instead of a status. */
function describeStatus(interaction: PactInteraction, { request, isLimited }: Answered): string {
  const isPlain = judgeExchange(request, undefined, toKnown(interaction)).every(({ kind }) => kind === 'note')
  return isPlain && !isLimited && !expectsSuccess(interaction)
    ? 'the specification promises a 200, unless the id is stored, the token is refused, or a state prevents it'
    : 'the specification promises no status for this request'
}

/** Names what the specification doesn't promise at a place in an answer. */
function describeLack({ response: { status, headerNames } }: PactInteraction, place: string): string {
  const [, part = '', name = ''] = place.split(/[.[]/)
  const isOpenBody = status !== 400 && !isSuccess(status)
  if (isOpenBody && (part === 'body' || place === contentType))
    return `the specification promises no body for a ${status}`
  if (place === contentType) return 'the specification promises only application/json, with any parameters'
  if (part === 'headers') return `the specification promises no header ${headerNames.get(name) ?? name}`
  if (status === 400 && name === 'error') return 'the specification promises no number'
  if (status === 400 && name === 'message') return 'the specification promises no text'
  return name === ''
    ? 'the specification allows more members'
    : `the specification promises no member ${name}`
}

/** Says what an interaction needs at a place, as in: the message is "name is missing". */
function describeNeed(place: string, { problem, expected }: ShownFinding): string {
  const [, part = '', name = part] = /^\$\.(\w+)\.?(.+)?$/s.exec(place) ?? []
  const isExact = place === contentType || /^expected \d+ but| to be equal to /.test(problem)
  return isExact && name !== 'body' ? `the ${name} is ${expected}` : problem
}

/** Finds the differences of the answer of a variant, without those that follow from others. */
function findDifferences({ response }: PactInteraction, { result }: Outcome): ShownFinding[] {
  const found = toFindings(result?.mismatch?.mismatches ?? []).map((finding) => {
    const isOfBody = finding.place === contentType && !response.headers.has('content-type')
    return isOfBody ? { ...finding, place: '$.body' } : finding
  })
  const status = found.find(({ place }) => place === '$.status')
  // A 400 is an Error, but another refusal may have any body.
  return status && response.status === 400 ? [status] : found
}

/** Says what an interaction leans on that only some variants keep. */
function explainLeaning(interaction: PactInteraction, outcome: Outcome): ShownFinding[] {
  const { answered } = outcome
  if (answered === undefined || isKept(outcome)) return []
  return findDifferences(interaction, outcome).map((finding) => {
    const { place } = finding
    const isStatus = place === '$.status'
    const rule = isStatus ? findOpenRule(interaction, answered) : undefined
    const lack = isStatus ? describeStatus(interaction, answered) : describeLack(interaction, place)
    const note = toNote(`${describeNeed(place, finding)}: ${lack}`, toPlace(interaction, place))
    return { ...note, ...(rule !== undefined && { rule }) }
  })
}

/** The request headers that HTTP or every client sends; others than those of the specification (RFC 9110). */
const usualHeaders =
  /^(?:accept(?:-.*)?|authorization|cache-control|connection|content-(?:length|type|encoding)|cookie|date|expect|forwarded|from|host|if-.*|origin|pragma|range|referer|sec-.*|te|traceparent|tracestate|upgrade|user-agent|via)$/

/** Matches what accepts JSON. */
const acceptsJson = /\*\/\*|application\/(?:json|\*)/i

/** Notes what a request has that the specification doesn't list, and what it lacks; every variant ignores both. */
function noteUnlisted(interaction: PactInteraction, { answered }: Outcome): ShownFinding[] {
  const { headers, query } = interaction.request
  const note = (problem: string, ...steps: string[]): ShownFinding =>
    toNote(problem, toPointer(interaction, ['request', ...steps]))
  const others = [...headers.keys()].filter((name) => !usualHeaders.test(name))
  const isOther = !acceptsJson.test(headers.get('accept') ?? operation.contentType)
  return [
    ...(answered?.isUntyped ? [note('a service may refuse a body without a content type', 'headers')] : []),
    ...(isOther
      ? [note(`a service may answer only with ${operation.contentType}`, 'headers', 'accept')]
      : []),
    ...others.map((name) => note(`the specification has no request header ${name}`, 'headers', name)),
    ...query.map((name) => note(`the specification has no query parameter ${name}`, 'query', name)),
  ]
}

/** Notes that the specification lists no such operation, whatever answer the pact expects. */
function noteOther(interaction: PactInteraction, { answered }: Outcome): ShownFinding[] {
  const [path = ''] = answered?.request.path.split('?') ?? []
  const other = answered && findOtherOperation(answered.request.method, path)
  if (other === undefined) return []
  return [{ ...other, place: toPointer(interaction, other.place.split('/').slice(1)), exchanges: [] }]
}

/** Judges an interaction by what Pact's verifier says about each variant; the obliging one comes first. */
export function judgeKept(
  interaction: PactInteraction,
  [obliging, ...others]: readonly [Outcome, ...Outcome[]],
): ShownFinding[] {
  const outcomes = [obliging, ...others]
  if (!outcomes.some(isKept)) return explainContradiction(interaction, obliging)
  const other = noteOther(interaction, obliging)
  const notes = other.length > 0 ? other : outcomes.flatMap((one) => explainLeaning(interaction, one))
  const all = [...noteUnlisted(interaction, obliging), ...notes]
  // Several variants may show the same.
  return all.filter((one, index) => all.findIndex(({ place }) => place === one.place) === index)
}
