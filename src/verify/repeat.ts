import { keepCommon, toStaleNotes } from '../reports/baseline.ts'
import type { BaselineEntry as AnyEntry, Report as AnyReport, Judged } from '../reports/report.ts'
import { type Case, type Note, toNotes } from '../reports/report.ts'
import { checkVerifyOptions } from './option-table.ts'
import type { VerifyOptions } from './options.ts'
import type { BaselineEntry, Report } from './report.ts'
import { run } from './run.ts'

/** From the worst outcome to the best. */
const outcomes = ['failed', 'unjudged', 'passed'] as const

/** A report of one of several runs. */
interface Repeated extends AnyReport, Judged<AnyEntry> {
  seed: number
  requests: number
  plantsLeft?: readonly string[]
}

/** Describes a case whose result isn't the same in all runs, such as "kept in 2 runs; broken in 1 run (seed 7)". */
function describeDifference(title: string, reports: readonly Repeated[]): Note[] {
  const seeds = new Map<string, number[]>()
  for (const { cases, seed } of reports) {
    const word = cases.find((one) => one.title === title)?.word ?? 'not there'
    seeds.set(word, [...(seeds.get(word) ?? []), seed])
  }
  if (seeds.size < 2) return []
  const parts = [...seeds].map(
    ([word, of]) => `${word} with ${of.length > 1 ? 'seeds' : 'seed'} ${of.join(', ')}`,
  )
  return [{ about: title, text: parts.join('; ') }]
}

const isSteady = ({ title }: Pick<Case, 'title'>): boolean => title !== 'flaky-requests'

/** Makes one report of several: the worst one, with what differs between them. */
export function mergeReports<R extends Repeated>(reports: readonly [R, ...R[]]): R {
  const [first] = reports
  const worst = outcomes.flatMap((outcome) => reports.filter((one) => one.outcome === outcome))[0] ?? first
  const staleBaseline = keepCommon(reports.map((one) => one.staleBaseline))
  const notes = [...worst.notes, ...toStaleNotes(staleBaseline)]
  if (reports.length === 1) return { ...worst, notes }
  const titles = new Set(reports.flatMap(({ cases }) => cases.filter(isSteady).map(({ title }) => title)))
  const differences = [...titles].flatMap((title) => describeDifference(title, reports))
  const add = (toNumber: (one: R) => number): number => reports.reduce((sum, one) => sum + toNumber(one), 0)
  return {
    ...worst,
    startedAt: first.startedAt,
    duration: add(({ duration }) => duration),
    requests: add(({ requests }) => requests),
    facts: [`the worst of ${reports.length} runs`, ...worst.facts],
    notes: [...notes, ...toNotes(`Different in ${reports.length} runs`, differences, true)],
    staleBaseline,
    ...(worst.plantsLeft && {
      plantsLeft: [...new Set(reports.flatMap(({ plantsLeft = [] }) => plantsLeft))],
    }),
  }
}

/** What a run can be repeated with. */
interface RepeatOptions {
  repeat?: number
  seed?: number
  wait?: number
  signal?: AbortSignal
}

/** Runs something as often as the options say, each time with another seed, and returns what makes the one report with a baseline. */
export async function repeatRun<Options extends RepeatOptions, Entry extends AnyEntry, R extends Repeated>(
  options: Options,
  run: (options: Options) => Promise<(baseline: readonly Entry[]) => R>,
): Promise<(baseline: readonly Entry[]) => R> {
  const { repeat = 1 } = options
  const first = await run(options)
  const others: (typeof first)[] = []
  while (others.length < repeat - 1 && !options.signal?.aborted) {
    const seed = options.seed === undefined ? {} : { seed: (options.seed + others.length + 1) | 0 }
    others.push(await run({ ...options, ...seed, wait: 0 }))
  }
  return (baseline) => mergeReports([first(baseline), ...others.map((judge) => judge(baseline))])
}

/** Runs all checks as often as the options say. */
export async function runRepeatedly(
  url: string | URL,
  options: VerifyOptions,
): Promise<(baseline: readonly BaselineEntry[]) => Report> {
  checkVerifyOptions(options)
  return repeatRun(options, ({ repeat: _repeat, ...once }) => run(url, once))
}
