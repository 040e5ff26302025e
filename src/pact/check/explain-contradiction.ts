import { isBroken, type Verdict } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { judgeExchange } from '../../judge/judge-exchange.ts'
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

/** Converts a place in an answer, such as `$.body.name[0]`, to the one in the pact. */
export const toPlace = (interaction: PactInteraction, place: string): string =>
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
export function explainContradiction(interaction: PactInteraction, obliging: Outcome): ShownFinding[] {
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
