import { type JunitResult, writeJunit } from '../../reports/junit.ts'
import type { InteractionResult, PactReport } from '../pact-report.ts'
import { describeFinding, describeRule, describeStates } from './describe.ts'

function toResult(interaction: InteractionResult): JunitResult {
  const { status, findings } = interaction
  if (findings.length === 0) return { kind: 'passed' }
  const text = findings
    .flatMap((finding) => [describeFinding(finding), describeRule(finding)])
    .concat(describeStates(interaction))
    .filter((line) => line !== undefined)
    .join('\n')
  if (status !== 'failed') return { kind: 'output', text }
  const error = findings.find(({ severity }) => severity === 'error')
  const message = error === undefined ? '' : describeFinding(error)
  return { kind: 'failure', message, type: error?.rule?.id ?? 'pact', text }
}

/** Writes a report as JUnit XML: a test case an interaction. */
export function toJunit({
  command,
  subject,
  startedAt,
  duration,
  interactions,
  unverified,
}: PactReport): string {
  const unverifiedCase = {
    className: 'plant-store',
    name: 'the provider can be verified',
    result: { kind: 'error', message: unverified?.message ?? '', type: unverified?.kind ?? '' },
  } as const
  const cases = interactions.map((interaction) => ({
    className: `pact.${interaction.consumer}`,
    name: interaction.description,
    result: toResult(interaction),
  }))
  return writeJunit({
    tool: `plant-store ${command}`,
    name: subject,
    startedAt,
    duration,
    cases: [...(unverified === undefined ? [] : [unverifiedCase]), ...cases],
  })
}
