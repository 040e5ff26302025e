import { vi } from 'vitest'
import { main } from '../../src/cli/main.ts'
import type { Ended } from '../tools/processes.ts'

/** Runs `plant-store` in this process, which is much faster than a process of its own; one at a time. */
export async function runHere(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = '.',
): Promise<Pick<Ended, 'code' | 'stdout' | 'stderr'>> {
  const before = process.cwd()
  const output = { stdout: '', stderr: '' }
  const cleanups = (['stdout', 'stderr'] as const).map((stream) => {
    const listeners = process[stream].listeners('error')
    const spy = vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      output[stream] += text
      return true
    })
    return () => {
      spy.mockRestore()
      for (const listener of process[stream].listeners('error'))
        if (!listeners.includes(listener)) process[stream].removeListener('error', listener as () => void)
    }
  })
  // A process runs one command, so what a command does at its exit stays.
  const atExit = process.listeners('exit')
  cleanups.push(() => {
    for (const listener of process.listeners('exit'))
      if (!atExit.includes(listener)) process.off('exit', listener)
  })
  for (const [name, value] of Object.entries({ GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '', ...env }))
    vi.stubEnv(name, value)
  try {
    process.chdir(cwd)
    process.exitCode = 0
    await main(['node', 'plant-store', ...args])
    return { code: Number(process.exitCode), ...output }
  } finally {
    process.exitCode = 0
    process.chdir(before)
    vi.unstubAllEnvs()
    for (const clean of cleanups) clean()
  }
}
