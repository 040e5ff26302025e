import type { Command } from 'commander'
import { CommandFailure, exitCodes } from '../failure.ts'
import { runChild } from '../run-child.ts'
import { readFlags } from './config.ts'
import { launch } from './launch.ts'
import { addServerFlags } from './server-flags.ts'

/** Adds `plant-store exec`. */
export function addExec(program: Command): void {
  addServerFlags(program.command('exec'), { port: 0, log: 'silent' })
    .description(
      'Start a plant store at a free port, run a command with PLANT_STORE_URL and PLANT_STORE_TOKEN set, stop the store, and exit with the code of the command.',
    )
    .passThroughOptions()
    .argument('<command...>', 'the command and its arguments, after --')
    .addHelpText('after', '\nExample:\n  plant-store exec -- npx vitest run')
    .action(async ([name = '', ...args]: string[], _options, command: Command) => {
      if (name === '') throw new CommandFailure('Failed to run: the command is empty', exitCodes.usage)
      const flags = await readFlags(command)
      const server = await launch(flags)
      const token = flags.token?.[0] ?? 'local-token'
      let code: number
      try {
        code = await runChild(name, args, {
          ...process.env,
          PLANT_STORE_URL: server.url,
          PLANT_STORE_TOKEN: token,
        })
      } finally {
        server.closeNow()
        await server.close()
      }
      // A request that still waits for a delay must not hold the command up.
      process.exit(code)
    })
}
