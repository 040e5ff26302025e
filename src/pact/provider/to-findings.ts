import { describeValue } from '../../options/problems.ts'
import type { ShownFinding } from '../../reports/report.ts'
import { toFinding } from '../report.ts'
import type { Mismatch, VerifiedInteraction } from '../verifier/run-verifier.ts'
import type { Turn } from './run-pacts.ts'

const contentType = '$.headers.content-type'

function toPlace({ type, path = '', key, mismatch = '' }: Mismatch): string {
  if (type === 'StatusMismatch') return '$.status'
  if (type === 'HeaderMismatch') return `$.headers.${key?.toLowerCase()}`
  if (type === 'BodyTypeMismatch') return contentType
  if (type !== 'BodyMismatch') return ''
  const [, missing] = /missing the following keys: (\w+)/.exec(mismatch) ?? []
  // An empty body has the path of a folder. For a missing property, the mismatch is about what it is missing in.
  const inner = path.startsWith('$') ? path.slice(1) : ''
  return `$.body${inner}${missing === undefined ? '' : `.${missing}`}`
}

function show(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  // Values of bodies are JSON already.
  return typeof value === 'string' ? value : describeValue(value)
}

const convert = (mismatch: Mismatch): ShownFinding => ({
  ...toFinding('error', mismatch.mismatch ?? '', toPlace(mismatch)),
  ...(mismatch.expected !== undefined && { expected: show(mismatch.expected) }),
  ...('actual' in mismatch && { actual: show(mismatch.actual) }),
})

const toRange = (status: unknown): number => Math.floor(Number(status) / 100)

/** Converts the mismatches of an interaction, without those that follow from another. */
function toFindings(mismatches: readonly Mismatch[]): ShownFinding[] {
  const status = mismatches.find(({ type }) => type === 'StatusMismatch')
  // If the service rejects a request that should succeed, or the other way around, everything else differs as well.
  if (status !== undefined && toRange(status.actual) !== toRange(status.expected)) return [convert(status)]
  const others = mismatches.filter((mismatch) => mismatch !== status).map(convert)
  // Pact's order differs from run to run.
  const sorted = others.toSorted(({ place: one }, { place: other }) => (one < other ? -1 : 1))
  const findings = status === undefined ? sorted : [convert(status), ...sorted]
  // Pact reports a content type twice: for the body and as a header.
  const first = findings.find(({ place }) => place === contentType)
  return findings.filter((finding) => finding.place !== contentType || finding === first)
}

/** Returns the findings of an interaction. It passed only if Pact's verifier says so and all its states were set up. */
export function judgeTurn(
  { exchange, failures }: Turn,
  { result, mismatch = {} }: VerifiedInteraction,
): ShownFinding[] {
  if (failures.length > 0) return failures.map((problem) => toFinding('error', problem))
  if (result === 'OK') return []
  const findings = toFindings(mismatch.mismatches ?? [])
  if (findings.length > 0) return findings
  const outcome = exchange?.outcome
  const silence = outcome === undefined || outcome.kind === 'answer' ? mismatch.message : outcome.message
  return [toFinding('error', silence ?? `Pact's verifier says ${result}`)]
}
