import { checkPact } from '../../pact/pact.ts'
import { formatNames } from '../../reports/formats.ts'
import type { CommandTable } from '../command.ts'
import { contractFlags } from '../contract-flags.ts'
import { type FlagTable, type FlagValues, flag } from '../flags.ts'
import { openContract } from '../open-contract.ts'
import { openReports } from '../reports/open-reports.ts'
import { createReportFlag } from '../reports/report-flag.ts'
import { failWithPacts } from './pact-failure.ts'

const checkPactFlags = {
  ...contractFlags,
  provider: flag('<name>', 'name of the service in pacts; pacts for other services are ignored'),
  // Nothing is sent.
  report: createReportFlag(formatNames.filter((name) => name !== 'har')),
  verbose: { description: 'list the interactions that passed, and show the stack trace of an error' },
} as const satisfies FlagTable

async function runCheckPact(
  patterns: readonly string[],
  flags: FlagValues<typeof checkPactFlags>,
): Promise<number> {
  const { provider } = flags
  const reports = openReports({ ...flags, pacts: patterns })
  try {
    const contract = await openContract(flags)
    const report = checkPact(patterns, { contract, ...(provider !== undefined && { provider }) })
    return reports.write(report)
  } catch (error) {
    return failWithPacts('check the pacts', error)
  }
}

export const command: CommandTable = {
  description:
    'Report which interactions of pacts a description promises, which lean on what it leaves open, and which contradict it.',
  argument: { name: '<file...>', description: 'pacts, and folders of pacts; put patterns in quotes' },
  flags: checkPactFlags,
  run: runCheckPact,
  notes: [
    'An error is an interaction that no service of the description can keep: a request that it forbids although the pact expects a success, a status, a type, or a value that it does not have. A note says what an interaction relies on, such as the status of a rejection, a message, or an optional property. Each names the place in the pact, and the keyword or rule with its place in the description.',
    'The check sends nothing, and does not need Pact. Messages and interactions for plugins are skipped.',
  ],
  exitCodes: {
    0: 'every interaction matches the description',
    1: 'an interaction contradicts the description',
    2: 'usage error, or a file that is not a pact or a description',
  },
  examples: [
    "check-pact 'pacts/*.json' --openapi bookings.yaml",
    "check-pact 'pacts/*.json' --report junit=pacts.xml",
  ],
}
