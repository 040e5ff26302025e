import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { inject } from 'vitest'
import { processHangLimit } from './hang-limit.ts'

/** The bundled command; tests of the installed package have none. */
const bin: string = inject('bin') ?? ''
// Without the cache, half of the time of the command's tests is the compilation of the same files.
const cache = bin === '' ? {} : { NODE_COMPILE_CACHE: join(dirname(bin), 'cache') }

/** How a process is run. */
export interface RunOptions {
  /** Added to an environment that has nothing else but a path to find commands. */
  env?: Record<string, string | undefined>
  cwd?: string
  /** A command in front of the file and its arguments, which starts them. */
  wrapper?: readonly string[]
  /** Milliseconds after which it hangs and is killed. */
  timeout?: number
}

/** How a process ended. */
export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** A process that runs; leaving the scope of `await using` kills it and all that it started. */
export interface RunningProcess extends AsyncDisposable {
  /** Resolves with all output so far once it matches; rejects if the process ends before. */
  waitFor(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<string>
  kill(signal: NodeJS.Signals): void
  /** Stops reading a stream, as `head` does. */
  closeOutput(stream: 'stdout' | 'stderr'): void
  /** Writes to its standard input and ends it. */
  endInput(text?: string): void
  ended: Promise<Ended>
}

const guardScript = `
list=' '
while read -r sign pid; do
  if [ "$sign" = + ]; then list="$list$pid "; else list="\${list%% $pid *} \${list#* $pid }"; fi
done
for pid in $list; do kill -KILL "-$pid"; done`

let guard: Writable | undefined

/** Starts the one process that kills what others have left when this process ends. */
function startGuard(): Writable {
  const child = spawn('sh', ['-c', guardScript], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  child.unref()
  ;(child.stdin as Socket).unref()
  return child.stdin
}

/** Kills a process and its children when this process ends; returns a function that cancels that. */
function guardGroup(pid: number): () => void {
  guard ??= startGuard()
  guard.write(`+ ${pid}\n`)
  return () => guard?.write(`- ${pid}\n`)
}

/** Starts a process in its own group, so that its children can be killed with it. */
export function startProcess(
  file: string,
  args: readonly string[],
  options: RunOptions = {},
): RunningProcess {
  const { env, cwd = tmpdir(), wrapper = [], timeout = processHangLimit } = options
  const [command = file, ...rest] = [...wrapper, file, ...args]
  const child = spawn(command, rest, {
    cwd,
    detached: true,
    timeout,
    killSignal: 'SIGKILL',
    env: { PATH: process.env['PATH'], ...cache, ...env },
  })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
    })
  }
  child.stdin.on('error', () => {})
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, ...output }))
  })

  const { pid } = child
  const callOff = pid === undefined ? undefined : guardGroup(pid)
  function killGroup(): void {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // All of the group have ended.
    }
  }
  child.on('exit', () => {
    killGroup()
    callOff?.()
  })

  return {
    ended,
    kill: (signal) => child.kill(signal),
    closeOutput: (stream) => child[stream].destroy(),
    endInput: (text = '') => child.stdin.end(text),
    waitFor(stream, pattern) {
      const awaited = new Promise<string>((resolve) => {
        const check = () => {
          const printed = output[stream]
          if (pattern.test(printed) || pattern.test(stripVTControlCharacters(printed))) resolve(printed)
        }
        child[stream].on('data', check)
        check()
      })
      const missed = ended.then((end) => {
        throw new Error(`ended before ${stream} matched ${pattern}: ${JSON.stringify(end)}`)
      })
      return Promise.race([awaited, missed])
    },
    async [Symbol.asyncDispose]() {
      killGroup()
      await ended
    },
  }
}

/** Runs a program to its end, with nothing on its standard input. */
export async function runProcess(
  file: string,
  args: readonly string[],
  options?: RunOptions,
): Promise<Ended> {
  await using running = startProcess(file, args, options)
  running.endInput()
  return await running.ended
}

/** A process that has printed the address it listens on. */
export interface ListeningProcess extends RunningProcess {
  url: string
}

/** Starts a program that prints its address in a line, and waits for it. */
export async function startListening(
  file: string,
  args: readonly string[],
  { ready = /https?:[^"\s]+/, ...options }: RunOptions & { ready?: RegExp } = {},
): Promise<ListeningProcess> {
  const running = startProcess(file, args, options)
  try {
    const printed = stripVTControlCharacters(await running.waitFor('stdout', ready))
    return { ...running, url: ready.exec(printed)?.at(-1) ?? '' }
  } catch (error) {
    await running[Symbol.asyncDispose]()
    throw error
  }
}

/** Starts `plant-store` with arguments. */
export const startCommand = (args: readonly string[], options?: RunOptions): RunningProcess =>
  startProcess(process.execPath, [bin, ...args], options)

/** Runs `plant-store` to its end, with nothing on its standard input. */
export const runCommand = (args: readonly string[], options?: RunOptions): Promise<Ended> =>
  runProcess(process.execPath, [bin, ...args], options)

/** Runs `plant-store start` until it has printed its address; the environment asks for a free port. */
export const startStore = (
  args: readonly string[] = [],
  options: RunOptions = {},
): Promise<ListeningProcess> =>
  startListening(process.execPath, [bin, 'start', ...args], {
    ...options,
    env: { PLANT_STORE_PORT: '0', ...options.env },
  })
