import { newPlantMembers, operation } from '../../contract/generated/operation.ts'
import { isLimiting, isSuccess } from '../../http/exchange.ts'
import { isBroken, type Verdict } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { judgeExchange } from '../../judge/judge-exchange.ts'
import { findOtherOperation } from '../../judge/judge-request.ts'
import { toStatusRule } from '../../judge/rules.ts'
import type { ShownFinding } from '../../reports/report.ts'
import { expectsSuccess, type PactInteraction, toPointer } from '../file/pact-interaction.ts'
import { toError, toFindings } from '../provider/to-findings.ts'
import { toKnown } from '../states/provider-states.ts'
import type { VerifiedInteraction } from '../verifier/run-verifier.ts'
import { toExpected } from './oblige.ts'
import type { Answered } from './start-variants.ts'

/** What Pact's verifier says about a variant, and what the variant answered. */
export interface Outcome {
  result: VerifiedInteraction | undefined
  answered: Answered | undefined
}

const contentType = '$.headers.content-type'

const isKept = ({ result }: Outcome): boolean => result?.result === 'OK'

/** Converts a place in an answer, such as `$.body.name[0]`, to the one in the pact. */
const toPlace = (interaction: PactInteraction, place: string): string =>
  toPointer(interaction, [
    'response',
    ...place
      .replace(/\[(\d+)\]/g, '.$1')
      .split('.')
      .slice(1),
  ])

/** The verdicts on the answer that the pact expects to what was sent. */
function judgeExpected(interaction: PactInteraction, { request }: Answered): Verdict[] {
  const known = toKnown(interaction)
  const verdicts = judgeExchange(request, toExpected(interaction), {
    ...known,
    id: expectsSuccess(interaction) ? 'free' : known.id,
  })
  return verdicts.filter(isBroken)
}

/** The rules about places of a 200, for what only a matcher or a generator of the pact contradicts. */
const rulesOfPlant: readonly [place: string, rule: RuleId][] = [
  ['/response/status', 'created-status'],
  ['/response/headers/content-type', 'created-content-type'],
  ['/response/body', 'created-is-json'],
  ['/response/body/name', 'plant-echoes-name'],
  ['/response/body/tag', 'plant-echoes-tag'],
]

/** The same of a 400. */
const rulesOfError: typeof rulesOfPlant = [
  ['/response/headers/content-type', 'error-content-type'],
  ['/response/body', 'error-is-json'],
  ['/response/body/error', 'error-has-error'],
  ['/response/body/message', 'error-has-message'],
]

/** Says what contradicts the specification in an interaction that no variant keeps. */
function explainContradiction(interaction: PactInteraction, obliging: Outcome): ShownFinding[] {
  const { result, answered } = obliging
  const fail = (problem: string): ShownFinding[] => [toError(problem, interaction.pointer)]
  if (result === undefined) return fail("Pact's verifier can't read the interaction")
  const { mismatches = [], message = `Pact's verifier says ${result.result}` } = result.mismatch ?? {}
  if (answered === undefined) return fail(message)
  const verdicts = judgeExpected(interaction, answered)
  const hasStatus = mismatches.some((one) => one.type === 'StatusMismatch')
  const isEmpty = verdicts.some(({ rule }) => rule === 'refuses-empty-body')
  // A request without a body needs no content type.
  const ofRequest = verdicts.filter(
    ({ place, rule }) => place.startsWith('/request/') && !(isEmpty && rule === 'refuses-other-content-type'),
  )
  // A wrong request with a success as its answer is one mistake of the pact.
  if (hasStatus && expectsSuccess(interaction) && ofRequest.length > 0)
    return ofRequest.map((verdict) => ({
      ...verdict,
      kind: 'error',
      place: toPointer(interaction, verdict.place.split('/').slice(1)),
      exchanges: [],
    }))
  const rules = new Map([
    ...(expectsSuccess(interaction) ? rulesOfPlant : rulesOfError),
    ...verdicts.toReversed().map(({ place, rule }) => [place, rule] as const),
  ])
  const found = toFindings(mismatches, rules)
  if (found.length === 0) return fail(message)
  return found.map((finding) => ({ ...finding, place: toPlace(interaction, finding.place) }))
}

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
  return known.id === 'stored' || expected.status === 409 ? 'status-for-stored-id' : undefined
}

/** Names what the specification doesn't promise at a place in an answer. */
function describeLack({ response: { status, headerNames } }: PactInteraction, place: string): string {
  const [, part = '', name = ''] = place.split(/[.[]/)
  const isOpenBody = status !== 400 && !isSuccess(status)
  if (part === 'status') return 'the specification promises no status for this request'
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
    const rule = place === '$.status' ? findOpenRule(interaction, answered) : undefined
    return {
      kind: 'note',
      place: toPlace(interaction, place),
      problem: `${describeNeed(place, finding)}: ${describeLack(interaction, place)}`,
      exchanges: [],
      ...(rule !== undefined && { rule }),
    }
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
  const toNote = (problem: string, ...steps: string[]): ShownFinding => ({
    kind: 'note',
    place: toPointer(interaction, ['request', ...steps]),
    problem,
    exchanges: [],
  })
  const others = [...headers.keys()].filter((name) => !usualHeaders.test(name))
  const isOther = !acceptsJson.test(headers.get('accept') ?? operation.contentType)
  return [
    ...(answered?.isUntyped ? [toNote('a service may refuse a body without a content type', 'headers')] : []),
    ...(isOther
      ? [toNote(`a service may answer only with ${operation.contentType}`, 'headers', 'accept')]
      : []),
    ...others.map((name) => toNote(`the specification has no request header ${name}`, 'headers', name)),
    ...query.map((name) => toNote(`the specification has no query parameter ${name}`, 'query', name)),
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
