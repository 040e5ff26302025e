import { createHash } from 'node:crypto'
import { escapeControlsOfLines } from '../http/escape-controls.ts'
import { script, style } from './html-style.ts'
import {
  type Case,
  countCases,
  describeAlike,
  describeLong,
  describeNote,
  describeReason,
  describeRun,
  describeSource,
  describeStatement,
  findCases,
  groupCases,
  marks,
  type Report,
  type ShownFinding,
  summarizeCase,
} from './report.ts'
import { cutText, type ShownExchange } from './show.ts'
import { wrapCommand } from './wrap.ts'

const commandWidth = 74

const maxValue = 200

const escapeHtml = (text: string): string =>
  escapeControlsOfLines(text).replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const tag = (name: string, content: string, attributes = ''): string =>
  `<${name}${attributes && ` ${attributes}`}>${content}</${name}>`

const toHeaders = (headers: readonly (readonly [string, string])[]): string =>
  headers.map(([name, value]) => `${name}: ${cutText(value, maxValue)}`).join('\n')

const toCommand = (title: string, command: string): string =>
  tag(
    'div',
    tag('h4', title) + tag('pre', escapeHtml(wrapCommand(command, commandWidth, 2))),
    'class="command"',
  )

const toParagraph = (text: string, kind = 'quiet'): string => tag('p', escapeHtml(text), `class="${kind}"`)

function toExchange({ request, answer, failure, duration }: ShownExchange): string {
  const { method, url, headers, body, curl } = request
  const long = describeLong(request)
  const sent = `${method} ${cutText(url, maxValue)}\n${toHeaders(headers)}\n\n${cutText(body)}`
  const came =
    answer === undefined
      ? `No answer: ${failure}`
      : `${answer.status}\n${toHeaders(answer.headers)}\n\n${answer.body}`
  const toColumn = (title: string, text: string): string =>
    tag('div', tag('h4', title) + tag('pre', escapeHtml(text.trimEnd())))
  const columns = toColumn('Request', sent) + toColumn('Answer', came)
  const summary = `${method} ${cutText(new URL(url).pathname, maxValue)} → ${answer?.status ?? 'no answer'}, ${duration} ms`
  return (
    describeNote(request)
      .map((note) => toParagraph(note))
      .join('') +
    (long !== undefined ? toParagraph(long) : curl === '' ? '' : toCommand('Send the request again', curl)) +
    tag('details', tag('summary', escapeHtml(summary)) + tag('div', columns, 'class="exchange"'))
  )
}

/** Escapes a text of ours, and links the RFCs that it cites to where the RFC Editor publishes them. */
const toCiting = (text: string): string =>
  escapeHtml(text).replaceAll(/RFC (\d+)(?: section ([\d.]*\d))?/g, (cited: string, rfc: string, part = '') =>
    tag('a', cited, `href="https://www.rfc-editor.org/rfc/rfc${rfc}${part && `#section-${part}`}"`),
  )

const toFinding = (finding: ShownFinding): string => {
  const { tried, problem, exchanges } = finding
  const lines = [
    toParagraph(problem, 'problem'),
    ...(tried === undefined ? [] : [tag('p', `Tried: ${escapeHtml(tried)}`)]),
    ...describeAlike(finding).map((text) => toParagraph(text)),
    ...describeSource(finding).map((text) => toParagraph(text, 'quiet')),
    ...exchanges.map(toExchange),
  ]
  return tag('div', lines.join('\n'), 'class="finding"')
}

const toMark = (one: Case): string => tag('span', marks[one.status], 'class="mark"')

const isId = (title: string): boolean => /^[\w-]+$/.test(title)

const toId = ({ title }: Case, index: number): string => (isId(title) ? title : `finding-${index + 1}`)

const toTitle = (one: Case): string => (isId(one.title) ? tag('code', one.title) : escapeHtml(one.title))

const toArticle = (one: Case, index: number): string =>
  tag(
    'article',
    [
      tag('h3', `${toMark(one)} ${toTitle(one)}`),
      tag('p', toCiting(describeStatement(one)), 'class="quiet"'),
      ...describeReason(one).map((text) => tag('p', escapeHtml(text))),
      ...one.findings.map(toFinding),
      ...(one.hints ?? []).map((hint) => toParagraph(hint, 'hint')),
    ].join('\n'),
    `class="${one.status}" id="${toId(one, index)}"`,
  )

const toIndexLine = (one: Case, index: number): string =>
  tag(
    'li',
    toMark(one) +
      tag(
        'span',
        tag('a', toTitle(one), `href="#${toId(one, index)}"`) +
          (one.statement === undefined ? '' : tag('small', escapeHtml(one.statement))),
      ) +
      tag('span', escapeHtml(summarizeCase(one))),
    `class="${one.status}"`,
  )

const toTable = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const toCell = (name: string) => (text: string, at: number) =>
    tag(name, text, head[at] === 'Times' ? 'class="number"' : '')
  return tag(
    'table',
    tag('thead', tag('tr', head.map(toCell('th')).join(''))) +
      tag('tbody', rows.map((row) => tag('tr', row.map(toCell('td')).join(''))).join('\n')),
  )
}

const toPanel = (title: string, content: string): string =>
  tag('details', tag('summary', escapeHtml(title)) + content, 'class="panel"')

function toGroups(cases: readonly Case[]): string[] {
  const hasTries = cases.some(({ tries }) => tries !== undefined)
  return groupCases(cases, ({ group }) => group).map(([group, of]) => {
    const counts = groupCases(of, ({ word }) => word).map(([word, same]) => `${same.length} ${word}`)
    const rows = of.map((one) => [
      tag('span', `${toMark(one)} ${toTitle(one)}`, `class="${one.status}"`),
      [
        toCiting(describeStatement(one)),
        ...describeReason(one).map((text) => tag('small', escapeHtml(text))),
      ].join('<br>'),
      ...(hasTries ? [String(one.tries ?? '')] : []),
    ])
    return toPanel(
      `${group}: ${counts.join(', ')}`,
      toTable(['Case', 'Statement', ...(hasTries ? ['Times'] : [])], rows),
    )
  })
}

const toSection = (title: string, content: readonly string[]): string =>
  content.length === 0 ? '' : `${tag('h2', title)}\n${content.join('\n')}`

/** Writes a report as one page that loads nothing. Its only script is allowed by its hash. */
export function toHtml(report: Report): string {
  const { command, subject, outcome, headline, unjudged, facts, cases, notes, remarks, startedAt } = report
  const found = findCases(cases)
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeHtml(`${headline}: ${subject}`)}</title>
<style>${style}</style>
</head>
<body>
<header class="${outcome}">
<h1>${escapeHtml(headline)}</h1>
<p><code>${escapeHtml(subject)}</code></p>
${unjudged === undefined ? '' : tag('p', escapeHtml(unjudged.message), 'class="problem"')}
<p class="quiet">${escapeHtml([`plant-store ${command}`, startedAt.replace(/T(.{8}).*/, ' $1 UTC'), ...facts].join(' · '))}</p>
</header>
<main>
${unjudged?.exchange === undefined ? '' : tag('article', toExchange(unjudged.exchange), 'class="warning"')}
${tag(
  'ul',
  countCases(report)
    .map(({ status, count, words }) => tag('li', `<b>${count}</b> ${escapeHtml(words)}`, `class="${status}"`))
    .join('\n'),
  'class="tiles"',
)}
${toSection('Findings', found.length === 0 ? [] : [tag('nav', tag('ol', found.map(toIndexLine).join('\n')))])}
${toSection('Details', found.map(toArticle))}
${toSection('All cases', toGroups(cases))}
${toSection(
  'Notes',
  notes.map(({ title, notes: of }) =>
    toPanel(
      `${title} (${of.length})`,
      toTable(
        ['About', 'Note', 'Times'],
        of.map(({ about, text, count = '', examples = [] }) => [
          tag('code', escapeHtml(about)),
          [
            escapeHtml(text),
            ...(examples.length === 0 ? [] : [tag('small', escapeHtml(examples.join(', ')))]),
          ].join('<br>'),
          String(count),
        ]),
      ),
    ),
  ),
)}
</main>
<footer>
${remarks.map((remark) => tag('p', escapeHtml(remark))).join('\n')}
<p class="quiet">${escapeHtml(describeRun(report))}</p>
</footer>
<script>${script}</script>
</body>
</html>
`
}
