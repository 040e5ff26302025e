import { type Case, type Finding, type Judgment, type Note, toStaleNotes } from '../reports/judgment.ts'
import type { CaseResult, Difference, DiffReport, KnownDifference } from './report.ts'

const statuses = {
  same: ['passed', 'without a difference'],
  different: ['failed', 'different'],
  known: ['known', 'known to differ'],
  skipped: ['skipped', 'not compared'],
} as const

const headlines = {
  passed: 'The fake answers like the backend',
  failed: 'The fake and the backend differ',
  unjudged: "The backend can't be compared",
}

const join = (differences: readonly Difference[]): string =>
  differences.map(({ problem }) => problem).join('; ')

function toFindings({ differences, real = [], fake = [] }: CaseResult): Finding[] {
  const known = differences.filter(({ reason }) => reason !== undefined)
  const others = differences.filter(({ reason }) => reason === undefined)
  // The notes at the end list known differences in short, since nobody has to reproduce them.
  if (others.length === 0) return []
  const also: Finding = { severity: 'note', problem: `known: ${join(known)}`, exchanges: [] }
  return [
    { severity: 'error', problem: join(others), exchanges: real },
    { severity: 'note', problem: 'the answer of the fake, if it runs at port 4010', exchanges: fake },
    ...(known.length === 0 ? [] : [also]),
  ]
}

function toCase(result: CaseResult): Case {
  const { title, topic, status, differences, hint } = result
  const [first, word] = statuses[status]
  const reasons = [...new Set(differences.flatMap(({ reason }) => reason ?? []))]
  const reason = status === 'known' ? reasons.join('; ') : result.reason
  return {
    title,
    origin: topic,
    group: topic,
    className: 'plant-store.diff',
    status: first,
    word,
    ...(reason !== undefined && { reason }),
    findings: toFindings(result),
    ...(hint !== undefined && { hints: [hint] }),
  }
}

/** Lists the differences of cases that are known, each once. */
function findKnown(cases: readonly CaseResult[]): KnownDifference[] {
  const known = new Map<string, KnownDifference>()
  for (const { title, differences } of cases)
    for (const { stable, reason } of differences) {
      if (reason === undefined) continue
      const key = JSON.stringify([stable, reason])
      known.set(key, { difference: stable, reason, cases: [...(known.get(key)?.cases ?? []), title] })
    }
  return [...known.values()]
}

const toNote = ({ difference, reason, cases }: KnownDifference): Note => ({
  about: difference,
  text: reason,
  count: cases.length,
  examples: cases,
})

/** Says in a few words how a comparison ended. */
function toHeadline({ outcome, cases }: DiffReport): string {
  const hasKnown = cases.some(({ status }) => status === 'known')
  return headlines[outcome] + (outcome === 'passed' && hasKnown ? ', except for known differences' : '')
}

/** Converts a report of `diff` to the form that all report formats are written from, with remarks for its end. */
export function toJudgment(report: DiffReport, remarks: readonly string[] = []): Judgment {
  const { url, startedAt, duration, requests, outcome, unjudged, cases, staleBaseline } = report
  const known = findKnown(cases).map(toNote)
  return {
    command: 'diff',
    subject: url,
    startedAt,
    duration,
    outcome,
    headline: toHeadline(report),
    noun: 'case',
    facts: [`${requests} requests`],
    ...(unjudged && { unjudged }),
    cases: cases.map(toCase),
    notes: [
      ...(known.length === 0 ? [] : [{ title: 'Known differences', notes: known }]),
      ...toStaleNotes(staleBaseline.map(toNote)),
    ],
    remarks,
    data: report,
  }
}
