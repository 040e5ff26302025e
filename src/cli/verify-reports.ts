import { appendFileSync, writeFileSync } from 'node:fs'
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

function writeFile(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = { ENOENT: 'there is no such folder', EISDIR: 'it is a folder' }[code ?? ''] ?? message
    throw new CommandFailure(`Failed to write the report ${file}: ${reason}`, exitCodes.usage)
  }
}

function writeToGithub(report: Report): void {
  process.stdout.write(toGithubAnnotations(report))
  const summary = process.env['GITHUB_STEP_SUMMARY']
  if (summary) appendFileSync(summary, toGithubSummary(report))
}

/**
 * Opens the files of reports, so that one that cannot be written is told before the run.
 *
 * @throws {CommandFailure} where a file cannot be written
 */
export function openReports(targets: readonly ReportTarget[]): { write(report: Report): void } {
  for (const { file } of targets) if (file !== undefined) writeFile(file, '')
  const isOnGithub =
    process.env['GITHUB_ACTIONS'] === 'true' || targets.some(({ format }) => format === 'github')
  return {
    write(report) {
      const text = toText(report, (color, shown) => styleText(color, shown, { stream: process.stdout }))
      process.stdout.write(text)
      for (const { format, file } of targets) {
        if (format !== 'github' && file !== undefined) writeFile(file, writers[format](report))
      }
      if (isOnGithub) writeToGithub(report)
    },
  }
}
