import { writeFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { toGithubAnnotations, toGithubSummary } from '../verify/reports/to-github.ts'
import { toHtml } from '../verify/reports/to-html.ts'
import { toJunit } from '../verify/reports/to-junit.ts'
import { toText } from '../verify/reports/to-text.ts'
import type { Report } from '../verify/verify.ts'
import { CommandFailure, exitCodes } from './failure.ts'
import type { ReportTarget } from './verify-flags.ts'

const writers = {
  json: (report: Report): string => `${JSON.stringify(report, null, 2)}\n`,
  junit: toJunit,
  html: toHtml,
}

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
export function openReports(targets: readonly ReportTarget[]): { write(report: Report): void } {
  const isOnGithub =
    process.env['GITHUB_ACTIONS'] === 'true' || targets.some(({ format }) => format === 'github')
  const summary = (isOnGithub && process.env['GITHUB_STEP_SUMMARY']) || undefined
  for (const { file } of [...targets, { file: summary }]) if (file !== undefined) writeFile(file, '', 'a')
  return {
    write(report) {
      const text = toText(report, (color, shown) => styleText(color, shown, { stream: process.stdout }))
      process.stdout.write(text)
      for (const { format, file } of targets) {
        if (format !== 'github' && file !== undefined) writeFile(file, writers[format](report))
      }
      if (isOnGithub) process.stdout.write(toGithubAnnotations(report))
      if (summary !== undefined) writeFile(summary, cutShort(toGithubSummary(report), maxSummary), 'a')
    },
  }
}
