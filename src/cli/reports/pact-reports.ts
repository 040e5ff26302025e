import type { PactReport } from '../../pact/pact.ts'
import { describePactReport } from '../../pact/reports/describe-pact-report.ts'
import { toGithubAnnotations, toGithubSummary } from '../../pact/reports/to-github.ts'
import { toJunit } from '../../pact/reports/to-junit.ts'
import { exitCodes } from '../failure.ts'
import { type ReportWriters, toJson } from './open-reports.ts'

/** How reports about pacts are written. */
export const pactWriters: ReportWriters<PactReport> = {
  toText: describePactReport,
  files: { json: toJson, junit: toJunit },
  toGithubAnnotations,
  toGithubSummary,
}

/** The exit codes of what came of pacts. */
export const pactCodes: Readonly<Record<PactReport['outcome'], number>> = {
  passed: 0,
  failed: exitCodes.failure,
  unverified: exitCodes.unjudged,
}
