import { writeFileSync } from 'node:fs'
import { styleText } from 'node:util'
import type { Paint } from '../../reports/to-text.ts'
import { CommandFailure, exitCodes } from '../failure.ts'
import type { ReportTarget } from './report-target.ts'

/** How a report is written: for a terminal, into files by their formats, and for GitHub Actions. */
export interface ReportWriters<Report> {
  toText(report: Report, paint: Paint): string
  files: Partial<Record<ReportTarget['format'], (report: Report) => string>>
  toGithubAnnotations(report: Report): string
  toGithubSummary(report: Report): string
}

/** Writes a report as JSON. */
export const toJson = (report: unknown): string => `${JSON.stringify(report, null, 2)}\n`

function writeFile(file: string, text: string, flag: 'w' | 'a' = 'w'): void {
  try {
    writeFileSync(file, text, { flag })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = { ENOENT: 'there is no such folder', EISDIR: 'it is a folder' }[code ?? ''] ?? message
    throw new CommandFailure(`Failed to write the report ${file}: ${reason}`, exitCodes.usage)
  }
}

/** Bytes of a job summary that GitHub Actions takes. */
const maxSummary = 1024 * 1024 - 100

/** Cuts a text after so many bytes. */
function cutShort(text: string, size: number): string {
  const bytes = Buffer.from(text)
  return bytes.length <= size ? text : `${bytes.subarray(0, size).toString()}…\n`
}

/**
 * Opens the files of reports, so that one that cannot be written is told before the run; what is in them stays until then.
 *
 * @throws {CommandFailure} where a file cannot be written
 */
export function openReports<Report>(
  targets: readonly ReportTarget[],
  writers: ReportWriters<Report>,
): { write(report: Report): void } {
  const isOnGithub =
    process.env['GITHUB_ACTIONS'] === 'true' || targets.some(({ format }) => format === 'github')
  const summary = (isOnGithub && process.env['GITHUB_STEP_SUMMARY']) || undefined
  for (const { file } of [...targets, { file: summary }]) if (file !== undefined) writeFile(file, '', 'a')
  return {
    write(report) {
      const text = writers.toText(report, (color, shown) =>
        styleText(color, shown, { stream: process.stdout }),
      )
      process.stdout.write(text)
      for (const { format, file } of targets) {
        const write = writers.files[format]
        if (write !== undefined && file !== undefined) writeFile(file, write(report))
      }
      if (isOnGithub) process.stdout.write(writers.toGithubAnnotations(report))
      if (summary !== undefined)
        writeFile(summary, cutShort(writers.toGithubSummary(report), maxSummary), 'a')
    },
  }
}
