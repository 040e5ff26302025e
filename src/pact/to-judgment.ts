import type { Case, Finding, Judgment } from '../reports/judgment.ts'
import { type TextOptions, toText } from '../reports/to-text.ts'
import type { InteractionResult, PactFinding, PactReport } from './pact-report.ts'

const headlines = {
  passed: 'Every interaction passed',
  failed: 'Interactions failed',
  unverified: "The provider can't be verified",
}

const outcomes = { passed: 'passed', failed: 'failed', unverified: 'unjudged' } as const

/** Describes a finding: its place, the problem, and the expected and the actual value. */
function describeProblem({ place, problem, expected = '', actual = '' }: PactFinding): string {
  // Pact's own words often name both values.
  const isNamed =
    problem.includes(expected.replaceAll('"', '')) && problem.includes(actual.replaceAll('"', ''))
  const values = isNamed ? '' : ` (expected ${expected}, got ${actual})`
  return `${place === undefined ? '' : `${place}: `}${problem}${values}`
}

const toFinding = (finding: PactFinding, exchange: InteractionResult['exchange']): Finding => ({
  severity: finding.severity,
  problem: describeProblem(finding),
  ...(finding.rule !== undefined && { rule: finding.rule }),
  exchanges: exchange === undefined ? [] : [exchange],
})

const toCase = ({
  pact,
  consumer,
  description,
  states,
  status,
  findings,
  exchange,
}: InteractionResult): Case => ({
  title: `${consumer}: ${description}`,
  origin: [pact, states.length > 0 && `given ${states.join(' and ')}`].filter(Boolean).join('; '),
  group: consumer,
  className: `pact.${consumer}`,
  status: status === 'pending' ? 'warning' : status,
  word: status,
  // The exchange is the same for all findings.
  findings: findings.map((finding, index) => toFinding(finding, index === 0 ? exchange : undefined)),
})

/** Converts a report about pacts to the form that all report formats are written from. */
export function toJudgment(report: PactReport): Judgment {
  const { command, subject, startedAt, duration, outcome, unverified, interactions } = report
  const cases = interactions.map(toCase)
  const notes = report.notes.map((text) => ({ about: command, text }))
  return {
    command,
    subject,
    startedAt,
    duration,
    outcome: outcomes[outcome],
    headline: headlines[outcome],
    noun: 'interaction',
    facts: [],
    ...(unverified !== undefined && { unjudged: unverified }),
    cases,
    notes: notes.length === 0 ? [] : [{ title: 'Notes', isWarning: true, notes }],
    remarks: [],
    data: report,
  }
}

/** Writes a report about pacts as text for people: the verdict, the findings of each interaction, and the verdict again. */
export const describePactReport = (report: PactReport, options?: TextOptions): string =>
  toText(toJudgment(report), options)
