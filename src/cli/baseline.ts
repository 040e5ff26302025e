import { existsSync } from 'node:fs'
import { stringify } from 'yaml'
import { tameJson } from '../http/tame.ts'
import { toCurrentId } from '../judge/rules.ts'
import { array, type Schema } from '../options/schema.ts'
import { updateBaseline } from '../reports/baseline.ts'
import type { BaselineEntry, Judged, Report } from '../reports/report.ts'
import { readChecked } from './data-file.ts'
import { flag } from './flags.ts'
import { checkOutFile, type OutFile, writeOutFile } from './out-file.ts'

/** Flags about a baseline. */
interface BaselineFlags {
  baseline?: string
  updateBaseline?: boolean
}

/** Makes the flags about a baseline for a list of such entries, which are for such failures. */
export const createBaselineFlags = (entries: string, what: string) =>
  ({
    baseline: flag('<file>', `JSON or YAML list of ${entries}`),
    updateBaseline: { description: `write the ${what} that the run finds to the file of --baseline` },
  }) as const

/** What is known before a run. */
export interface Baseline<Entry> {
  entries: readonly Entry[]
  /** Judges a run with the entries. If it should, writes the file with which the run passes, and judges the run by that. */
  judge<R extends Report & Judged<Entry>>(toReport: (entries: readonly Entry[]) => R): R
}

/** Writes YAML; a text with characters that reorder it has escapes in their place, which only quotes allow. */
function toYaml(entries: readonly BaselineEntry[]): string {
  const yaml = stringify(entries, { lineWidth: 0 })
  if (tameJson(yaml) === yaml) return yaml
  const quoted = { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' } as const
  return tameJson(stringify(entries, { lineWidth: 0, ...quoted }))
}

const toText = (path: string, command: string, entries: readonly BaselineEntry[]): string =>
  /\.json$/i.test(path)
    ? `${tameJson(JSON.stringify(entries, null, 2))}\n`
    : `# What is known, and why it is accepted. Change the reasons as you like.
# plant-store ${command} --baseline FILE --update-baseline adds what is new, and removes what is gone.
${toYaml(entries)}`

/** Judges a run with the baseline with which it passes, and returns both. */
function settle<Entry extends BaselineEntry, R extends Report & Judged<Entry>>(
  toReport: (entries: readonly Entry[]) => R,
  known: readonly Entry[],
): { report: R; entries: readonly Entry[] } {
  let entries = known
  let report = toReport(entries)
  const reason = `known since ${report.startedAt.slice(0, 10)}`
  // A rule that can't be judged while another one is broken is known, too, and may be the ground of others.
  for (let left = 3; left > 0 && (report.unjudged?.rules ?? !report.unjudged); left--) {
    const owed = report.unjudged?.rules?.map((rule) => ({ rule, reason })) ?? []
    entries = [...updateBaseline(report, entries, reason), ...owed] as unknown as Entry[]
    report = toReport(entries)
  }
  return { report, entries }
}

/**
 * Reads the file that lists known failures and the reason for each. It may be missing if the run will write it.
 *
 * @throws {CommandFailure} if the file can't be read or written, or an entry doesn't match the schema; the message has the line and column
 */
export async function openBaseline<Entry extends BaselineEntry>(
  { baseline: path, updateBaseline: isUpdated = false }: BaselineFlags,
  entry: Schema,
  fail: (reason: string) => never,
): Promise<Baseline<Entry>> {
  if (path === undefined) {
    if (isUpdated) fail('--update-baseline needs the file of --baseline.')
    return { entries: [], judge: (toReport) => toReport([]) }
  }
  if (!isUpdated && !existsSync(path)) fail(`there is no file ${path}. Pass --update-baseline to write it.`)
  const file: OutFile = { path, flag: '--baseline', fail }
  const isNew = isUpdated && !checkOutFile(file)
  const read = isNew ? [] : ((await readChecked(path, 'baseline', array(entry), [])) as Entry[])
  // A rule may have had another name when the file was written.
  const known = read.map((one) => (one.rule === undefined ? one : { ...one, rule: toCurrentId(one.rule) }))
  return {
    entries: known,
    judge(toReport) {
      if (!isUpdated) return toReport(known)
      const { report, entries } = settle(toReport, known)
      const isEarly = report.unjudged !== undefined
      if (!isEarly) writeOutFile(file, toText(path, report.command, entries))
      const remark = isEarly ? `${path} is not written.` : `Wrote ${path}.`
      return { ...report, remarks: [...report.remarks, remark] }
    },
  }
}
