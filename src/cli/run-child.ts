import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import spawn from 'cross-spawn'
import { CommandFailure } from './failure.ts'

const notFound = 127
const notExecutable = 126

/** A terminal sends these to the program itself, so they are not sent twice. */
const keyboardSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGBREAK']

/** The others by which programs end this process. */
const otherSignals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP']

/** Whether the system sends a signal to the program itself. On Windows, it does so with each that a process can get. */
const isSentToAll = (signal: NodeJS.Signals): boolean =>
  process.platform === 'win32' || (process.stdin.isTTY && keyboardSignals.includes(signal))

/** Forwards signals to a program, so that none of them ends this process and leaves the program running. */
function forwardSignals(childOf: () => ChildProcess): void {
  for (const signal of [...otherSignals, ...keyboardSignals]) {
    process.on(signal, () => {
      if (!isSentToAll(signal)) childOf().kill(signal)
    })
  }
}

/**
 * Runs a program to its end and returns its exit code, or 128 plus the number of the signal that ended it.
 *
 * @throws {CommandFailure} if it can't be run, with the exit code that shells use for that
 */
export function runChild(name: string, args: readonly string[], env = process.env): Promise<number> {
  return new Promise((resolve, reject) => {
    // A signal may come as soon as the program runs.
    forwardSignals(() => child)
    // On Windows, npm and its like are scripts, which only a shell can run.
    const child = spawn(name, args, { stdio: 'inherit', env })
    child.on('error', ({ message, ...error }: NodeJS.ErrnoException) => {
      const reason =
        { ENOENT: 'there is no such command', EACCES: "it can't be executed" }[error.code ?? ''] ?? message
      const exitCode = error.code === 'ENOENT' ? notFound : notExecutable
      reject(new CommandFailure(`Failed to run ${name}: ${reason}`, exitCode))
    })
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
  })
}
