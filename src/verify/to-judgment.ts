import {
  type Case,
  type CaseStatus,
  describeSection,
  type Finding,
  type Judgment,
} from '../reports/judgment.ts'
import {
  isFailure,
  type Note,
  type Report,
  type RuleResult,
  type ShownCause,
  type ShownFinding,
} from './report.ts'

/** The sections of the specification that have rules. */
const sections: Readonly<Record<string, string>> = {
  '2': 'Resources and their fields',
  '4': 'Endpoints',
  '5': 'Authentication',
  '7': 'Errors',
  '8': 'Limits',
}

const words = {
  failed: 'broken',
  warning: 'broken (warnings)',
  known: 'known to be broken',
  passed: 'kept',
} as const

const skipped: Partial<Record<RuleResult['status'], string>> = { hidden: 'hidden', untried: 'not tried' }

function toGroup(section: string): string {
  const [, number = ''] = /^(\d)/.exec(section) ?? []
  return number === '' ? 'Standards' : `Section ${number}, ${sections[number]}`
}

function toStatus(report: Report, result: RuleResult): CaseStatus {
  if (isFailure(report, result)) return 'failed'
  if (result.status === 'broken') return 'warning'
  if (result.status === 'known') return 'known'
  return result.status === 'kept' ? 'passed' : 'skipped'
}

const toFinding = ({ title, problem, exchanges, alike }: ShownCause): Finding => ({
  severity: 'error',
  problem,
  tried: title,
  exchanges,
  ...(alike !== undefined && { alike }),
})

const toHints = ({ more = 0, hints = [] }: ShownFinding): string[] => [
  ...(more === 0 ? [] : [`The rule has ${more} more ${more === 1 ? 'cause' : 'causes'}.`]),
  ...hints,
]

function toCase(report: Report, result: RuleResult): Case {
  const { rule, tries, reason, finding } = result
  const status = toStatus(report, result)
  return {
    title: rule.id,
    statement: rule.statement,
    origin: `${rule.level}, ${describeSection(rule.section)}`,
    group: toGroup(rule.section),
    className: `plant-store.${rule.level}`,
    status,
    word: skipped[result.status] ?? words[status === 'skipped' ? 'passed' : status],
    tries,
    ...(reason !== undefined && { reason }),
    findings: finding === undefined ? [] : [finding, ...(finding.others ?? [])].map(toFinding),
    ...(finding !== undefined && { hints: toHints(finding), again: finding.repeat }),
  }
}

const toNotes = (title: string, results: readonly RuleResult[]): Judgment['notes'] => {
  const notes = results.flatMap(({ rule, notes: observed }) =>
    observed.map(({ note, count, subjects }: Note) => ({
      about: rule.id,
      text: note,
      count,
      examples: count > subjects.length ? [...subjects, '…'] : subjects,
    })),
  )
  return notes.length === 0 ? [] : [{ title, notes }]
}

function describePlantsLeft({ plantsLeft }: Report): string[] {
  const [first, ...more] = plantsLeft
  if (first === undefined) return []
  if (more.length === 0) return [`The run left 1 plant behind: ${first}.`]
  const shown = plantsLeft.slice(0, 5).join(', ')
  return [`The run left ${plantsLeft.length} plants behind: ${shown}${plantsLeft.length > 5 ? ', …' : ''}.`]
}

const describeLeftOut = ({ leftOut }: Report): string[] =>
  leftOut.length === 0
    ? []
    : [`The service is slow, so the run sent only ${leftOut.join(', ')}. Pass --thorough to send all.`]

const headlines = {
  passed: 'Every rule is kept',
  failed: 'Rules are broken',
  unjudged: "The service can't be judged",
}

/** Converts a report of `verify` to the form that all report formats are written from, with remarks for its end. */
export function toJudgment(report: Report, remarks: readonly string[] = []): Judgment {
  const selected = report.rules.filter(({ status }) => status !== 'open')
  const isEndedEarly = report.unjudged !== undefined && report.unjudged.kind !== 'untried'
  // One sentence says how many rules a run that ended early didn't try.
  const judged = isEndedEarly ? selected.filter(({ status }) => status !== 'untried') : selected
  const open = report.rules.filter(({ status }) => status === 'open')
  const cases = judged.map((result) => toCase(report, result))
  const stale = report.staleBaseline.map(({ rule, reason }) => ({ about: rule, text: reason }))
  return {
    command: 'verify',
    subject: report.url,
    startedAt: report.startedAt,
    duration: report.duration,
    outcome: report.outcome,
    headline: headlines[report.outcome],
    noun: 'rule',
    facts: [`${report.requests} ${report.requests === 1 ? 'request' : 'requests'}`, `seed ${report.seed}`],
    ...(report.unjudged !== undefined && { unjudged: report.unjudged }),
    cases,
    notes: [
      ...toNotes('Observed where the specification is silent', open),
      ...toNotes('Failed once, and not when tried again', judged),
      ...(stale.length === 0
        ? []
        : [{ title: 'Baseline entries that no longer fail', isWarning: true, notes: stale }]),
    ],
    remarks: [
      ...(judged.length > 0 && judged.length < selected.length
        ? [`The run ended after it had judged ${judged.length} of ${selected.length} rules.`]
        : []),
      ...describeLeftOut(report),
      ...describePlantsLeft(report),
      ...remarks,
    ],
    data: report,
  }
}
