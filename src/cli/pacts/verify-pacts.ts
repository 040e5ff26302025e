import type { Command } from 'commander'
import { type BrokerOptions, type VerifyProviderOptions, verifyProvider } from '../../pact/pact.ts'
import { toJudgment } from '../../pact/to-judgment.ts'
import { CommandFailure, exitCodes } from '../failure.ts'
import { catchInterruption } from '../interruption.ts'
import { openReports } from '../reports/open-reports.ts'
import { failWithPacts } from './pact-failure.ts'
import { addVerifyPactsFlags, type VerifyPactsFlags } from './verify-pacts-flags.ts'

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
  if (broker === undefined)
    return useless === undefined ? {} : fail('there is no broker for what is asked of one. Pass --broker.')
  if (buildUrl !== undefined && publish === undefined)
    return fail('there is nothing that --build-url is told with. Pass --publish.')
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

function toOptions(url: string, flags: VerifyPactsFlags): VerifyProviderOptions {
  const { token, pacts, consumer, description, provider, stateChangeUrl, enablePending, invalidToken } = flags
  const { requestLimit, limit, verbose } = flags
  if (token === undefined) return fail('there is no token. Pass --token or set PLANT_STORE_TOKEN.')
  if (pacts === undefined && flags.broker === undefined)
    return fail("there are no pacts. Pass --pacts 'pacts/*.json' or --broker.")
  return {
    providerBaseUrl: url,
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

/** Verifies a provider as the flags say, writes the reports and gives the exit code. */
async function runVerifyPacts(argument: string | undefined, flags: VerifyPactsFlags): Promise<number> {
  const url =
    argument ??
    process.env['PLANT_STORE_URL'] ??
    fail('there is no URL. Pass the base address of a backend, before --pacts and --consumer.')
  const options = toOptions(url, flags)
  const reports = openReports(flags)
  using interruption = catchInterruption()
  try {
    const report = await verifyProvider({ ...options, signal: interruption.signal })
    const code = reports.write(toJudgment(report))
    return interruption.code ?? code
  } catch (error) {
    return interruption.code ?? failWithPacts(what, error)
  }
}

const notes = `
The backend is verified by Pact's own verifier: npm install --save-dev @pact-foundation/pact-core. --token goes where
the pact has a bearer token, and nowhere else. The states "no plant with the id exists", "a plant with the id exists"
and "the token is not valid" need nothing of the backend; others need --state-change-url.

Exit codes: 0 every interaction was verified, 1 one was not, 2 wrong usage, or no pact or interaction to verify, 4 the
backend or the broker cannot be reached, or the run takes longer than --limit, 130 and 143 it was interrupted

Example:
  plant-store verify-pacts http://127.0.0.1:4010 --token local-token --pacts 'pacts/*.json' --report junit=pacts.xml`

/** Adds `plant-store verify-pacts`. */
export function addVerifyPacts(program: Command): void {
  addVerifyPactsFlags(program.command('verify-pacts'))
    .description('Send the requests of pacts to a backend and say which interactions it keeps to.')
    .argument('[url]', 'base address of the backend (env: PLANT_STORE_URL)')
    .addHelpText('after', notes)
    .action(async (url: string | undefined, flags: VerifyPactsFlags) => {
      process.exitCode = await runVerifyPacts(url, flags)
    })
}
