import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Command } from 'commander'
import { readFlags } from './config.ts'
import { CommandFailure, exitCodes } from './failure.ts'
import { launch } from './launch.ts'
import { addServerFlags } from './server-flags.ts'

const notFound = 127
const notExecutable = 126

/** Hands signals on to the command. A terminal sends Ctrl-C to the command itself, so it is not sent twice. */
function forwardSignals(childOf: () => ChildProcess): void {
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) childOf().kill(signal)
    })
  }
}

/** Runs a command to its end and gives its exit code, 128 and the signal's number where a signal ended it. */
function run(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    // A signal may come as soon as the command runs.
    forwardSignals(() => child)
    const child = spawn(name, args, { stdio: 'inherit', env })
    child.on('error', ({ message, ...error }: NodeJS.ErrnoException) => {
      const reason =
        { ENOENT: 'there is no such command', EACCES: 'it cannot be executed' }[error.code ?? ''] ?? message
      const exitCode = error.code === 'ENOENT' ? notFound : notExecutable
      reject(new CommandFailure(`Failed to run ${name}: ${reason}`, exitCode))
    })
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
  })
}

/** Adds `plant-store exec`. */
export function addExec(program: Command): void {
  addServerFlags(program.command('exec'), { port: 0, log: 'silent' })
    .summary('run a command beside a fake backend')
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
        code = await run(name, args, {
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
