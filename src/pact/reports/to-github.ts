import { escapeMarkdown, fence, writeAnnotation } from '../../reports/github.ts'
import type { InteractionResult, PactReport } from '../pact-report.ts'
import {
  describeFinding,
  describeInteraction,
  describeOutcome,
  describeRule,
  describeStates,
} from './describe.ts'

function toAnnotations(title: string, interaction: InteractionResult): string[] {
  return interaction.findings.map((finding) => {
    const isError = finding.severity === 'error' && interaction.status === 'failed'
    const text = [`${describeInteraction(interaction)}: ${describeFinding(finding)}`, describeRule(finding)]
    const code = finding.rule === undefined ? '' : `: ${finding.rule.id}`
    return writeAnnotation(isError ? 'error' : 'warning', `${title}${code}`, text.filter(Boolean).join('\n'))
  })
}

/** Writes the workflow commands by which GitHub Actions annotates a run, a line each. */
export function toGithubAnnotations({ command, interactions, unverified, notes }: PactReport): string {
  const title = `plant-store ${command}`
  const lines = [
    ...(unverified === undefined ? [] : [writeAnnotation('error', title, unverified.message)]),
    ...interactions.flatMap((interaction) => toAnnotations(title, interaction)),
    ...notes.map((note) => writeAnnotation('warning', title, note)),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function toDetails(interaction: InteractionResult): string[] {
  const lines = interaction.findings.flatMap((finding) => [describeFinding(finding), describeRule(finding)])
  return [
    `### ${escapeMarkdown(describeInteraction(interaction))}`,
    fence([describeStates(interaction), ...lines].filter(Boolean).join('\n')),
  ]
}

const signs = {
  passed: '✅ every interaction passed',
  failed: '❌ interactions failed',
  unverified: '⚠️ the provider cannot be verified',
}

/** Writes the job summary for GitHub Actions, as Markdown. */
export function toGithubSummary(report: PactReport): string {
  const { command, subject, outcome, interactions, unverified, notes } = report
  return `${[
    `## plant-store ${command}: ${signs[outcome]}`,
    `${escapeMarkdown(subject)}: ${describeOutcome(report)}.`,
    ...(unverified === undefined ? [] : [escapeMarkdown(unverified.message)]),
    ...notes.map(escapeMarkdown),
    ...interactions.filter(({ findings }) => findings.length > 0).flatMap(toDetails),
  ].join('\n\n')}\n`
}
