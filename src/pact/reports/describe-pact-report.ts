import { tame } from '../../reports/tame.ts'
import type { Paint } from '../../reports/to-text.ts'
import type { InteractionResult, PactReport } from '../pact-report.ts'
import {
  describeFinding,
  describeInteraction,
  describeOutcome,
  describeRule,
  describeStates,
} from './describe.ts'

const marks = {
  passed: ['green', '✓'],
  failed: ['red', '✗'],
  pending: ['yellow', '!'],
} as const

function toLines(interaction: InteractionResult, paint: Paint): string[] {
  const { status, pact, findings } = interaction
  const [color, mark] = marks[status]
  const line = `${paint(color, mark)} ${tame(describeInteraction(interaction))}`
  if (findings.length === 0) return [line]
  const states = describeStates(interaction)
  return [
    line,
    paint('dim', `    ${tame([pact, states].filter(Boolean).join('; '))}`),
    ...findings.flatMap((finding) => {
      const rule = describeRule(finding)
      const sign = finding.severity === 'note' ? '·' : '→'
      return [
        `    ${sign} ${tame(describeFinding(finding))}`,
        ...(rule === undefined ? [] : [paint('dim', `      ${rule}`)]),
      ]
    }),
  ]
}

/** Writes a report for a person, in lines: each interaction, and what is wrong with it. */
export function describePactReport(report: PactReport, paint: Paint = (_color, text) => text): string {
  const { interactions, notes, unverified, outcome } = report
  const lines = [
    ...interactions.flatMap((interaction) => toLines(interaction, paint)),
    ...(interactions.length > 0 ? [''] : []),
    ...notes.map((note) => `· ${tame(note)}`),
    unverified === undefined
      ? paint(outcome === 'passed' ? 'green' : 'red', `${describeOutcome(report)}.`)
      : paint('red', `The provider cannot be verified: ${tame(unverified.message)}.`),
  ]
  return `${lines.join('\n')}\n`
}
