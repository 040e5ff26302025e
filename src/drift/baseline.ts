import { array, object, string, text } from '../options/schema.ts'
import type { CaseResult, DiffReport, KnownDifference } from './report.ts'

const words = text('a string that is not blank', /\S/)

/** The entry of a baseline. */
export const knownSchema = object(
  { difference: words, reason: words, cases: array(string) },
  ['difference', 'reason', 'cases'],
  true,
)

type Judged = Pick<DiffReport, 'outcome' | 'cases' | 'staleBaseline'>

/** Keeps some cases of the entries of a baseline, and the entries that then have one. */
const keepCases = (
  baseline: readonly KnownDifference[],
  isKept: (title: string, difference: string) => boolean,
): KnownDifference[] =>
  baseline
    .map((entry) => ({ ...entry, cases: entry.cases.filter((title) => isKept(title, entry.difference)) }))
    .filter(({ cases }) => cases.length > 0)

/**
 * Judges a comparison with a baseline: known differences don't fail it. What no case shows anymore is stale.
 *
 * @param isComplete whether cases that were not compared don't exist
 */
export function applyBaseline(
  { unjudged, cases }: { unjudged?: DiffReport['unjudged']; cases: readonly CaseResult[] },
  baseline: readonly KnownDifference[],
  isComplete: boolean,
): Judged {
  const judged = cases.map(({ status, ...one }): CaseResult => {
    if (status === 'same' || status === 'skipped') return { ...one, status }
    const differences = one.differences.map(({ reason: _, ...difference }) => {
      const known = baseline.find(
        (entry) => entry.difference === difference.stable && entry.cases.includes(one.title),
      )
      return { ...difference, ...(known && { reason: known.reason }) }
    })
    const isKnown = differences.every(({ reason }) => reason !== undefined)
    return { ...one, status: isKnown ? 'known' : 'different', differences }
  })
  function isStale(title: string, difference: string): boolean {
    const found = judged.find((one) => one.title === title)
    if (found === undefined || found.status === 'skipped') return found === undefined && isComplete
    return found.differences.every(({ stable }) => stable !== difference)
  }
  const hasFailed = judged.some(({ status }) => status === 'different')
  return {
    outcome: unjudged !== undefined ? 'unjudged' : hasFailed ? 'failed' : 'passed',
    cases: judged,
    staleBaseline: unjudged === undefined ? keepCases(baseline, isStale) : [],
  }
}

/** Makes the baseline with which a comparison passes: without what is stale, and with a reason for what is new. */
export function updateBaseline(
  { cases, staleBaseline }: DiffReport,
  baseline: readonly KnownDifference[],
  reason: string,
): KnownDifference[] {
  const isStale = (title: string, difference: string): boolean =>
    staleBaseline.some((entry) => entry.difference === difference && entry.cases.includes(title))
  const updated = new Map<string, KnownDifference[]>()
  for (const entry of keepCases(baseline, (...one) => !isStale(...one)))
    updated.set(entry.difference, [...(updated.get(entry.difference) ?? []), entry])
  for (const { title, differences } of cases)
    for (const { stable: difference } of differences.filter((one) => one.reason === undefined)) {
      const [first = { difference, reason, cases: [] }, ...others] = updated.get(difference) ?? []
      updated.set(difference, [{ ...first, cases: [...first.cases, title] }, ...others])
    }
  return [...updated.values()].flat()
}
