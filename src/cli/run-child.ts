import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { CommandFailure } from './failure.ts'

const notFound = 127
const notExecutable = 126

/** Hands signals on to a program. A terminal sends Ctrl-C to the program itself, so it is not sent twice. */
function forwardSignals(childOf: () => ChildProcess): void {
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) childOf().kill(signal)
    })
  }
}

/**
 * Runs a program to its end and gives its exit code, 128 and the signal's number where a signal ended it.
 *
 * @throws {CommandFailure} where it cannot be run, with the exit code that shells have for that
 */
export function runChild(name: string, args: readonly string[], env = process.env): Promise<number> {
  return new Promise((resolve, reject) => {
    // A signal may come as soon as the program runs.
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
