import {
  type Case,
  type CaseStatus,
  describeSection,
  type Finding,
  type Judgment,
  toStaleNotes,
} from '../reports/judgment.ts'
import { isFailure, type Report, type RuleResult, type RuleStatus, type ShownCause } from './report.ts'

/** The sections of the specification that have rules. */
const sections: Readonly<Record<string, string>> = {
  '2': 'Resources and their fields',
  '4': 'Endpoints',
  '5': 'Authentication',
  '7': 'Errors',
  '8': 'Limits',
}

const statuses: Readonly<Record<RuleStatus, readonly [status: CaseStatus, word: string]>> = {
  kept: ['passed', 'kept'],
  broken: ['warning', 'with a warning'],
  known: ['known', 'known to be broken'],
  hidden: ['skipped', 'hidden'],
  untried: ['skipped', 'not tried'],
  open: ['skipped', 'open'],
}

const toFinding = ({ title, problem, exchanges, alike }: ShownCause): Finding => ({
  severity: 'error',
  problem,
  tried: title,
  exchanges,
  ...(alike !== undefined && { alike }),
})

function toCase(report: Report, result: RuleResult): Case {
  const { rule, tries, reason, finding } = result
  const [status, word] = isFailure(report, result) ? (['failed', 'broken'] as const) : statuses[result.status]
  const [number = ''] = rule.section.match(/^\d/) ?? []
  const { more = 0, hints = [], others = [] } = finding ?? {}
  const causes = more === 0 ? [] : [`The rule has ${more} more ${more === 1 ? 'cause' : 'causes'}.`]
  return {
    title: rule.id,
    statement: rule.statement,
    origin: `${rule.level}, ${describeSection(rule.section)}`,
    group: number === '' ? 'Standards' : `Section ${number}, ${sections[number]}`,
    className: `plant-store.${rule.level}`,
    status,
    word,
    tries,
    ...(reason !== undefined && { reason }),
    findings: finding === undefined ? [] : [finding, ...others].map(toFinding),
    ...(finding !== undefined && { hints: [...causes, ...hints], again: finding.repeat }),
  }
}

const toNotes = (title: string, results: readonly RuleResult[]): Judgment['notes'] => {
  const notes = results.flatMap(({ rule, notes: observed }) =>
    observed.map(({ note, count, subjects }) => ({
      about: rule.id,
      text: note,
      count,
      examples: count > subjects.length ? [...subjects, '…'] : subjects,
    })),
  )
  return notes.length === 0 ? [] : [{ title, notes }]
}

function describePlantsLeft({ plantsLeft }: Report): string[] {
  const { length } = plantsLeft
  if (length === 0) return []
  const shown = plantsLeft.slice(0, 5).join(', ')
  return [
    `The run left ${length} ${length === 1 ? 'plant' : 'plants'} behind: ${shown}${length > 5 ? ', …' : ''}.`,
  ]
}

function toHeadline(outcome: Report['outcome'], cases: readonly Case[]): string {
  if (outcome === 'failed') return 'Rules are broken'
  if (outcome === 'unjudged') return "The service can't be judged"
  const has = (status: CaseStatus): boolean => cases.some((one) => one.status === status)
  return `Every ${has('warning') ? 'must ' : ''}rule is kept${has('known') ? ', except for known failures' : ''}`
}

/** Converts a report of `verify` to the form that all report formats are written from, with remarks for its end. */
export function toJudgment(report: Report, remarks: readonly string[] = []): Judgment {
  const { url, startedAt, duration, outcome, unjudged, requests, seed, leftOut } = report
  const selected = report.rules.filter(({ status }) => status !== 'open')
  const isEndedEarly = unjudged !== undefined && unjudged.kind !== 'untried'
  // If a run ended early, one remark says how many rules it judged.
  const judged = isEndedEarly ? selected.filter(({ status }) => status !== 'untried') : selected
  const open = report.rules.filter(({ status }) => status === 'open')
  const stale = report.staleBaseline.map(({ rule, reason }) => ({ about: rule, text: reason }))
  const early =
    judged.length > 0 && judged.length < selected.length
      ? [`The run ended after it had judged ${judged.length} of ${selected.length} rules.`]
      : []
  const slow = `The service is slow, so the run sent only ${leftOut.join(', ')}. Pass --thorough to send all.`
  const cases = judged.map((result) => toCase(report, result))
  return {
    command: 'verify',
    subject: url,
    startedAt,
    duration,
    outcome,
    headline: toHeadline(outcome, cases),
    noun: 'rule',
    facts: [`${requests} ${requests === 1 ? 'request' : 'requests'}`, `seed ${seed}`],
    ...(unjudged !== undefined && { unjudged }),
    cases,
    notes: [
      ...toNotes('Left open by the specification', open),
      ...toNotes('Failed once, but not when tried again', judged),
      ...toStaleNotes(stale),
    ],
    remarks: [...early, ...(leftOut.length > 0 ? [slow] : []), ...describePlantsLeft(report), ...remarks],
    data: report,
  }
}
