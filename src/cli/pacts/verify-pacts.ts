import { stripVTControlCharacters } from 'node:util'
import type { Command } from 'commander'
import { tameLines } from '../../http/tame.ts'
import { type VerifyProviderOptions, verifyProvider } from '../../pact/pact.ts'
import { isUrl, providerOptions } from '../../pact/provider/option-table.ts'
import type { CommandTable } from '../command.ts'
import { createFail } from '../failure.ts'
import { toKebabCase } from '../flags.ts'
import { catchInterruption } from '../interruption.ts'
import { readOptions } from '../options.ts'
import { readUrl, urlArgument } from '../read-url.ts'
import { openReports } from '../reports/open-reports.ts'
import { failWithPacts, toExitCode } from './pact-failure.ts'
import { type VerifyPactsFlags, verifyPactsFlags } from './verify-pacts-flags.ts'

const what = 'verify the pacts'

const fail = createFail(what)

/** The flags that only make sense with a broker. */
const forBroker = ['selector', 'branch', 'includeWipSince', 'publish', 'buildUrl'] as const

/** Ignores a broker that only the environment names if there are files alone: the variable is set for other tools, too. */
function dropBroker(given: VerifyPactsFlags, command: Command): VerifyPactsFlags {
  const isAsked =
    command.getOptionValueSource('broker') !== 'env' ||
    given.pacts === undefined ||
    given.pacts.some(isUrl) ||
    forBroker.some((name) => name in given)
  const { broker: _broker, ...flags } = given
  return isAsked ? given : flags
}

async function toOptions(flags: VerifyPactsFlags): Promise<VerifyProviderOptions> {
  if (flags.token === undefined) return fail('there is no token. Pass --token or set PLANT_STORE_TOKEN.')
  if (flags.pacts === undefined && flags.broker === undefined)
    return fail("there are no pacts. Pass --pacts 'pacts/*.json' or --broker.")
  const useless = forBroker.find((name) => flags.broker === undefined && name in flags)
  if (useless !== undefined) return fail(`--${toKebabCase(useless)} needs a broker. Pass --broker.`)
  if (flags.buildUrl !== undefined && flags.publish === undefined)
    return fail('--build-url needs --publish, because it is published with the results.')
  const { broker: _broker, ...ofFiles } = providerOptions
  const known = flags.broker === undefined ? ofFiles : providerOptions
  const options = await readOptions(verifyPactsFlags, flags, known, fail)
  return { ...options, token: flags.token, ...(flags.verbose && { onOutput: writeOutput }) }
}

/** Writes lines of Pact's own code, which repeat what a service answers. */
function writeOutput(text: string): void {
  process.stderr.write(tameLines(stripVTControlCharacters(text)))
}

/** Verifies a service with the values of the flags, writes the reports and returns the exit code. */
async function runVerifyPacts(
  argument: string | undefined,
  given: VerifyPactsFlags,
  command: Command,
): Promise<number> {
  const flags = dropBroker(given, command)
  const url = readUrl(argument, what, (flags.pacts ?? flags.consumer) ? '--pacts and --consumer' : undefined)
  const options = await toOptions(flags)
  const reports = openReports(flags)
  using interruption = catchInterruption({ hasCleanup: true })
  try {
    const report = await verifyProvider(url, { ...options, signal: interruption.signal })
    const code = toExitCode(report, reports.write(report))
    return interruption.code ?? code
  } catch (error) {
    return interruption.code ?? failWithPacts(what, error)
  }
}

/** `plant-store verify-pacts`. */
export const command: CommandTable = {
  description: 'Send the requests of pacts to a service and check its answers.',
  argument: urlArgument,
  flags: verifyPactsFlags,
  run: runVerifyPacts,
  notes: [
    "Pact's own verifier checks the service: npm install --save-dev @pact-foundation/pact-core.",
    '--token replaces the bearer tokens in pacts and is sent nowhere else. The states "no plant with the id exists", "a plant with the id exists" and "the token is not valid" need nothing from the service; other states need --state-change-url.',
  ],
  exitCodes: {
    0: 'every interaction passed',
    1: "an interaction failed, or a result can't be published",
    2: 'usage error, a broken pact, or no pact or interaction to verify',
    4: "the service or the broker can't be reached or refuses the token, the address of the service is wrong, Pact's verifier crashes, or --limit ends the run",
    130: 'stopped by Ctrl-C (SIGTERM: 143)',
  },
  examples: [
    "verify-pacts http://127.0.0.1:4010 --token local-token \\\n    --pacts 'pacts/*.json'",
    'verify-pacts https://staging.example --publish 1.0.0 \\\n    --broker https://broker.example --provider plant-store',
  ],
}
