import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { block, isBusy, whileBusy } from '../../http/busy-file.ts'

/** Milliseconds between two attempts to take the lock; its holder needs only a few. */
const pause = 5

function tryToLock(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid} ${hostname()}`, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || isBusy(error)) return false
    throw error
  }
}

/** Returns whether the process of a lock has ended; a process of another machine may still run. */
function isStale(lock: string): boolean {
  try {
    const [, pid, host] = /^(\d+) (.+)$/.exec(readFileSync(lock, 'utf8')) ?? []
    if (host === hostname()) process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Removes a lock whose process has ended. Only one process at a time does so, since another one could remove a new lock. */
function removeStale(lock: string): void {
  const guard = `${lock}.stale`
  if (!isStale(lock) || !tryToLock(guard)) return
  try {
    if (isStale(lock)) whileBusy(() => rmSync(lock))
  } finally {
    whileBusy(() => rmSync(guard))
  }
}

/** Runs a function while no other thread or process runs one for the same file. The function must be quick, since the others wait. */
export function withLock<T>(file: string, act: () => T, patience = 10_000): T {
  const lock = `${file}.lock`
  // Attempts are counted, since a test may have replaced the clock, too.
  for (let waited = 0; !tryToLock(lock); waited += pause) {
    if (waited >= patience) {
      throw new Error(
        `Failed to write the pact: another process holds ${lock}. Remove the file if no tests are running.`,
      )
    }
    removeStale(lock)
    block(pause)
  }
  try {
    return act()
  } finally {
    whileBusy(() => rmSync(lock))
  }
}
