import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { userEnvironment } from './user-environment.ts'

/** A fake backend in its own process. */
export interface StartedProcess extends AsyncDisposable {
  url: string
  /** Sends a signal and returns the exit code; null if a signal ended the process. */
  stop(signal: NodeJS.Signals): Promise<number | null>
}

interface StartOptions {
  cwd: string
  env?: NodeJS.ProcessEnv
  shell?: boolean
  /** The line with the address. */
  ready?: RegExp
}

/** Starts a command that prints its address, in a group with its children that ends together. */
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
