import { stringify } from 'yaml'
import { applyBaseline, knownSchema, updateBaseline } from '../../drift/baseline.ts'
import type { DiffReport, KnownDifference } from '../../drift/drift.ts'
import { readBaseline } from '../baseline.ts'
import { checkOutFile, type OutFile, writeOutFile } from './out-file.ts'

const head = `# Differences between the service and the fake that are known. Change the reasons as you like.
# plant-store diff --baseline FILE --update-baseline adds new differences, and removes those that are gone.
`

/** Reads a baseline of `diff`; the file may be missing if it will be written. */
export const readKnown = async (file: OutFile, isUpdated: boolean): Promise<KnownDifference[]> =>
  isUpdated && !checkOutFile(file) ? [] : await readBaseline(file.path, knownSchema)

/** Writes the baseline with which a comparison passes, and judges it so; nothing if the comparison ended early. */
export function updateKnown(
  file: OutFile,
  report: DiffReport,
  known: readonly KnownDifference[],
): { judged: DiffReport; remarks: string[] } {
  const { path } = file
  if (report.unjudged !== undefined) return { judged: report, remarks: [`${path} is not written.`] }
  const entries = updateBaseline(report, known, `known since ${report.startedAt.slice(0, 10)}`)
  const isJson = /\.json$/i.test(path)
  writeOutFile(
    file,
    isJson ? `${JSON.stringify(entries, null, 2)}\n` : head + stringify(entries, { lineWidth: 0 }),
  )
  return { judged: { ...report, ...applyBaseline(report, entries, false) }, remarks: [`Wrote ${path}.`] }
}
