import { isFailure, type Report, type RuleResult, type ShownExchange } from '../verify/report.ts'
import { describeOutcome, describePlantsLeft, describeSection, isWarning } from './describe.ts'
import { style } from './html-style.ts'

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const tag = (name: string, content: string, className?: string): string =>
  `<${name}${className === undefined ? '' : ` class="${className}"`}>${content}</${name}>`

const toHeaders = (headers: readonly (readonly [string, string])[]): string =>
  headers.map(([name, value]) => `${name}: ${value}`).join('\n')

function toExchange({ request, answer, failure, duration }: ShownExchange): string {
  const sent = `${request.method} ${request.url}\n${toHeaders(request.headers)}\n\n${request.body}`
  const came =
    answer === undefined
      ? `No answer: ${failure}`
      : `${answer.status}\n${toHeaders(answer.headers)}\n\n${answer.body}`
  return `<div class="exchange">
<div>${tag('h4', 'Request')}${tag('pre', escapeHtml(sent))}</div>
<div>${tag('h4', `Answer, after ${duration} ms`)}${tag('pre', escapeHtml(came))}</div>
</div>
${tag('h4', 'To send it yourself')}${tag('pre', escapeHtml(request.curl), 'command')}`
}

function toClass(report: Report, result: RuleResult): string {
  if (isFailure(report, result)) return 'broken'
  return isWarning(report, result) ? 'warning' : result.status
}

function toFinding(report: Report, result: RuleResult): string {
  const { rule, finding } = result
  if (finding === undefined) return ''
  return `<article class="${toClass(report, result)}" id="${rule.id}">
<h3>${rule.id} ${tag('span', rule.level, 'level')}</h3>
${tag('p', `${escapeHtml(rule.statement)} ${tag('small', escapeHtml(describeSection(rule.section)))}`)}
${tag('p', `${tag('strong', escapeHtml(finding.problem))} (${escapeHtml(finding.title)})`)}
${finding.exchanges.map(toExchange).join('\n')}
${tag('h4', 'To try the rule again')}${tag('pre', escapeHtml(finding.repeat), 'command')}
</article>`
}

const words: Record<string, string> = {
  kept: '✓ kept',
  broken: '✗ broken',
  warning: '! warning',
  known: '~ known',
  hidden: '– hidden',
  untried: '– not tried',
}

function toRow(report: Report, result: RuleResult): string {
  const { rule, tries, reason, finding } = result
  const className = toClass(report, result)
  const id = finding === undefined ? rule.id : `<a href="#${rule.id}">${rule.id}</a>`
  const why = reason === undefined ? '' : `<br>${tag('small', escapeHtml(reason))}`
  return `<tr class="${className}"><td>${words[className]}</td><td>${tag('code', id)}</td><td>${rule.level}</td><td>${escapeHtml(rule.statement)}${why}</td><td>${escapeHtml(rule.section)}</td><td class="number">${tries}</td></tr>`
}

const toNotes = ({ rule, notes }: RuleResult): string[] =>
  notes.map(
    ({ note, count, subjects }) =>
      `<tr><td>${tag('code', rule.id)}</td><td>${escapeHtml(note)}</td><td class="number">${count}</td><td>${escapeHtml(subjects.join(', '))}${count > subjects.length ? ', …' : ''}</td></tr>`,
  )

function toNotesSection(title: string, results: readonly RuleResult[]): string {
  const rows = results.flatMap(toNotes)
  return rows.length === 0
    ? ''
    : `<section><h2>${title}</h2>\n<table><thead><tr><th>Rule</th><th>Observed</th><th>Times</th><th>Of</th></tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table></section>`
}

const headlines = {
  kept: 'Every rule is kept',
  broken: 'Rules are broken',
  unjudged: 'The service cannot be judged',
}

/** Writes a report as one page, which loads nothing and runs nothing. */
export function toHtml(report: Report): string {
  const judged = report.rules.filter(({ status }) => status !== 'open')
  const found = judged.filter(({ finding }) => finding !== undefined)
  const open = report.rules.filter(({ status }) => status === 'open')
  const left = describePlantsLeft(report)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${headlines[report.outcome]}: ${escapeHtml(report.url)}</title>
<style>${style}</style>
</head>
<body>
<header class="${report.outcome}">
<h1>${headlines[report.outcome]}</h1>
${tag('p', tag('code', escapeHtml(report.url)))}
${report.unjudged === undefined ? '' : tag('p', tag('strong', escapeHtml(report.unjudged.message)))}
${tag('p', escapeHtml(`${describeOutcome(report)}; ${report.startedAt}`))}
</header>
<main>
${found.length === 0 ? '' : `<section><h2>Findings</h2>\n${found.map((result) => toFinding(report, result)).join('\n')}</section>`}
<section><h2>Rules</h2>
<table><thead><tr><th>Result</th><th>Rule</th><th>Level</th><th>Statement</th><th>Section</th><th>Tried</th></tr></thead>
<tbody>
${judged.map((result) => toRow(report, result)).join('\n')}
</tbody></table></section>
${toNotesSection('Observed where the specification is silent', open)}
${toNotesSection('Seen once, and not when tried again', judged)}
${report.staleBaseline.length === 0 ? '' : `<section><h2>Baseline entries that no longer fail</h2><ul>${report.staleBaseline.map(({ rule, reason }) => tag('li', `${tag('code', rule)} ${escapeHtml(reason)}`)).join('')}</ul></section>`}
${left === undefined ? '' : tag('p', escapeHtml(`${left}.`))}
</main>
</body>
</html>
`
}
