import { isFailure, type Report, type RuleResult } from '../verify/report.ts'
import {
  describeAnswer,
  describeOutcome,
  describePlantsLeft,
  describeSection,
  isWarning,
} from './describe.ts'
import { tame } from './tame.ts'

/** Colors a text; the text itself where there are no colors. */
export type Paint = (color: 'red' | 'yellow' | 'green' | 'dim' | 'bold', text: string) => string

function toMark(report: Report, result: RuleResult, paint: Paint): string {
  if (isWarning(report, result)) return paint('yellow', '!')
  if (result.status === 'broken') return paint('red', '✗')
  if (result.status === 'kept') return paint('green', '✓')
  return paint('yellow', result.status === 'known' ? '~' : '-')
}

function toLine(report: Report, result: RuleResult, width: number, paint: Paint): string {
  const { rule, tries, finding, reason } = result
  const why = tame([finding?.problem, reason].filter(Boolean).join('; '))
  const count = paint('dim', `${tries}×`.padStart(6))
  return `${toMark(report, result, paint)} ${rule.id.padEnd(width)} ${count}  ${why}`.trimEnd()
}

function toDetails(report: Report, result: RuleResult, paint: Paint): string {
  const { rule, finding } = result
  if (finding === undefined) return ''
  const exchanges = finding.exchanges.flatMap(({ request, answer, failure }) => [
    `  $ ${tame(request.curl)}`,
    `  → ${tame(answer === undefined ? `no answer: ${failure}` : describeAnswer(answer))}`,
  ])
  return [
    `${toMark(report, result, paint)} ${paint('bold', rule.id)} (${rule.level}, ${describeSection(rule.section)})`,
    `  ${rule.statement}`,
    `  Tried: ${tame(finding.title)}; ${tame(finding.problem)}`,
    ...exchanges,
    `  Again: ${finding.repeat}`,
    '',
  ].join('\n')
}

const toNotes = ({ rule, notes }: RuleResult): string[] =>
  notes.map(({ note, count, subjects }) => {
    const more = count > subjects.length ? ', …' : ''
    return `· ${rule.id}: ${tame(note)} (${count}×: ${tame(subjects.join(', '))}${more})`
  })

function toSection(title: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length === 0 ? [] : ['', paint('bold', title), '', ...lines]
}

/** Writes a report for a terminal. */
export function toText(report: Report, paint: Paint = (_color, text) => text): string {
  const { rules, unjudged, staleBaseline } = report
  const judged = rules.filter(({ status }) => status !== 'open')
  const width = Math.max(0, ...rules.map(({ rule }) => rule.id.length))
  const found = rules.filter(({ status }) => status === 'broken')
  const failures = found.filter((result) => isFailure(report, result))
  const warnings = found.filter((result) => isWarning(report, result))
  const wasTried = report.unjudged === undefined || rules.some(({ tries }) => tries > 0)
  const lines = [
    ...(wasTried ? judged.map((result) => toLine(report, result, width, paint)) : []),
    ...toSection(
      'Broken rules',
      failures.map((result) => toDetails(report, result, paint)),
      paint,
    ),
    ...toSection(
      'Warnings',
      warnings.map((result) => toDetails(report, result, paint)),
      paint,
    ),
    ...toSection(
      'Observed where the specification is silent',
      rules.filter(({ status }) => status === 'open').flatMap(toNotes),
      paint,
    ),
    ...toSection(
      'Seen once, and not when tried again',
      rules.filter(({ status }) => status !== 'open').flatMap(toNotes),
      paint,
    ),
    ...toSection(
      'Baseline entries that no longer fail',
      staleBaseline.map(({ rule, reason }) => `~ ${rule}: ${reason}`),
      paint,
    ),
    '',
    ...(describePlantsLeft(report) === undefined ? [] : [`${describePlantsLeft(report)}.`]),
    ...(unjudged === undefined ? [] : [paint('red', `The service cannot be judged: ${unjudged.message}.`)]),
    ...(wasTried ? [paint(report.outcome === 'kept' ? 'green' : 'red', `${describeOutcome(report)}.`)] : []),
  ]
  return `${lines.join('\n').trim()}\n`
}
