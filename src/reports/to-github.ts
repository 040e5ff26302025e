import { isFailure, type Report, type RuleResult } from '../verify/report.ts'
import {
  describeAnswer,
  describeOutcome,
  describePlantsLeft,
  describeSection,
  isWarning,
} from './describe.ts'
import { escapeMarkdown, fence, writeAnnotation } from './github.ts'

function toAnnotation(kind: 'error' | 'warning', { rule, finding }: RuleResult): string {
  const text = `${rule.statement} ${finding?.title}: ${finding?.problem}\n${finding?.exchanges.at(-1)?.request.curl}`
  return writeAnnotation(kind, `plant-store verify: ${rule.id}`, text)
}

/** Writes the workflow commands by which GitHub Actions annotates a run, a line each. */
export function toGithubAnnotations(report: Report): string {
  const { rules, unjudged, staleBaseline } = report
  const lines = [
    ...(unjudged === undefined ? [] : [writeAnnotation('error', 'plant-store verify', unjudged.message)]),
    ...rules.filter((result) => isFailure(report, result)).map((result) => toAnnotation('error', result)),
    ...rules.filter((result) => isWarning(report, result)).map((result) => toAnnotation('warning', result)),
    ...staleBaseline.map(({ rule }) =>
      writeAnnotation('warning', 'plant-store verify', `The baseline names ${rule}, which no longer fails.`),
    ),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function toDetails({ rule, finding }: RuleResult): string[] {
  const exchanges = (finding?.exchanges ?? []).map(
    ({ request, answer, failure }) =>
      `$ ${request.curl}\n→ ${answer === undefined ? `no answer: ${failure}` : describeAnswer(answer)}`,
  )
  return [
    `### ${rule.id} (${rule.level})`,
    `${escapeMarkdown(rule.statement)} (${escapeMarkdown(describeSection(rule.section))})`,
    escapeMarkdown(`${finding?.title}: ${finding?.problem}`),
    fence([...exchanges, `Again: ${finding?.repeat}`].join('\n')),
  ]
}

/** Writes the job summary for GitHub Actions, as Markdown. */
export function toGithubSummary(report: Report): string {
  const { rules, unjudged } = report
  const open = rules.filter(({ status, notes }) => status === 'open' && notes.length > 0)
  const notes = open.flatMap(({ rule, notes: observed }) =>
    observed.map(({ note, count }) => `| ${rule.id} | ${escapeMarkdown(note)} | ${count} |`),
  )
  const left = describePlantsLeft(report)
  return `${[
    `## plant-store verify: ${report.outcome === 'kept' ? '✅ every rule is kept' : report.outcome === 'broken' ? '❌ rules are broken' : '⚠️ the service cannot be judged'}`,
    `${escapeMarkdown(report.url)}: ${describeOutcome(report)}.`,
    ...(unjudged === undefined ? [] : [escapeMarkdown(unjudged.message)]),
    ...rules.filter(({ status }) => status === 'broken').flatMap(toDetails),
    ...(notes.length === 0
      ? []
      : [
          '### Observed where the specification is silent',
          ['| rule | what | times |', '|---|---|---|', ...notes].join('\n'),
        ]),
    ...(left === undefined ? [] : [`${left}.`]),
  ].join('\n\n')}\n`
}
