import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { styleText } from 'node:util'
import { checkFile } from '../../http/read-bounded.ts'
import { isRuleId } from '../../judge/rules.ts'
import { reportFormats } from '../../reports/formats.ts'
import type { Report } from '../../reports/report.ts'
import { toAnnotations } from '../../reports/to-annotations.ts'
import { toMarkdown } from '../../reports/to-markdown.ts'
import { type Paint, toText } from '../../reports/to-text.ts'
import { CommandFailure, exitCodes } from '../failure.ts'
import { findWidth } from '../paint.ts'
import type { ReportTarget } from './report-flag.ts'

function writeFile(file: string, text: string, flag: 'w' | 'a' = 'w'): void {
  try {
    checkFile(file, 'write')
    writeFileSync(file, text, { flag })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = { ENOENT: 'there is no such folder', EISDIR: 'it is a folder' }[code ?? ''] ?? message
    throw new CommandFailure(`Failed to write the report ${file}: ${reason}`, exitCodes.usage)
  }
}

/** The flags that decide about reports, and those with other files of a command. */
interface ReportFlags {
  report?: readonly ReportTarget[]
  verbose?: boolean
  baseline?: string
  limits?: string
  config?: string
  cert?: string
  key?: string
  ca?: string
  created?: string
  pacts?: readonly string[]
}

/** Refuses a report that would overwrite another one, or another file of the command. */
function checkFiles({ report = [], pacts, ...flags }: ReportFlags): void {
  const names = ['baseline', 'limits', 'config', 'cert', 'key', 'ca', 'created'] as const
  const inputs = {
    ...Object.fromEntries(names.map((name) => [`--${name}`, flags[name]])),
    'a pact': pacts,
  }
  const userOf = new Map(
    Object.entries(inputs).flatMap(([name, files = []]) =>
      [files].flat().map((file): [string, string] => [resolve(file), name]),
    ),
  )
  for (const { format, file } of report) {
    if (file === undefined) continue
    const other = userOf.get(resolve(file))
    userOf.set(resolve(file), format)
    if (other === undefined) continue
    const reason = `${other} and ${format} have the same file. Pass a different file for each report.`
    throw new CommandFailure(`Failed to write the report ${file}: ${reason}`, exitCodes.usage)
  }
}

const codes: Record<Report['outcome'], number> = {
  passed: 0,
  failed: exitCodes.failure,
  unjudged: exitCodes.unjudged,
}

/** Adds how to look up the first rule that fails the run, if a rule does. */
function addRemark(report: Report): Report {
  const broken = report.cases.find(({ status, title }) => status === 'failed' && isRuleId(title))
  if (broken === undefined) return report
  const remark = `To see how a rule is checked, run npx --no plant-store rules ${broken.title}.`
  return { ...report, remarks: [...report.remarks, remark] }
}

export interface OpenReports {
  /** Prints the report, writes the files, and returns the exit code. */
  write(report: Report): number
  /** Writes only the files, and the annotations and the job summary of GitHub Actions. */
  writeFiles(report: Report): void
}

/**
 * Checks before the run that the files of reports can be written; keeps their contents until then.
 *
 * @throws {CommandFailure} if a file can't be written, two reports have the same one, or the command reads it
 */
export function openReports(flags: ReportFlags): OpenReports {
  const { report: targets = [], verbose: isVerbose = false } = flags
  const { stdout, env } = process
  const isOnGithub = env['GITHUB_ACTIONS'] === 'true' || targets.some(({ format }) => format === 'github')
  const summary = (isOnGithub && env['GITHUB_STEP_SUMMARY']) || undefined
  checkFiles(flags)
  for (const { file } of [...targets, { file: summary }]) if (file !== undefined) writeFile(file, '', 'a')
  function writeFiles(report: Report): void {
    for (const { format, file } of targets)
      if (format !== 'github' && file !== undefined) writeFile(file, reportFormats[format](report))
    if (isOnGithub) stdout.write(toAnnotations(report))
    if (summary !== undefined) writeFile(summary, toMarkdown(report), 'a')
  }
  return {
    writeFiles: (report) => writeFiles(addRemark(report)),
    write(judged) {
      const report = addRemark(judged)
      const paint: Paint = (color, text) => styleText(color, text, { stream: stdout })
      stdout.write(toText(report, { paint, width: findWidth(stdout), isVerbose }))
      writeFiles(report)
      return codes[report.outcome]
    },
  }
}
