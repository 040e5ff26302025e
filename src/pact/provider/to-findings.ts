import { isSuccess } from '../../http/exchange.ts'
import { isBroken } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { judgeExchange } from '../../judge/judge-exchange.ts'
import { describeValue } from '../../options/problems.ts'
import type { ShownFinding } from '../../reports/report.ts'
import { toError, toNote } from '../report.ts'
import { stateNames, toKnown } from '../states/provider-states.ts'
import type { Mismatch, VerifiedInteraction } from '../verifier/run-verifier.ts'
import type { Turn } from './take-turns.ts'

/** The place of the content type of an answer. */
export const contentType = '$.headers.content-type'

function toPlace({ type, path = '', key, mismatch = '' }: Mismatch): string | undefined {
  if (type === 'StatusMismatch') return '$.status'
  if (type === 'HeaderMismatch') return `$.headers.${key?.toLowerCase()}`
  if (type === 'BodyTypeMismatch') return contentType
  if (type !== 'BodyMismatch') return undefined
  const [, missing] = /missing the following keys: (\w+)/.exec(mismatch) ?? []
  const [, member] = /^\$(?:\.|\[')(\w+)/.exec(path) ?? []
  // An empty body has the path of a folder.
  const inner = path.startsWith('$') ? path.slice(1) : ''
  // For a missing member, the mismatch is about the body.
  const own = missing ?? member
  return inner === '' && own !== undefined ? `$.body.${own}` : `$.body${inner}`
}

function show(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  // Values of bodies are JSON already.
  return typeof value === 'string' ? value : describeValue(value)
}

/** Names the rules that the answer breaks, by places; the pact says which states the service is in. */
function findRules({ states, exchange }: Turn, expected: number, base: URL): ReadonlyMap<string, RuleId> {
  if (exchange?.outcome.kind !== 'answer') return new Map()
  const { answer } = exchange.outcome
  const known = toKnown(states, expected)
  // A pact that expects success says that the request can succeed in its states, but without states an id may be stored.
  const isStored = answer.status === 409 && states.length === 0
  const id = known.id ?? (isSuccess(expected) && !isStored ? 'free' : undefined)
  const basePath = base.pathname.replace(/\/$/, '')
  const broken = judgeExchange(exchange.request, answer, { ...known, id, basePath }).filter(isBroken)
  return new Map(broken.toReversed().map(({ place, rule }) => [place, rule]))
}

function toFinding(mismatch: Mismatch, rules: ReadonlyMap<string, RuleId>): ShownFinding {
  const { expected, actual } = mismatch
  // The state of Pact's parser of dates says nothing to a reader.
  const [text = ''] = (mismatch.mismatch ?? '').split(': Error(Nom(')
  const problem =
    / to match '[^^]/.test(text) && text.endsWith("'")
      ? `${text}, which Pact's verifier matches with the whole text`
      : text
  const place = toPlace(mismatch)
  const rule = rules.get(`/response${place?.slice(1).replaceAll('.', '/')}`)
  return {
    ...toError(problem, place),
    ...(expected !== undefined && { expected: show(expected) }),
    ...('actual' in mismatch && { actual: show(actual) }),
    ...(rule !== undefined && { rule }),
  }
}

const toRange = (status: unknown): number => Math.floor(Number(status) / 100)

/** Merges the mismatches of an interaction with the judge's findings at the same places, and drops those that follow from another. */
export function toFindings(
  mismatches: readonly Mismatch[],
  rules: ReadonlyMap<string, RuleId> = new Map(),
): ShownFinding[] {
  const status = mismatches.find(({ type }) => type === 'StatusMismatch')
  // If the service refuses a request that should succeed, or the other way around, everything else differs as well.
  if (status !== undefined && toRange(status.actual) !== toRange(status.expected))
    return [toFinding(status, rules)]
  const others = mismatches.filter((mismatch) => mismatch !== status).map((one) => toFinding(one, rules))
  // Pact's order differs from run to run.
  const sorted = others.toSorted(({ place: one }, { place: other }) => (one < other ? -1 : 1))
  const findings = status === undefined ? sorted : [toFinding(status, rules), ...sorted]
  // Pact reports a content type twice: for the body and as a header.
  const first = findings.find(({ place }) => place === contentType)
  return findings.filter((finding) => finding.place !== contentType || finding === first)
}

const missingState = toNote(
  `the id may be stored already. In the state "${stateNames.noPlant}", another one is sent if that is so`,
)

/** Returns the findings of an interaction. It passed only if Pact's verifier says so and all its states were set up. */
export function judgeTurn(
  turn: Turn,
  { result, mismatch = {} }: VerifiedInteraction,
  expected: number,
  base: URL,
): ShownFinding[] {
  const { exchange, failures, states } = turn
  if (failures.length > 0) return failures.map((problem) => toError(problem))
  if (result === 'OK') return []
  const findings = toFindings(mismatch.mismatches ?? [], findRules(turn, expected, base))
  const isUnstated = states.length === 0 && findings.some(({ rule }) => rule === 'status-for-stored-id')
  if (findings.length > 0) return [...findings, ...(isUnstated ? [missingState] : [])]
  const outcome = exchange?.outcome
  const silence = outcome === undefined || outcome.kind === 'answer' ? mismatch.message : outcome.message
  const problem = silence ?? `Pact's verifier says ${result}`
  // Pact's verifier can't send every request.
  return [{ ...toError(problem), ...(exchange && { rule: 'answers-every-request' }) }]
}
