import { keepCommon, toStaleNotes } from '../reports/baseline.ts'
import { type Case, type Note, toNotes } from '../reports/report.ts'
import type { BaselineEntry, VerifyOptions, VerifyReport } from './options.ts'

/** From the worst outcome to the best. */
const outcomes = ['failed', 'unjudged', 'passed'] as const

/** Describes a case whose result isn't the same in all runs, such as "kept with seeds 5, 6; broken with seed 7". */
function describeDifference(title: string, reports: readonly VerifyReport[]): Note[] {
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
export function mergeReports(reports: readonly [VerifyReport, ...VerifyReport[]]): VerifyReport {
  const [first] = reports
  const worst = outcomes.flatMap((outcome) => reports.filter((one) => one.outcome === outcome))[0] ?? first
  const staleBaseline = keepCommon(reports.map((one) => one.staleBaseline))
  const notes = [...worst.notes, ...toStaleNotes(staleBaseline)]
  if (reports.length === 1) return { ...worst, notes }
  const titles = new Set(reports.flatMap(({ cases }) => cases.filter(isSteady).map(({ title }) => title)))
  const differences = [...titles].flatMap((title) => describeDifference(title, reports))
  const add = (toNumber: (one: VerifyReport) => number): number =>
    reports.reduce((sum, one) => sum + toNumber(one), 0)
  return {
    ...worst,
    startedAt: first.startedAt,
    duration: add(({ duration }) => duration),
    requests: add(({ requests }) => requests),
    facts: [`the worst of ${reports.length} runs`, ...worst.facts],
    notes: [...notes, ...toNotes(`Different in ${reports.length} runs`, differences, true)],
    staleBaseline,
  }
}

export type JudgeWithBaseline = (baseline: readonly BaselineEntry[]) => VerifyReport

/** Runs something as often as the options say, each time with another seed, and returns what makes the one report. */
export async function repeatRun(
  options: VerifyOptions,
  run: (options: VerifyOptions) => Promise<JudgeWithBaseline>,
): Promise<JudgeWithBaseline> {
  const { repeat = 1, seed, signal } = options
  const first = await run(options)
  const others: JudgeWithBaseline[] = []
  while (others.length < repeat - 1 && !signal?.aborted) {
    const next = seed === undefined ? {} : { seed: (seed + others.length + 1) | 0 }
    others.push(await run({ ...options, ...next, wait: 0 }))
  }
  return (baseline) => mergeReports([first(baseline), ...others.map((judge) => judge(baseline))])
}
