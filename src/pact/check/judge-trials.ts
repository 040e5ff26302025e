import { operation } from '../../contract/generated/operation.ts'
import { isSuccess } from '../../http/exchange.ts'
import { isBroken, type Verdict } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { judgeExchange, ruleOfStatus } from '../../judge/judge-exchange.ts'
import { getRule, toStatusRule } from '../../judge/rules.ts'
import type { ShownFinding } from '../../reports/report.ts'
import { expectsSuccess, type PactInteraction, toPointer } from '../file/pact-interaction.ts'
import { contentType, toFindings } from '../provider/to-findings.ts'
import { toError, toNote } from '../report.ts'
import type { Asked, VariantTrial } from './ask-variant.ts'
import { toExpected } from './oblige.ts'

/** The rules about places of a 200, for what only a matcher or a generator of the pact contradicts. */
const rulesOfPlant: readonly [place: string, rule: RuleId][] = [
  ['/response/status', 'created-status'],
  ['/response/headers/content-type', 'created-content-type'],
  ['/response/body', 'created-is-json'],
  ['/response/body/name', 'plant-echoes-name'],
  ['/response/body/tag', 'plant-echoes-tag'],
]

/** Moves a finding from its place in an answer, such as `$.body.name[0]`, to the one in the pact. */
function move(interaction: PactInteraction, finding: ShownFinding): ShownFinding {
  const [, ...steps] = finding.place.replace(/\[(\d+)\]/g, '.$1').split('.')
  return { ...finding, place: toPointer(interaction, ['response', ...steps]) }
}

/** Moves a verdict from its place in a request to the one in the pact. */
const toShown = (interaction: PactInteraction, verdict: Verdict): ShownFinding => ({
  ...verdict,
  place: toPointer(interaction, verdict.place.split('/').slice(1)),
  exchanges: [],
})

const unreadable =
  "Pact's verifier can't judge the interaction, and doesn't say why: a pattern may take too long, or the status is none of HTTP"

/** Says what contradicts the specification in an interaction that no variant keeps. */
function explainContradiction({ interaction, results: [result], asked }: VariantTrial): ShownFinding[] {
  const fail = (problem: string): ShownFinding[] => [toError(problem, interaction.pointer)]
  if (result === undefined) return fail(unreadable)
  const { mismatches = [], message = `Pact's verifier says ${result.result}` } = result.mismatch ?? {}
  if (asked === undefined) return fail(message)
  const isCreated = expectsSuccess(interaction)
  const { known } = interaction
  const id = known.id ?? (isCreated ? 'free' : undefined)
  const verdicts = judgeExchange(asked.request, toExpected(interaction), { ...known, id }).filter(isBroken)
  const isEmpty = verdicts.some(({ rule }) => rule === 'refuses-empty-body')
  // A request without a body needs no content type.
  const ofRequest = verdicts.filter(
    ({ place, rule }) => place.startsWith('/request/') && !(isEmpty && rule === 'refuses-other-content-type'),
  )
  const hasStatus = mismatches.some(({ type }) => type === 'StatusMismatch')
  // A wrong request with a success as its answer is one mistake of the pact.
  if (hasStatus && isCreated && ofRequest.length > 0)
    return ofRequest.map((verdict) => ({ ...toShown(interaction, verdict), kind: 'error' }))
  const found = toFindings(
    mismatches,
    new Map([
      ...(isCreated ? rulesOfPlant : [['/response/body/error', 'error-has-error'] as const]),
      ...verdicts.toReversed().map(({ place, rule }) => [place, rule] as const),
    ]),
  )
  return found.length === 0 ? fail(message) : found.map((finding) => move(interaction, finding))
}

/** Names the open rule that leaves the status of an answer open, and what the specification promises instead. */
function explainStatus(interaction: PactInteraction, { request, limit, isRefusable }: Asked) {
  const { response, known } = interaction
  const { status } = response
  const isStored = known.id === 'stored'
  const refusal = judgeExchange(request, undefined, known).find(({ kind }) => kind === 'error')
  const ofStatus = isStored ? 'status-for-stored-id' : ruleOfStatus[status]
  const rule = limit ?? (refusal ? toStatusRule(refusal.rule) : ofStatus)
  const isPlain = refusal === undefined && limit === undefined && !isRefusable && !isSuccess(status)
  const lack = isPlain
    ? 'promises a 200, unless the id is stored, the token is refused, or a state prevents it'
    : 'promises no status for this request'
  return { lack, ...(rule !== undefined && { rule }) }
}

/** Names what the specification doesn't promise at a place in an answer. */
function describeLack({ response: { status, headerNames } }: PactInteraction, place: string): string {
  const [, part = '', name = ''] = place.split(/[.[]/)
  const isOpenBody = status !== 400 && !isSuccess(status)
  if (isOpenBody && (part === 'body' || place === contentType)) return `promises no body for a ${status}`
  if (place === contentType) return `promises only ${operation.contentType}, with any parameters`
  if (part === 'headers') return `promises no header ${headerNames.get(name) ?? name}`
  if (status === 400 && name === 'error') return 'promises no number'
  if (status === 400 && name === 'message') return 'promises no text'
  return name === '' ? 'allows more members' : `promises no member ${name}`
}

/** Says what an interaction needs at a place, as in: the message is "name is missing". */
function describeNeed({ place, problem, expected }: ShownFinding): string {
  const [, part = '', name = part] = /^\$\.(\w+)(?!\w)\.?(.+)?$/s.exec(place) ?? []
  const isExact = place === contentType || /^expected \d+ but| to be equal to /.test(problem)
  return isExact && name !== 'body' ? `the ${name} is ${expected}` : problem
}

/** Says what an interaction leans on that a variant doesn't keep. */
function explainLeaning({ interaction, results: [result], asked }: VariantTrial): ShownFinding[] {
  if (asked === undefined) return []
  const { headers, status } = interaction.response
  const found = toFindings(result?.mismatch?.mismatches ?? [])
  // A 400 is an Error, but another refusal may have any body.
  const ofStatus = status === 400 && found.find(({ place }) => place === '$.status')
  return (ofStatus ? [ofStatus] : found).map((finding) => {
    // Without a header of its own, the content type is that of the body.
    const isOfBody = finding.place === contentType && !headers.has('content-type')
    const place = isOfBody ? '$.body' : finding.place
    const { lack, ...rule } =
      place === '$.status' ? explainStatus(interaction, asked) : { lack: describeLack(interaction, place) }
    const problem = `${describeNeed({ ...finding, place })}: the specification ${lack}`
    return { ...move(interaction, toNote(problem, place)), ...rule }
  })
}

const isRecommended = ({ rule }: Pick<ShownFinding, 'rule'>): boolean =>
  rule !== undefined && ['should', 'protocol'].includes(getRule(rule).level)

/** Makes a finding about what standards only recommend a note. */
const soften = (finding: ShownFinding): ShownFinding =>
  isRecommended(finding)
    ? { ...finding, kind: 'note', problem: `${finding.problem}: the rule about it is only recommended` }
    : finding

/** Notes states in which a service may refuse a plant or its token, although the variants don't. */
function noteStates(interaction: PactInteraction): ShownFinding[] {
  const place = `${interaction.pointer}/providerStates`
  const sent = Object(interaction.request.body?.value) as Record<string, unknown>
  const isRepeated = interaction.states.some(
    ({ params }) => params['name'] !== undefined && params['name'] === sent['name'],
  )
  if (isRepeated && interaction.known.id === 'stored')
    return [
      { ...toNote('a service may refuse a name that is stored already', place), rule: 'repeated-texts' },
    ]
  const names = interaction.states
    .filter((state) => state.name !== '' && state.own === undefined)
    .map(({ name }) => `"${name}"`)
  const isNamed = names.length > 0 && (expectsSuccess(interaction) || interaction.response.status === 401)
  const problem = `the kit doesn't know the state ${names.join(' and ')}, so it judges the interaction without it`
  return isNamed ? [toNote(problem, place)] : []
}

const isKept = ({ results: [result] }: VariantTrial): boolean => result?.result === 'OK'

/** Judges an interaction by what Pact's verifier says about each variant; the obliging one comes first. */
export function judgeTrials(trials: readonly VariantTrial[]): ShownFinding[] {
  const [obliging] = trials
  if (obliging === undefined) return []
  const { asked, interaction } = obliging
  if (!trials.some(isKept)) return explainContradiction(obliging).map(soften)
  const doubts = (asked?.doubts ?? []).map(({ problem, steps, rule }) => ({
    ...toNote(problem, toPointer(interaction, ['request', ...steps])),
    ...(rule !== undefined && { rule }),
  }))
  // The specification lists no such operation, whatever answer the pact expects; or no such parameter.
  const ofRequest = asked ? judgeExchange(asked.request, undefined, interaction.known) : []
  const wrong = ofRequest.filter(({ kind }) => kind === 'error')
  const unlisted = ofRequest.filter(({ kind }) => kind === 'note')
  const isOther = unlisted.some(({ place }) => !place.startsWith('/request/query/'))
  const leaning = trials.filter((one) => !isKept(one) && !isOther)
  const all = [
    ...doubts,
    ...noteStates(interaction),
    ...(wrong.every(isRecommended) ? wrong.map((verdict) => soften(toShown(interaction, verdict))) : []),
    ...unlisted.map((verdict) => toShown(interaction, verdict)),
    ...leaning.flatMap(explainLeaning),
  ]
  // Several variants may show the same.
  return all.filter((one, index) => all.findIndex(({ place }) => place === one.place) === index)
}
