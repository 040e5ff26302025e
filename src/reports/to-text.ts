import { escapeControls } from '../http/escape-controls.ts'
import {
  type Case,
  type CaseStatus,
  describeAlike,
  describeReason,
  describeRun,
  describeSource,
  describeStatement,
  describeVerdict,
  groupCases,
  marks,
  type Note,
  type Report,
  type ShownFinding,
  summarizeCase,
  toShellLines,
} from './report.ts'
import type { ShownExchange } from './show.ts'
import { wrapCommand, wrapText } from './wrap.ts'

/** Colors a text, or returns it unchanged if there are no colors. */
export type Paint = (color: 'red' | 'yellow' | 'green' | 'dim' | 'bold', text: string) => string

export interface TextOptions {
  /** Colors a text, by the name of a color; no colors by default. */
  paint?: Paint
  /** Characters in a line; at most 400, which is the default. */
  width?: number
  /** Whether the cases that passed are listed instead of counted; false by default. */
  isVerbose?: boolean
}

/** How many cases that weren't judged for the same reason are named. */
const maxListed = 6

const maxCommand = 100

const longestLine = 400

const hasFindings = ({ findings }: Case): boolean => findings.length > 0

const colors = {
  failed: 'red',
  warning: 'yellow',
  known: 'yellow',
  skipped: 'yellow',
  passed: 'green',
} as const

const titles: readonly [CaseStatus, title: string][] = [
  ['failed', 'Findings'],
  ['warning', 'Warnings'],
  ['known', 'Known failures'],
  ['passed', 'Notes'],
]

/**
 * Writes a report for a terminal: the verdict, findings, notes, counts of what passed, what failed in a line each, and the
 * verdict again. If there is nothing but the verdict, it is one line.
 */
export function toText(report: Report, options: TextOptions = {}): string {
  const { paint = (_color, text) => text, isVerbose = false } = options
  const width = Math.min(options.width ?? longestLine, longestLine)
  const { cases, outcome } = report

  const write = (text: string, indent: number, hanging = 0): string =>
    ' '.repeat(indent) +
    wrapText(escapeControls(text), width - indent, hanging).replaceAll('\n', `\n${' '.repeat(indent)}`)

  function writeCommand(label: string, command: string): string {
    return `  ${paint('dim', label)}${wrapCommand(escapeControls(command), Math.min(width, maxCommand) - label.length, 4)}`
  }

  function toExchange(exchange: ShownExchange): string[] {
    return toShellLines(exchange).map((line) =>
      line.startsWith('$ ') ? writeCommand('$ ', line.slice(2)) : write(line, 2, 2),
    )
  }

  const toFinding = (finding: ShownFinding): string[] => [
    ...(finding.tried === undefined ? [] : [write(`Tried: ${finding.tried}`, 2, 2)]),
    write(`${finding.kind === 'error' ? 'Found' : 'Note'}: ${finding.problem}`, 2, 2),
    ...describeAlike(finding).map((alike) => write(alike, 2, 2)),
    ...describeSource(finding).map((source) => paint('dim', write(source, 2, 2))),
    ...finding.exchanges.flatMap(toExchange),
  ]

  const mark = (status: CaseStatus): string => paint(colors[status], marks[status])

  const toDetails = (one: Case): string =>
    [
      `${mark(one.status)} ${paint('bold', write(one.title, 2).trimStart())}`,
      paint('dim', write(describeStatement(one), 2)),
      ...describeReason(one).map((reason) => write(reason, 2, 2)),
      ...one.findings.flatMap(toFinding),
      ...(one.hints ?? []).map((hint) => write(`Hint: ${hint}`, 2, 2)),
    ].join('\n')

  /** Writes one line for all cases that weren't judged for the same reason; only their number if they are many. */
  function toLine([, alike]: ReturnType<typeof groupCases>[number]): string {
    const [{ status, word, reason = '' }] = alike
    const isList = isVerbose || alike.length <= maxListed
    const titles = isList ? alike.map(({ title }) => title).join(', ') : `${alike.length} ${report.noun}s`
    const more = isList ? '' : '; --verbose lists them'
    return `${mark(status)} ${write(`${titles} (${word})${reason && `: ${reason}`}${more}`, 2, 0).trimStart()}`
  }

  function toNote({ about, text, count = 1, examples = [] }: Note): string {
    const [first] = examples
    const many = isVerbose ? examples.join(', ') : first && `such as ${first}`
    const of = count === 1 ? first : [`${count}×`, many].filter(Boolean).join(', ')
    return `· ${write(`${about}: ${text}${of === undefined ? '' : ` (${of})`}`, 2).trimStart()}`
  }

  const toSection = (title: string, lines: readonly string[], gap = '\n'): string[] =>
    lines.length === 0 ? [] : [`${paint('bold', title)}\n\n${lines.join(gap)}`]

  const withStatus = (status: CaseStatus): Case[] => cases.filter((one) => one.status === status)

  function toPassed(): string[] {
    const passed = withStatus('passed')
    if (isVerbose) {
      const titles = passed.map((one) => escapeControls(one.title))
      const size = Math.max(0, ...titles.map(({ length }) => length))
      return passed.map((one, index) => {
        const times = one.tries === undefined ? '' : paint('dim', `${one.tries}×`.padStart(6))
        return `${mark(one.status)} ${titles[index]?.padEnd(size)} ${times}`.trimEnd()
      })
    }
    const groups = groupCases(passed, ({ group }) => group)
    return groups.map(
      ([group, of]) =>
        `${mark('passed')} ${String(of.length).padStart(3)} ${of[0].word}  ${escapeControls(group)}`,
    )
  }

  const color = outcome === 'passed' ? 'green' : 'red'
  const sign = outcome === 'passed' ? marks.passed : marks.failed
  const verdict = describeVerdict(report)
  const reason = report.unjudged?.exchange
  const body = [
    ...(reason === undefined ? [] : [toExchange(reason).join('\n')]),
    ...titles.flatMap(([status, title]) =>
      toSection(title, withStatus(status).filter(hasFindings).map(toDetails), '\n\n'),
    ),
    ...toSection(
      'Not judged',
      groupCases(withStatus('skipped'), ({ word, reason }) => `${word} ${reason}`).map(toLine),
    ),
    ...report.notes
      .filter(({ isDetail }) => isVerbose || !isDetail)
      .flatMap(({ title, notes }) => toSection(title, notes.map(toNote))),
    ...toSection(isVerbose ? 'Passed' : 'Passed (--verbose lists them)', toPassed()),
    ...report.remarks.map((remark) => write(remark, 0)),
  ]
  const failed = withStatus('failed')
    .filter(hasFindings)
    .map((one) => `${mark('failed')} ${write(`${one.title}: ${summarizeCase(one)}`, 2).trimStart()}`)
  const hasCases = cases.some(({ status }) => status !== 'skipped')
  if (!hasCases && report.notes.length === 0 && reason === undefined)
    return `${paint(color, write(`${sign} ${verdict}.`, 0, 2))}\n`
  const blocks = [
    `${paint(color, write(`${sign} ${verdict}`, 0, 2))}\n${write(`${report.subject}: ${describeRun(report)}.`, 2)}`,
    ...body,
    ...(failed.length === 0 ? [] : [failed.join('\n')]),
    paint(color, write(`${sign} ${verdict}: ${describeRun(report)}.`, 0, 2)),
  ]
  return `${blocks.join('\n\n')}\n`
}
