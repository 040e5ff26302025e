import type { Command } from 'commander'
import { addVerifyPactsFlags, type VerifyPactsFlags } from './verify-pacts-flags.ts'

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
    .summary('verify a running backend with the pacts of its consumers')
    .description('Send the requests of pacts to a backend and say which interactions it keeps to.')
    .argument('[url]', 'base address of the backend (env: PLANT_STORE_URL)')
    .addHelpText('after', notes)
    .action(async (url: string | undefined, flags: VerifyPactsFlags) => {
      // Loaded on demand, as `start` is to start fast.
      const { runVerifyPacts } = await import('./run-verify-pacts.ts')
      process.exitCode = await runVerifyPacts(url, flags)
    })
}
