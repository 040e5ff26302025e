import { vi } from 'vitest'
import { main } from '../../src/cli/main.ts'
import type { Ended } from '../tools/processes.ts'

/** How a command ended. */
export type EndedHere = Pick<Ended, 'code' | 'stdout' | 'stderr'>

/** A command that runs in this process; leaving the scope of `await using` stops it. */
export interface RunningHere extends AsyncDisposable {
  /** What it has printed. */
  output: Readonly<Record<'stdout' | 'stderr', string>>
  /** Resolves when it has nothing more to do than to wait for requests and signals. */
  ready: Promise<void>
  kill(signal: NodeJS.Signals): void
  ended: Promise<EndedHere>
}

/** Returns a function that takes away the listeners that this process or a stream has got since then. */
function watchListeners(emitter: NodeJS.EventEmitter) {
  const before = new Map(emitter.eventNames().map((name) => [name, emitter.listeners(name)]))
  const findAdded = (name: string | symbol) =>
    emitter.listeners(name).filter((listener) => !before.get(name)?.includes(listener)) as (() => unknown)[]
  return {
    findAdded,
    remove() {
      for (const name of emitter.eventNames())
        for (const listener of findAdded(name)) emitter.off(name, listener)
    },
  }
}

/** Starts `plant-store` in this process, which is much faster than a process of its own; one at a time. */
export function startHere(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  cwd = '.',
): RunningHere {
  const folder = process.cwd()
  const output = { stdout: '', stderr: '' }
  const listeners = watchListeners(process)
  const streams = (['stdout', 'stderr'] as const).map((name) => {
    const spy = vi.spyOn(process[name], 'write').mockImplementation((text) => {
      output[name] += text
      return true
    })
    return { spy, listeners: watchListeners(process[name]) }
  })
  const timers = vi.spyOn(globalThis, 'setTimeout')
  let finish: (code: number) => void = () => {}
  const finished = new Promise<EndedHere>((resolve) => {
    finish = (code) => {
      for (const listener of listeners.findAdded('exit')) listener()
      resolve({ code, ...output })
    }
  })
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    finish(Number(code))
    throw new Error(`the command ended itself with ${code}`)
  })
  for (const [name, value] of Object.entries({ GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '', ...env }))
    vi.stubEnv(name, value)
  process.chdir(cwd)
  process.exitCode = 0
  const ready = main(['node', 'plant-store', ...args]).then(() => {
    const code = Number(process.exitCode)
    if (code !== 0 || listeners.findAdded('SIGTERM').length === 0) finish(code)
  })
  let hasEnded = false
  const ended = finished.then(async (end) => {
    await ready
    hasEnded = true
    for (const part of [listeners, ...streams.map((stream) => stream.listeners)]) part.remove()
    // The timers of a process end with it.
    for (const { value } of timers.mock.results) clearTimeout(value)
    for (const spy of [...streams.map((stream) => stream.spy), timers, exit]) spy.mockRestore()
    vi.unstubAllEnvs()
    process.exitCode = 0
    process.chdir(folder)
    return end
  })
  const kill = (signal: NodeJS.Signals): void => {
    for (const listener of listeners.findAdded(signal) as ((signal: string) => unknown)[])
      new Promise((done) => done(listener(signal))).catch(() => {})
  }
  return {
    output,
    ready,
    kill,
    ended,
    async [Symbol.asyncDispose]() {
      await ready
      if (!hasEnded) kill('SIGTERM')
      await ended
    },
  }
}

/** Runs `plant-store` in this process; stops a server as soon as it listens. */
export async function runHere(...params: Parameters<typeof startHere>): Promise<EndedHere> {
  await using running = startHere(...params)
  await running.ready
  running.kill('SIGTERM')
  return await running.ended
}

/** Runs `plant-store start` in this process until it has printed its address. */
export async function startStoreHere(
  args: readonly string[] = [],
  env: Readonly<Record<string, string | undefined>> = {},
  cwd?: string,
): Promise<RunningHere & { url: string }> {
  const running = startHere(['start', ...args], { PLANT_STORE_PORT: '0', ...env }, cwd)
  await running.ready
  const [url] = /https?:[^"\s]+/.exec(running.output.stdout) ?? []
  if (url !== undefined) return { ...running, url }
  throw new Error(`Failed to start the store: ${(await running.ended).stderr}`)
}
