import { maskTexts } from '../http/create-mask.ts'
import type { Exchange } from '../http/exchange.ts'
import { createReportMask, type ShownExchange, type ShowOptions, showExchanges } from './show.ts'

/** What exchanges show, as a report shows it, without secrets. */
export interface ShownFinding {
  /** A note never fails a run. */
  kind: 'error' | 'note'
  /** The JSON pointer of what is wrong, in the description, in the response, or in a pact. */
  place: string
  /** A sentence, without its period. */
  problem: string
  expected?: string
  actual?: string
  /** The exchanges that show it, in their order. */
  exchanges: readonly ShownExchange[]
  /** What was sent or done, in words. */
  tried?: string
  /** Where the description says what is broken, such as `openapi.yaml:42:7`. */
  source?: string
  /** What else was tried and failed in the same way. */
  alike?: readonly string[]
  /** What was seen, without what varies between runs, as a baseline names it. */
  stable?: string
  /** The requests that show it, as a baseline names them; the title of the case by default. */
  requests?: readonly string[]
}

/** Shows a finding: its exchanges as a report has them, and its texts without the tokens that they sent. */
export function showFinding(
  { exchanges, ...finding }: Omit<ShownFinding, 'exchanges'> & { exchanges: readonly Exchange[] },
  options: ShowOptions,
): ShownFinding {
  const requests = exchanges.map(({ request }) => request)
  return {
    ...(maskTexts(finding, createReportMask(options, requests)) as typeof finding),
    exchanges: showExchanges(exchanges, options),
  }
}

/** How a case ended. A `warning` and a `known` failure don't fail the run; a `skipped` case was not judged. */
export type CaseStatus = 'failed' | 'warning' | 'known' | 'skipped' | 'passed'

/** One thing that was judged: a rule, or an interaction of a pact. */
export interface Case {
  title: string
  /** The statement that has to be true. */
  statement?: string
  /** Its source, such as a section of the specification or a file. */
  origin: string
  /** The group in which the case is counted, such as a section or a consumer. */
  group: string
  /** The class of its test case in JUnit. */
  className: string
  status: CaseStatus
  /** The status in the words of the command, such as `kept`. */
  word: string
  /** How often it was tried. */
  tries?: number
  /** Milliseconds that its own requests took. Some were sent at the same time as those of other cases. */
  duration?: number
  reason?: string
  /** The problems, simplest first. */
  findings: readonly ShownFinding[]
  /** Sentences that help to understand or to fix the findings. */
  hints?: readonly string[]
}

/** An observation. */
export interface Note {
  /** What it is about, such as a rule. */
  about: string
  text: string
  /** How often it was observed. */
  count?: number
  /** A few of the requests with this observation. */
  examples?: readonly string[]
}

interface Notes {
  title: string
  /** Whether somebody should act on them. */
  isWarning?: boolean
  /** Whether text reports list them only with `--verbose`. */
  isDetail?: true
  notes: readonly Note[]
}

/** A list of notes, unless there are none. */
export const toNotes = (title: string, notes: readonly Note[], isWarning = false): Notes[] =>
  notes.length === 0 ? [] : [{ title, ...(isWarning && { isWarning }), notes }]

/** The result of a command, from which every report format is written. Its texts have no secrets. */
export interface Report {
  command: string
  /** What was judged, such as a base address. */
  subject: string
  /** ISO 8601. */
  startedAt: string
  /** Milliseconds. */
  duration: number
  outcome: 'passed' | 'failed' | 'unjudged'
  /** The verdict in a few words. */
  headline: string
  /** What a case is, such as `rule`. */
  noun: string
  /** How the run went, such as `seed 5`. */
  facts: readonly string[]
  /** Why the subject can't be judged, and the exchange that shows it. */
  unjudged?: {
    kind: string
    message: string
    exchange?: ShownExchange
  }
  cases: readonly Case[]
  notes: readonly Notes[]
  remarks: readonly string[]
}

/** An entry of a baseline: what was seen of a rule, with the requests that show it; or a difference, with the titles of its cases; and why it is accepted. */
export interface AnyBaselineEntry {
  rule?: string
  seen?: string
  requests?: readonly string[]
  difference?: string
  cases?: readonly string[]
  reason: string
}

/** The part of a report that a baseline decides. */
export interface JudgedCases<Entry> extends Pick<Report, 'cases'> {
  /** The entries that no longer fail, each with the requests or cases that no longer show it. */
  staleBaseline: Entry[]
}

/** The mark of a status in text. */
export const marks: Readonly<Record<CaseStatus, string>> = {
  failed: '✗',
  warning: '!',
  known: '~',
  skipped: '–',
  passed: '✓',
}

export const statuses = Object.keys(marks) as readonly CaseStatus[]

/** The cases of a group; there is at least one. */
type Group = [first: Case, ...others: Case[]]

/** Groups cases; the keys are sorted. */
export function groupCases(
  cases: readonly Case[],
  toKey: (one: Case) => string,
): [key: string, cases: Group][] {
  const groups = new Map<string, Group>()
  for (const one of cases) {
    const group = groups.get(toKey(one))
    if (group === undefined) groups.set(toKey(one), [one])
    else group.push(one)
  }
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** Counts the cases by how they ended, in the words of the command; those that passed come first. */
export function countCases({ cases, noun }: Pick<Report, 'cases' | 'noun'>): {
  status: CaseStatus
  count: number
  words: string
}[] {
  const order = ['passed', ...statuses]
  return groupCases(cases, ({ status, word }) => `${order.indexOf(status)}${word}`).map(([, of], index) => {
    const [{ status, word }] = of
    const nouns = index > 0 ? '' : of.length === 1 ? `${noun} ` : `${noun}s `
    return { status, count: of.length, words: `${nouns}${word}` }
  })
}

/** The counts and facts of a run in one sentence, without a period. */
export const describeRun = (report: Report): string =>
  [
    countCases(report)
      .map(({ count, words }) => `${count} ${words}`)
      .join(', '),
    ...report.facts,
    `${(report.duration / 1000).toFixed(1)} s`,
  ]
    .filter(Boolean)
    .join('; ')

/** The verdict as a sentence, without a period. */
export const describeVerdict = ({ headline, unjudged }: Report): string =>
  unjudged === undefined ? headline : `${headline}: ${unjudged.message}`

/** Why a case has its status, if it says so. */
export const describeReason = ({ word, reason }: Case): string[] =>
  reason === undefined ? [] : [`${word}: ${reason}`]

/** The cases with findings, those that fail the run first. */
export const findCases = (cases: readonly Case[]): Case[] =>
  statuses.flatMap((status) => cases.filter((one) => one.status === status && one.findings.length > 0))

export const describeStatement = ({ statement, origin }: Case): string =>
  statement === undefined ? origin : `${statement} (${origin})`

const maxAlike = 6

/** What else was tried, if anything was. */
export function describeAlike({ alike = [] }: ShownFinding): string[] {
  if (alike.length === 0) return []
  const more = alike.length > maxAlike ? [`and ${alike.length - maxAlike} more`] : []
  return [`The same with: ${[...alike.slice(0, maxAlike), ...more].join('; ')}`]
}

/** Where the description says what a finding breaks, if that is known. */
export const describeSource = ({ source }: ShownFinding): string[] =>
  source === undefined ? [] : [`Described at ${source}`]

/** What was tried and what is wrong, in one line. */
export const describeFinding = ({ tried, problem }: ShownFinding): string =>
  tried === undefined ? problem : `${tried}: ${problem}`

/** What findings show in a few words, such as `id is 1.5 → 200 (and 9 more)`. */
function summarize(findings: readonly ShownFinding[]): string {
  const first = findings.find(({ kind }) => kind === 'error') ?? findings[0]
  if (first === undefined) return ''
  const { tried, place, actual } = first
  const isStatus = tried !== undefined && place === '/response/status' && actual !== undefined
  const more = findings.reduce((sum, { alike = [] }) => sum + 1 + alike.length, -1)
  return `${isStatus ? `${tried} → ${actual}` : describeFinding(first)}${more === 0 ? '' : ` (and ${more} more)`}`
}

/** What a case shows in a few words. */
export const summarizeCase = ({ findings }: Case): string => summarize(findings)

/** The statement that a case breaks, with what some of its findings show. */
export const describeBroken = (
  { title, statement = `${title}:`, findings }: Case,
  some: readonly ShownFinding[] = findings,
): string => `${statement} ${summarize(some)}`

/** Explains a case that failed in a few lines, with the commands that send its requests again. */
export const describeFailure = (one: Case): string =>
  [
    `${one.title}: ${describeStatement(one)}`,
    ...one.findings.flatMap((finding) => [
      describeFinding(finding),
      ...finding.exchanges.flatMap(toShellLines),
    ]),
    ...(one.hints ?? []),
  ].join('\n')

const maxShown = 300

/** An answer in one line, or the reason why there is none. */
function describeAnswer({ answer, failure }: ShownExchange): string {
  if (answer === undefined) return `no answer: ${failure}`
  const { status, headers, body } = answer
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const text = body.length > maxShown ? `${body.slice(0, maxShown)}…` : body
  const shown = text === '' ? '(no body)' : text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
  return [status, contentType, shown].filter((part) => part !== undefined).join(' ')
}

/** What to know before a request is sent again. */
export const describeNote = ({ note }: Pick<ShownExchange['request'], 'note'>): string[] =>
  note === undefined ? [] : [`This command may get another answer, since ${note}.`]

/** A longer command fills a screen. */
const maxCommand = 2000

/** Says where the command of a request is that is too long for a reader; undefined if it isn't. */
export const describeLong = ({ curl }: Pick<ShownExchange['request'], 'curl'>): string | undefined =>
  curl.length > maxCommand
    ? `The command has ${curl.length} characters: --report json=FILE writes it.`
    : undefined

function toCommandLine({ request }: ShownExchange): string[] {
  const long = describeLong(request)
  if (long !== undefined) return [`# ${long}`]
  return request.curl === '' ? [] : [`$ ${request.curl}`]
}

/** The command that sends a request, unless an earlier one sends it, and the answer, each on one line. */
export const toShellLines = (exchange: ShownExchange): string[] => [
  ...describeNote(exchange.request).map((note) => `# ${note}`),
  ...toCommandLine(exchange),
  `→ ${describeAnswer(exchange)}`,
]
