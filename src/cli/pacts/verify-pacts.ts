import type { Command } from 'commander'
import { type BrokerOptions, type VerifyProviderOptions, verifyProvider } from '../../pact/pact.ts'
import { CommandFailure, exitCodes } from '../failure.ts'
import { addFlags, toKebabCase } from '../flags.ts'
import { addHelpNotes } from '../help.ts'
import { catchInterruption } from '../interruption.ts'
import { readUrl } from '../read-url.ts'
import { openReports } from '../reports/open-reports.ts'
import { failWithPacts, toExitCode } from './pact-failure.ts'
import { type VerifyPactsFlags, verifyPactsFlags } from './verify-pacts-flags.ts'

const what = 'verify the pacts'

const fail = (reason: string): never => {
  throw new CommandFailure(`Failed to ${what}: ${reason}`, exitCodes.usage)
}

function toBroker(flags: VerifyPactsFlags): { broker?: BrokerOptions } {
  const { broker, brokerToken, brokerUsername, brokerPassword, selector, branch, includeWipSince } = flags
  const { publish, buildUrl } = flags
  const useless = ['selector', 'branch', 'includeWipSince', 'publish', 'buildUrl'].find(
    (name) => name in flags,
  )
  if (broker === undefined && useless !== undefined)
    return fail(`--${toKebabCase(useless)} needs a broker. Pass --broker.`)
  if (broker === undefined) return {}
  if (buildUrl !== undefined && publish === undefined)
    return fail('--build-url needs --publish, because it is published with the results.')
  return {
    broker: {
      url: broker,
      ...(brokerToken !== undefined && { token: brokerToken }),
      ...(brokerUsername !== undefined && { username: brokerUsername }),
      ...(brokerPassword !== undefined && { password: brokerPassword }),
      ...(selector !== undefined && { selectors: selector }),
      ...(branch !== undefined && { branch }),
      ...(includeWipSince !== undefined && { includeWipSince }),
      ...(publish !== undefined && {
        publish: { version: publish, ...(buildUrl !== undefined && { buildUrl }) },
      }),
    },
  }
}

function toOptions(flags: VerifyPactsFlags): VerifyProviderOptions {
  const { token, pacts, consumer, description, provider, stateChangeUrl, enablePending, invalidToken } = flags
  const { requestLimit, limit, verbose } = flags
  if (token === undefined) return fail('there is no token. Pass --token or set PLANT_STORE_TOKEN.')
  if (pacts === undefined && flags.broker === undefined)
    return fail("there are no pacts. Pass --pacts 'pacts/*.json' or --broker.")
  return {
    token,
    ...toBroker(flags),
    ...(pacts !== undefined && { pacts }),
    ...(consumer !== undefined && { consumer }),
    ...(description !== undefined && { description }),
    ...(provider !== undefined && { provider }),
    ...(stateChangeUrl !== undefined && { stateChangeUrl }),
    ...(enablePending !== undefined && { enablePending }),
    ...(invalidToken !== undefined && { invalidToken }),
    ...(requestLimit !== undefined && { requestLimit }),
    ...(limit !== undefined && { limit }),
    ...(verbose && { onOutput: (text: string) => process.stderr.write(text) }),
  }
}

/** Verifies a provider with the values of the flags, writes the reports and returns the exit code. */
async function runVerifyPacts(argument: string | undefined, flags: VerifyPactsFlags): Promise<number> {
  const url = readUrl(argument, what, (flags.pacts ?? flags.consumer) ? '--pacts and --consumer' : undefined)
  const options = toOptions(flags)
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

/** The exit codes of `verify-pacts`. */
export const verifyPactsExitCodes = {
  0: 'every interaction passed',
  1: "an interaction failed, or a result can't be published",
  2: 'wrong usage, a broken pact, or no pact or interaction to verify',
  4: "the backend or the broker can't be reached or refuses the token, the address of the backend is wrong, Pact's verifier crashes, or --limit ends the run",
  130: 'stopped by Ctrl-C (SIGTERM: 143)',
} as const

/** Adds `plant-store verify-pacts`. */
export function addVerifyPacts(program: Command): void {
  const command = addFlags(program.command('verify-pacts'), verifyPactsFlags)
    .description('Send the requests of pacts to a backend and check its answers.')
    .argument('[url]', 'base address of the backend (env: PLANT_STORE_URL)')
    .action(async (url: string | undefined, flags: VerifyPactsFlags) => {
      process.exitCode = await runVerifyPacts(url, flags)
    })
  addHelpNotes(command, () => ({
    notes: [
      "Pact's own verifier checks the backend: npm install --save-dev @pact-foundation/pact-core.",
      '--token replaces the bearer tokens in pacts and is sent nowhere else. The states "no plant with the id exists", "a plant with the id exists" and "the token is not valid" need nothing from the backend; other states need --state-change-url.',
    ],
    exitCodes: verifyPactsExitCodes,
    examples: [
      "verify-pacts http://127.0.0.1:4010 --token local-token \\\n    --pacts 'pacts/*.json'",
      'verify-pacts https://staging.example --publish 1.0.0 \\\n    --broker https://broker.example --provider plant-store',
    ],
  }))
}
