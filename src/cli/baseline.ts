import { existsSync } from 'node:fs'
import { escapeControlsOfJson } from '../http/escape-controls.ts'
import { toCurrentId } from '../judge/rules.ts'
import { isObject } from '../options/is-object.ts'
import { array, type ValueSchema } from '../options/schema.ts'
import { updateBaseline } from '../reports/baseline.ts'
import type { AnyBaselineEntry, JudgedCases, Report } from '../reports/report.ts'
import { findPlace, readBytes, readChecked, readDataFile } from './data-file.ts'
import { editYaml } from './edit-yaml.ts'
import { flag } from './flags.ts'
import { checkOutFile, type OutFile, writeOutFile } from './out-file.ts'

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

export interface Baseline<Entry> {
  entries: readonly Entry[]
  /** Judges a run with the entries. If it should, writes the file with which the run passes, and judges the run by that. */
  judge<R extends Report & JudgedCases<Entry>>(toReport: (entries: readonly Entry[]) => R): R
}

const toHeader = (command: string): string =>
  `# What is known, and why it is accepted. Change the reasons as you like.
# plant-store ${command} --baseline FILE --update-baseline adds what is new, and removes what is gone.

`

/** How often a run is judged again: what a known failure explains comes to light only then, and each of several runs may fail. */
const maxRounds = 20

/** Judges a run with the baseline with which it passes, and returns both. */
function settle<Entry extends AnyBaselineEntry, R extends Report & JudgedCases<Entry>>(
  toReport: (entries: readonly Entry[]) => R,
  known: readonly Entry[],
): { report: R; entries: readonly Entry[] } {
  let entries = known
  let report = toReport(entries)
  const reason = `known since ${report.startedAt.slice(0, 10)}`
  for (let left = maxRounds; left > 0 && report.unjudged === undefined; left--) {
    const next = updateBaseline(report, entries, reason)
    if (JSON.stringify(next) === JSON.stringify(entries)) break
    entries = next
    report = toReport(entries)
  }
  return { report, entries }
}

/** Refuses entries without what was seen, which accepted a rule as a whole. */
async function checkForm(path: string, fail: (reason: string) => never): Promise<void> {
  const read = await readDataFile(path, 'baseline', [])
  const old = Array.isArray(read)
    ? read.findIndex((one) => isObject(one) && 'rule' in one && !('seen' in one))
    : -1
  if (old === -1) return
  const place = await findPlace(path, [old])
  fail(
    `${path}${place} accepts all that breaks a rule, but an entry must also have what was seen, and the requests that show it. Remove such entries, and write them anew with --update-baseline.`,
  )
}

/**
 * Reads the file that lists known failures and the reason for each. It may be missing if the run will write it.
 *
 * @throws {CommandFailure} if the file can't be read or written, or an entry doesn't match the schema; the message has the line and column
 */
export async function openBaseline<Entry extends AnyBaselineEntry>(
  { baseline: path, updateBaseline: isUpdated = false }: BaselineFlags,
  entry: ValueSchema,
  fail: (reason: string) => never,
): Promise<Baseline<Entry>> {
  if (path === undefined) {
    if (isUpdated) fail('--update-baseline needs the file of --baseline.')
    return { entries: [], judge: (toReport) => toReport([]) }
  }
  if (!isUpdated && !existsSync(path)) fail(`there is no file ${path}. Pass --update-baseline to write it.`)
  const file: OutFile = { path, flag: '--baseline', fail }
  const isNew = isUpdated && !checkOutFile(file)
  if (!isNew) await checkForm(path, fail)
  const read = isNew ? [] : ((await readChecked(path, 'baseline', array(entry), [])) as Entry[])
  const text = isNew ? '' : readBytes(path, 'baseline').toString()
  // A rule may have had another name when the file was written.
  const known = read.map((one) => (one.rule === undefined ? one : { ...one, rule: toCurrentId(one.rule) }))
  const toText = (command: string, entries: readonly Entry[]): string =>
    /\.ya?ml$/i.test(path)
      ? editYaml(text.trim() === '' ? toHeader(command) : text, known, entries)
      : `${escapeControlsOfJson(JSON.stringify(entries, null, 2))}\n`
  return {
    entries: known,
    judge(toReport) {
      if (!isUpdated) return toReport(known)
      const { report, entries } = settle(toReport, known)
      const isEarly = report.unjudged !== undefined
      if (!isEarly) writeOutFile(file, toText(report.command, entries))
      const remark = isEarly ? `${path} is not written.` : `Wrote ${path}.`
      return { ...report, remarks: [...report.remarks, remark] }
    },
  }
}
