import { toEntryNote, toStaleNotes } from '../reports/baseline.ts'
import { type BaselineEntry, type Case, type Judged, type Report, toNotes } from '../reports/report.ts'
import type { UnjudgedKind } from '../verify/report.ts'
import { groupCases } from './group-cases.ts'

/** A difference that is known, why it is accepted, and the titles of the cases that show it. */
export interface KnownDifference extends BaselineEntry {
  /** What differs, without texts that vary between runs. */
  difference: string
  cases: readonly string[]
}

/** How a fake and a real service differ; the group of a case is its topic. */
export interface DiffReport extends Report, Judged<KnownDifference> {
  /** Why the comparison could not start or finish; `cases` has the cases that ran before. */
  unjudged?: { kind: UnjudgedKind; message: string }
  requests: number
}

const headlines = {
  passed: 'The fake answers like the service',
  failed: 'The fake and the service differ',
  unjudged: "The service can't be compared",
}

/** Lists the known differences that cases show, each once. */
function findKnown(cases: readonly Case[], baseline: readonly KnownDifference[]): KnownDifference[] {
  const shows = (difference: string, title: string): boolean =>
    cases.some((one) => one.title === title && one.findings.some(({ stable }) => stable === difference))
  return baseline
    .map((entry) => ({ ...entry, cases: entry.cases.filter((title) => shows(entry.difference, title)) }))
    .filter(({ cases: shown }) => shown.length > 0)
}

/** Makes a report from the end of a run, and its cases judged with a baseline; `toHint` says how the fake could follow the service. */
export function toReport(
  end: Pick<DiffReport, 'subject' | 'startedAt' | 'duration' | 'requests' | 'unjudged'>,
  { cases, staleBaseline: stale }: Judged<KnownDifference>,
  baseline: readonly KnownDifference[],
  toHint: Parameters<typeof groupCases>[1],
): DiffReport {
  const has = (wanted: Case['status']): boolean => cases.some(({ status }) => status === wanted)
  const outcome = end.unjudged !== undefined ? 'unjudged' : has('failed') ? 'failed' : 'passed'
  const isExcused = outcome === 'passed' && has('known')
  const staleBaseline = end.unjudged === undefined ? stale : []
  return {
    command: 'diff',
    ...end,
    outcome,
    headline: headlines[outcome] + (isExcused ? ', except for known differences' : ''),
    noun: 'case',
    facts: [`${end.requests} requests`],
    cases: groupCases(cases, toHint),
    notes: [
      ...toNotes('Known differences', findKnown(cases, baseline).map(toEntryNote)),
      ...toStaleNotes(staleBaseline),
    ],
    remarks: [],
    staleBaseline,
  }
}
