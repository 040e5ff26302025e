import { stripVTControlCharacters } from 'node:util'
import type { Command } from 'commander'
import { escapeControlsOfLines } from '../../http/escape-controls.ts'
import { type VerifyProviderOptions, verifyProvider } from '../../pact/pact.ts'
import { isPactUrl, providerOptions } from '../../pact/provider/provider-options.ts'
import type { CommandTable } from '../command.ts'
import { createFail } from '../failure.ts'
import { toKebabCase } from '../flags.ts'
import { catchInterruption } from '../interruption.ts'
import { readOptions } from '../options.ts'
import { readUrl, urlArgument } from '../read-url.ts'
import { openReports } from '../reports/open-reports.ts'
import { failWithPacts } from './pact-failure.ts'
import { type VerifyPactsFlags, verifyPactsFlags } from './verify-pacts-flags.ts'

const what = 'verify the pacts'

const fail = createFail(what)

/** The flags that only make sense with a broker; its credentials may be in the environment for other tools. */
const forBroker = ['selector', 'enablePending', 'includeWipSince', 'branch', 'publish', 'buildUrl'] as const

async function toOptions(given: VerifyPactsFlags, command: Command): Promise<VerifyProviderOptions> {
  const { pacts, broker } = given
  const isIgnored = pacts !== undefined && command.getOptionValueSource('broker') === 'env'
  const flags = { ...given, broker: isIgnored ? undefined : broker }
  if (pacts === undefined && broker === undefined)
    return fail("there are no pacts. Pass --pacts 'pacts/*.json' or --broker.")
  const { origin } = new URL(broker ?? 'http://none.invalid')
  const other = pacts?.find((one) => isPactUrl(one) && new URL(one).origin !== origin)
  if (other !== undefined && (given.brokerToken ?? given.brokerPassword) !== undefined)
    return fail(
      `Pact's verifier would send the credentials of the broker to ${new URL(other).origin}. Download that pact, and pass the file.`,
    )
  const hasBroker = flags.broker !== undefined || pacts?.some(isPactUrl) === true
  const useless = forBroker.find((name) => !hasBroker && name in given)
  if (useless !== undefined) return fail(`--${toKebabCase(useless)} needs a broker. Pass --broker.`)
  const { broker: _broker, ...ofFiles } = providerOptions
  const known = hasBroker ? providerOptions : ofFiles
  const options: Partial<VerifyProviderOptions> = await readOptions(verifyPactsFlags, flags, known, fail)
  return {
    ...options,
    ...(given.publish !== undefined && { broker: { ...options.broker, publishVerificationResult: true } }),
    ...(given.verbose && { onOutput: writeOutput }),
  }
}

/** Writes lines of Pact's own code, which repeat what a service answers. */
function writeOutput(text: string): void {
  process.stderr.write(escapeControlsOfLines(stripVTControlCharacters(text)))
}

/** Verifies a service with the values of the flags, writes the reports and returns the exit code. */
async function runVerifyPacts(
  argument: string | undefined,
  flags: VerifyPactsFlags,
  command: Command,
): Promise<number> {
  const url = readUrl(argument, what, flags.pacts ? '--pacts' : undefined)
  const options = await toOptions(flags, command)
  const reports = openReports(flags)
  using interruption = catchInterruption({ hasCleanup: true })
  try {
    const report = await verifyProvider(url, { ...options, signal: interruption.signal })
    const code = reports.write(report)
    return interruption.code ?? code
  } catch (error) {
    return interruption.code ?? failWithPacts(what, error)
  }
}

export const command: CommandTable = {
  description: 'Send the requests of pacts to a service and check its responses.',
  argument: urlArgument,
  flags: verifyPactsFlags,
  run: runVerifyPacts,
  notes: [
    "Pact's own verifier checks the service: npm install --save-dev @pact-foundation/pact-core.",
    '--token replaces the bearer tokens in pacts and is sent nowhere else; --header replaces other headers. States that name records, such as "a record of rooms exists", are set up through the control API of a mock; other services need --state-change-url.',
  ],
  exitCodes: {
    0: 'every interaction passed',
    1: "an interaction failed, or a result can't be published",
    2: "usage error, a pact that is broken or can't be loaded, or no interaction to verify",
    4: "the service can't be reached, Pact's verifier crashes, or --limit ends the run",
    130: 'stopped by Ctrl-C (SIGTERM: 143)',
  },
  examples: [
    "verify-pacts http://127.0.0.1:4010 --token local-token \\\n    --pacts 'pacts/*.json'",
    'verify-pacts https://staging.example --publish 1.0.0 \\\n    --broker https://broker.example --provider plant-store',
  ],
}
