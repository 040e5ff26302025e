import { checkPact } from '../../pact/pact.ts'
import { formatNames } from '../../reports/formats.ts'
import type { CommandTable } from '../command.ts'
import { type FlagTable, type FlagValues, flag } from '../flags.ts'
import { openReports } from '../reports/open-reports.ts'
import { createReportFlag } from '../reports/report-flag.ts'
import { failWithPacts, toExitCode } from './pact-failure.ts'

const checkPactFlags = {
  provider: flag('<name>', 'name of the service in pacts; pacts for other services are ignored'),
  // Pact's verifier keeps the requests to itself.
  report: createReportFlag(formatNames.filter((name) => name !== 'har')),
  verbose: { description: 'list the interactions that passed, and show the stack trace of an error' },
} as const satisfies FlagTable

/** Checks pacts, writes the reports and returns the exit code. */
async function runCheckPact(
  patterns: readonly string[],
  flags: FlagValues<typeof checkPactFlags>,
): Promise<number> {
  const { provider } = flags
  const reports = openReports({ ...flags, pacts: patterns })
  try {
    const report = await checkPact(patterns, provider === undefined ? {} : { provider })
    return toExitCode(report, reports.write(report))
  } catch (error) {
    return failWithPacts('check the pacts', error)
  }
}

/** `plant-store check-pact`. */
export const command: CommandTable = {
  description: 'Report which interactions of pacts contradict the specification, and which rules they break.',
  argument: ['<file...>', 'pacts, and folders of pacts; put patterns in quotes'],
  flags: checkPactFlags,
  run: runCheckPact,
  notes: [
    "Pact's own verifier verifies each interaction with several services that follow the specification and differ in what it leaves open. An interaction that none of them satisfies is an error. If only some satisfy it, a note says what it relies on, such as the status of a refusal. For a wrong body, the specification documents a 400 with an Error. It documents no other operation, so a success of one is an error.",
    'The check needs no running service, but Pact: npm install --save-dev @pact-foundation/pact-core.',
  ],
  exitCodes: {
    0: 'every interaction matches the specification',
    1: 'an interaction contradicts the specification',
    2: 'usage error, or a file is not a pact',
    4: "Pact's verifier crashes",
  },
  examples: ["check-pact 'pacts/*.json' --report junit=pacts.xml"],
}
