import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { userEnvironment } from './user-environment.ts'

/** A fake backend in a process of its own. */
export interface StartedProcess extends AsyncDisposable {
  url: string
  /** Sends a signal and gives the exit code; null where a signal ended it. */
  stop(signal: NodeJS.Signals): Promise<number | null>
}

interface StartOptions {
  cwd: string
  env?: NodeJS.ProcessEnv
  shell?: boolean
  /** The line that tells the address. */
  ready?: RegExp
}

/** Starts a command that prints where it listens, with its children as a group that ends together. */
export async function startProcess(
  command: string,
  args: readonly string[],
  { ready = /listening on (http:\S+)/, ...options }: StartOptions,
): Promise<StartedProcess> {
  const child = spawn(command, args, {
    env: userEnvironment,
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'close')
  let url: string | undefined
  for await (const line of createInterface(child.stdout)) {
    url = ready.exec(stripVTControlCharacters(line))?.[1]
    if (url !== undefined) break
  }
  if (url === undefined) throw new Error(`${command} ${args.join(' ')} ended before it listened`)
  child.stdout.resume()
  return {
    url,
    async stop(signal) {
      child.kill(signal)
      const [code] = await exited
      return code
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGTERM')
      await exited
    },
  }
}
