import { findPactFiles } from '../pact/file/find-pact-files.ts'
import { checkPact } from '../pact/pact.ts'
import { failWithPacts } from './pact-failure.ts'
import { pactCodes, pactWriters } from './pact-reports.ts'
import type { ReportTarget } from './report-target.ts'
import { openReports } from './verify-reports.ts'

/** Checks pacts, writes the reports and gives the exit code. */
export async function runCheckPact(
  patterns: readonly string[],
  targets: readonly ReportTarget[],
): Promise<number> {
  const reports = openReports(targets, pactWriters)
  try {
    const report = await checkPact(...findPactFiles(patterns))
    reports.write(report)
    return pactCodes[report.outcome]
  } catch (error) {
    return failWithPacts('check the pacts', error)
  }
}
