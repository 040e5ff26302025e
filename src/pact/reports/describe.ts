import { describeSection } from '../../reports/describe.ts'
import type { InteractionResult, PactFinding, PactReport } from '../pact-report.ts'

const verbs: Record<PactReport['command'], string> = {
  'verify-pacts': 'verified',
  'check-pact': 'as the specification has them',
}

/** Sums a report up in a sentence. */
export function describeOutcome({ command, interactions, duration }: PactReport): string {
  const count = (status: InteractionResult['status']): number =>
    interactions.filter((interaction) => interaction.status === status).length
  const notes = interactions.flatMap(({ findings }) => findings).filter(({ severity }) => severity === 'note')
  const parts = [
    `${count('passed')} of ${interactions.length} interactions ${verbs[command]}`,
    ...(count('failed') > 0 ? [`${count('failed')} failed`] : []),
    ...(count('pending') > 0 ? [`${count('pending')} failed that are pending`] : []),
    ...(notes.length > 0 ? [`${notes.length} notes`] : []),
  ]
  return `${parts.join(', ')}; ${(duration / 1000).toFixed(1)} s`
}

/** Says in a line what a finding is: where, and what was expected and came. */
export function describeFinding({ place, problem, expected = '', actual = '' }: PactFinding): string {
  // Pact's own words mostly name both.
  const isNamed =
    problem.includes(expected.replaceAll('"', '')) && problem.includes(actual.replaceAll('"', ''))
  const values = isNamed ? '' : ` (expected ${expected}, got ${actual})`
  return `${place === undefined ? '' : `${place}: `}${problem}${values}`
}

/** Names the rule that a finding touches, with its level and section. */
export const describeRule = ({ rule }: PactFinding): string | undefined =>
  rule && `${rule.id} (${rule.level}, ${describeSection(rule.section)}): ${rule.statement}`

/** Names an interaction with the consumer that it is of. */
export const describeInteraction = ({ consumer, description }: InteractionResult): string =>
  `${consumer}: ${description}`

/** The states of an interaction in a line; undefined where it has none. */
export const describeStates = ({ states }: InteractionResult): string | undefined =>
  states.length === 0 ? undefined : `Given ${states.join(' and ')}`
