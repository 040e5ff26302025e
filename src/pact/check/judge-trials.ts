import { isBroken, type Verdict } from '../../judge/finding.ts'
import { judgeExchange } from '../../judge/judge-exchange.ts'
import { getRule } from '../../judge/rules.ts'
import type { ShownFinding } from '../../reports/report.ts'
import { expectsSuccess, type PactInteraction, toPointer } from '../file/pact-interaction.ts'
import { contentType, toFindings } from '../provider/to-findings.ts'
import { toError, toNote } from '../report.ts'
import type { VariantTrial } from './ask-variant.ts'
import { toExpected } from './oblige.ts'

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
function explainContradiction({
  interaction,
  results: [result],
  failure,
  asked,
}: VariantTrial): ShownFinding[] {
  const fail = (problem: string): ShownFinding[] => [toError(problem, interaction.pointer)]
  if (result === undefined) return fail(failure?.replace(/^Failed to load pact '.*?' - /, '') ?? unreadable)
  const { mismatches = [], message = `Pact's verifier says ${result.result}` } = result.mismatch ?? {}
  if (asked === undefined) return fail(message)
  const isCreated = expectsSuccess(interaction)
  const { known } = interaction
  const id = known.id ?? (isCreated ? 'free' : undefined)
  const verdicts = judgeExchange(asked, toExpected(interaction), { ...known, id }).filter(isBroken)
  const ofRequest = verdicts.filter(({ place }) => place.startsWith('/request/'))
  const hasStatus = mismatches.some(({ type }) => type === 'StatusMismatch')
  // A wrong request with a success as its answer is one mistake of the pact.
  if (hasStatus && isCreated && ofRequest.length > 0)
    return ofRequest.map((verdict) => ({ ...toShown(interaction, verdict), kind: 'error' }))
  const rules = new Map(verdicts.toReversed().map(({ place, rule }) => [place, rule]))
  const found = toFindings(mismatches, rules)
  return found.length === 0 ? fail(message) : found.map((finding) => move(interaction, finding))
}

/** Says what an interaction leans on that a variant doesn't keep. */
function explainLeaning({ interaction, results: [result] }: VariantTrial): ShownFinding[] {
  const { headers, status } = interaction.response
  const found = toFindings(result?.mismatch?.mismatches ?? [])
  // A 400 is an Error, but another refusal may have any body.
  const ofStatus = status === 400 && found.find(({ place }) => place === '$.status')
  return (ofStatus ? [ofStatus] : found).map((finding) => {
    // Without a header of its own, the content type is that of the body.
    const isOfBody = finding.place === contentType && !headers.has('content-type')
    const place = isOfBody ? '$.body' : finding.place
    const { expected, problem } = finding
    const isExact = place === contentType || /^expected \d+ but| to be equal to /.test(problem)
    const need = isExact ? `the consumer relies on ${expected}` : problem
    return move(interaction, toNote(`${need}, which the specification doesn't promise`, place))
  })
}

const isRecommended = ({ rule }: Pick<ShownFinding, 'rule'>): boolean =>
  rule !== undefined && ['should', 'protocol'].includes(getRule(rule).level)

/** Makes a finding about what standards only recommend a note. */
const soften = (finding: ShownFinding): ShownFinding =>
  isRecommended(finding)
    ? { ...finding, kind: 'note', problem: `${finding.problem}: the rule about it is only recommended` }
    : finding

/** Notes states that the kit doesn't know, in which a service may refuse a plant or its token. */
function noteStates(interaction: PactInteraction): ShownFinding[] {
  const place = `${interaction.pointer}/providerStates`
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
  const { asked, doubts = [], interaction } = obliging
  if (!trials.some(isKept)) return explainContradiction(obliging).map(soften)
  // The specification lists no such operation, whatever answer the pact expects; or no such parameter.
  const ofRequest = asked ? judgeExchange(asked, undefined, interaction.known) : []
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
