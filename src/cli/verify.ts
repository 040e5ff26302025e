import type { Command } from 'commander'
import { addVerifyFlags, type VerifyFlags } from './verify-flags.ts'

/** Adds `plant-store verify`. */
export function addVerify(program: Command): void {
  addVerifyFlags(program.command('verify'))
    .summary('judge a running backend by the rules of the specification')
    .description(
      'Send over 1,100 requests to a backend and say which rules of the specification it keeps, with the smallest request for each rule that it breaks. It leaves plants behind.',
    )
    .argument('[url]', 'base address of the backend (env: PLANT_STORE_URL)')
    .addHelpText(
      'after',
      '\nExit codes: 0 every rule is kept, 1 a rule is broken, 2 wrong usage, 4 the backend cannot be judged, 130 ended by\nCtrl-C, with what was found until then in the reports\n\nExample:\n  plant-store verify http://127.0.0.1:4010 --token local-token --report junit=verify.xml',
    )
    .action(async (url: string | undefined, flags: VerifyFlags) => {
      // Loaded on demand, as `start` is to start fast.
      const { runVerify } = await import('./run-verify.ts')
      process.exitCode = await runVerify(url, flags)
    })
}
