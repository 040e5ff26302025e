import { tame } from '../http/tame.ts'
import {
  type Case,
  describeAlike,
  describeCase,
  describeFinding,
  describeReason,
  describeRule,
  describeRun,
  describeStatement,
  describeVerdict,
  findCases,
  type Report,
  type ShownFinding,
  statuses,
  toShellLines,
} from './report.ts'

/** Escapes a text; a space without width keeps names of people and numbers of issues from being mentioned. */
const escapeMarkdown = (text: string): string =>
  tame(text.replaceAll(/\s+/g, ' '))
    .replaceAll(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&')
    .replaceAll(/[@#](?=\w)/g, '$&&#8203;')

/** Fences code with more backticks than it has. */
function fence(lines: readonly string[], language: string): string {
  const text = lines.map(tame).join('\n')
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${text}\n${ticks}`
}

const toTable = (head: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const toDetails = (summary: string, text: string): string =>
  `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`

const toFinding =
  (one: Case) =>
  (finding: ShownFinding): string[] => [
    `**${escapeMarkdown(describeFinding(finding))}**`,
    ...[...describeRule(finding, one), ...describeAlike(finding)].map(escapeMarkdown),
    ...finding.exchanges.map((exchange) => fence(toShellLines(exchange), 'console')),
  ]

const icons = { failed: '❌', warning: '⚠️', known: '🟡', skipped: '⚪', passed: '✅', unjudged: '⚠️' }

const toCase = (one: Case): string[] => [
  `### ${icons[one.status]} ${escapeMarkdown(describeCase(one))}`,
  escapeMarkdown(describeStatement(one)),
  ...describeReason(one).map(escapeMarkdown),
  ...one.findings.flatMap(toFinding(one)),
  ...(one.hints ?? []).map(escapeMarkdown),
  ...(one.again === undefined ? [] : ['To check it again:', fence([one.again], 'sh')]),
]

const toRows = (cases: readonly Case[]): string =>
  toTable(
    ['case', 'result', 'tries'],
    cases.map((one) => [
      escapeMarkdown(describeCase(one)),
      escapeMarkdown([one.word, one.reason].filter(Boolean).join(': ')),
      one.tries ?? '',
    ]),
  )

/** Writes a report as Markdown, for comments and for the job summary of GitHub Actions. */
export function toMarkdown(report: Report): string {
  const { command, subject, outcome, unjudged, cases, notes, remarks } = report
  const others = statuses.flatMap((status) => {
    const of = cases.filter((one) => one.status === status && one.findings.length === 0)
    const [first] = of
    return first === undefined
      ? []
      : [
          toDetails(
            `${icons[status]} ${of.length} ${status === 'passed' ? first.word : 'not judged'}`,
            toRows(of),
          ),
        ]
  })
  const observed = notes.map(({ title, notes: of }) =>
    toDetails(
      `${escapeMarkdown(title)} (${of.length})`,
      toTable(
        ['about', 'note', 'times'],
        of.map(({ about, text, count = '' }) => [escapeMarkdown(about), escapeMarkdown(text), count]),
      ),
    ),
  )
  return `${[
    `## plant-store ${command}: ${icons[outcome]} ${escapeMarkdown(describeVerdict(report))}`,
    `${escapeMarkdown(subject)}: ${describeRun(report)}.`,
    ...(unjudged?.exchange === undefined ? [] : [fence(toShellLines(unjudged.exchange), 'console')]),
    ...findCases(cases).flatMap(toCase),
    ...others,
    ...observed,
    ...remarks.map(escapeMarkdown),
  ].join('\n\n')}\n`
}
