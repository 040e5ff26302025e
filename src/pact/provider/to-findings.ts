import { describeValue } from '../../options/problems.ts'
import type { ShownFinding } from '../../reports/report.ts'
import type { ShownExchange } from '../../reports/show.ts'
import { toPactFinding } from '../report.ts'
import type { PactMismatch, VerifiedInteraction } from './run-verifier.ts'

function toPlace({ type, path = '', key = '' }: PactMismatch): string {
  if (type === 'StatusMismatch') return '$.status'
  if (type === 'HeaderMismatch') return `$.headers.${key.toLowerCase()}`
  if (type === 'BodyTypeMismatch') return '$.headers.content-type'
  return type === 'BodyMismatch' ? path.replace(/^\$|^\//, '$.body') : ''
}

// Values of bodies are JSON already.
const show = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : describeValue(value || undefined)

const convert = (mismatch: PactMismatch): ShownFinding => ({
  ...toPactFinding('error', mismatch.mismatch ?? '', toPlace(mismatch)),
  ...('expected' in mismatch && { expected: show(mismatch.expected) }),
  ...('actual' in mismatch && { actual: show(mismatch.actual) }),
})

const toClass = (status: unknown): string => String(status).charAt(0)

/** Converts what Pact's verifier says about an interaction; the first finding has its exchange. */
export function toFindings(
  { result, mismatch = {} }: VerifiedInteraction,
  exchange: ShownExchange | undefined,
): ShownFinding[] {
  if (result === 'OK') return []
  const { mismatches: all = [], message = `Pact's verifier says ${result}` } = mismatch
  // If the service rejects a request that should succeed, or the other way around, everything else differs as well.
  const status = all.find(
    ({ type, expected, actual }) => type === 'StatusMismatch' && toClass(expected) !== toClass(actual),
  )
  // Pact's order differs from run to run, and it reports a content type twice.
  const byPlace = new Map(
    (status ? [status] : all).map((one) => [`${toPlace(one)} ${one.path}`, convert(one)]),
  )
  const sorted = [...byPlace.values()].toSorted((one, other) => (one.place < other.place ? -1 : 1))
  const [first = toPactFinding('error', exchange?.failure ?? message), ...others] = sorted
  return [{ ...first, exchanges: exchange ? [exchange] : [] }, ...others]
}
