import { escapeControls } from '../http/escape-controls.ts'
import {
  type Case,
  describeAlike,
  describeFinding,
  describeReason,
  describeRun,
  describeSource,
  describeStatement,
  describeVerdict,
  findCases,
  type Report,
  type ShownFinding,
  statuses,
  summarizeCase,
  toShellLines,
} from './report.ts'

/** Escapes a text; a space without width keeps names of people and numbers of issues from being mentioned. */
const escapeMarkdown = (text: string): string =>
  escapeControls(text.replaceAll(/\s+/g, ' '))
    .replaceAll(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&')
    .replaceAll(/[@#](?=\w)/g, '$&&#8203;')

/** Fences code with more backticks than it has. */
function fence(lines: readonly string[], language: string): string {
  const text = lines.map(escapeControls).join('\n')
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${text}\n${ticks}`
}

const toTable = (head: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

/** Folds a text below a summary, in which Markdown is not read. */
const toDetails = (summary: string, text: string): string =>
  `<details><summary>${escapeControls(summary)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[@#](?=\w)/g, '$&&#8203;')}</summary>\n\n${text}\n\n</details>`

const toFinding = (finding: ShownFinding): string[] => [
  `**${escapeMarkdown(describeFinding(finding))}**`,
  ...[...describeSource(finding), ...describeAlike(finding)].map(escapeMarkdown),
  ...finding.exchanges.map((exchange) => fence(toShellLines(exchange), 'console')),
]

const icons = { failed: '❌', warning: '⚠️', known: '🟡', skipped: '⚪', passed: '✅', unjudged: '⚠️' }

const toCase = (one: Case): string =>
  toDetails(
    `${icons[one.status]} ${one.title}`,
    [
      escapeMarkdown(describeStatement(one)),
      ...describeReason(one).map(escapeMarkdown),
      ...one.findings.flatMap(toFinding),
      ...(one.hints ?? []).map(escapeMarkdown),
    ].join('\n\n'),
  )

const toFound = (cases: readonly Case[]): string =>
  toTable(
    ['', 'case', 'found'],
    cases.map((one) => [
      icons[one.status],
      [one.title, one.statement ?? []].flat().map(escapeMarkdown).join('<br>'),
      escapeMarkdown(summarizeCase(one)),
    ]),
  )

/** The most characters of a comment on GitHub. */
const maxSize = 65_536

/** Joins blocks, of which those that don't fit into a comment are only counted. */
function joinBlocks(blocks: readonly string[]): string {
  let size = 0
  const shown = blocks.filter((block) => {
    size += block.length + 2
    return size < maxSize - 200
  })
  const left = blocks.length - shown.length
  const more = `${left} more ${left === 1 ? 'part is' : 'parts are'} in the other reports, since comments have a limit.`
  return `${[...shown, ...(left === 0 ? [] : [more])].join('\n\n')}\n`
}

const toRows = (cases: readonly Case[]): string =>
  toTable(
    ['case', 'result', 'tries'],
    cases.map((one) => [
      escapeMarkdown(one.title),
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
      `${title} (${of.length})`,
      toTable(
        ['about', 'note', 'times'],
        of.map(({ about, text, count = '' }) => [escapeMarkdown(about), escapeMarkdown(text), count]),
      ),
    ),
  )
  const found = findCases(cases)
  return joinBlocks([
    `## plant-store ${command}: ${icons[outcome]} ${escapeMarkdown(describeVerdict(report))}`,
    `${escapeMarkdown(subject)}: ${describeRun(report)}.`,
    ...(unjudged?.exchange === undefined ? [] : [fence(toShellLines(unjudged.exchange), 'console')]),
    ...(found.length === 0 ? [] : [toFound(found)]),
    ...remarks.map(escapeMarkdown),
    ...found.map(toCase),
    ...others,
    ...observed,
  ])
}
