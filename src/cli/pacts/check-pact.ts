import type { Command } from 'commander'
import { findPactFiles } from '../../pact/file/find-pact-files.ts'
import { checkPact } from '../../pact/pact.ts'
import { toJudgment } from '../../pact/to-judgment.ts'
import { openReports } from '../reports/open-reports.ts'
import { createReportOption, type ReportTarget } from '../reports/report-option.ts'
import { failWithPacts } from './pact-failure.ts'

interface CheckPactFlags {
  report?: ReportTarget[]
  verbose?: boolean
}

/** Checks pacts, writes the reports and gives the exit code. */
async function runCheckPact(patterns: readonly string[], flags: CheckPactFlags): Promise<number> {
  const reports = openReports(flags)
  try {
    const report = await checkPact(...findPactFiles(patterns))
    return reports.write(toJudgment(report))
  } catch (error) {
    return failWithPacts('check the pacts', error)
  }
}

const notes = `
An interaction is an error where the specification rules it out or promises nothing of the kind, and a note where it is
silent: the status of a refusal that it does not list, and refusals of other paths and methods. It is checked with
npm install --save-dev @pactflow/openapi-pact-comparator, and beyond what that finds.

Exit codes: 0 every interaction is as the specification has it, 1 one is not, 2 wrong usage, or a file is no pact

Example:
  plant-store check-pact pacts/*.json --report junit=pacts.xml`

/** Adds `plant-store check-pact`. */
export function addCheckPact(program: Command): void {
  program
    .command('check-pact')
    .description('Say which interactions of pacts the specification cannot have, and by which rule.')
    .argument('<file...>', 'pacts; patterns in quotes')
    .addOption(createReportOption(['json', 'junit', 'html', 'markdown']))
    .option('--verbose', 'list the interactions that passed, and show the stack of an error')
    .addHelpText('after', notes)
    .action(async (files: string[], flags: CheckPactFlags) => {
      process.exitCode = await runCheckPact(files, flags)
    })
}
