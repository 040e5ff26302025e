import type { Case, Judgment } from '../reports/judgment.ts'
import type { CaseResult, DiffReport } from './diff.ts'

const statuses = {
  same: ['passed', 'without a difference'],
  different: ['failed', 'different'],
  skipped: ['skipped', 'not compared'],
} as const

const headlines = {
  passed: 'The fake answers like the backend',
  failed: 'The fake and the backend differ',
  unjudged: "The backend can't be compared",
}

function toCase({ title, topic, status, problems, reason, real, fake }: CaseResult): Case {
  const [first, word] = statuses[status]
  const findings = [
    ...(real === undefined
      ? []
      : [{ severity: 'error' as const, problem: problems.join('; '), exchanges: [real] }]),
    ...(fake === undefined
      ? []
      : [
          {
            severity: 'note' as const,
            problem: 'the answer of the fake, if it runs at port 4010',
            exchanges: [fake],
          },
        ]),
  ]
  return {
    title,
    origin: topic,
    group: topic,
    className: 'plant-store.diff',
    status: first,
    word,
    ...(reason !== undefined && { reason }),
    findings,
  }
}

/** Converts a report of `diff` to the form that all report formats are written from. */
export function toJudgment(report: DiffReport): Judgment {
  const { url, startedAt, duration, requests, outcome, unjudged, cases } = report
  return {
    command: 'diff',
    subject: url,
    startedAt,
    duration,
    outcome,
    headline: headlines[outcome],
    noun: 'case',
    facts: [`${requests} requests`],
    ...(unjudged && { unjudged }),
    cases: cases.map(toCase),
    notes: [],
    remarks: [],
    data: report,
  }
}
