import { closeSync, openSync, rmSync } from 'node:fs'

/** Milliseconds between two attempts to take the lock; its holder needs only a few. */
const pause = 5

/** Waits and blocks the thread, so that fake timers of tests have no effect. */
const sleep = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

function tryToLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx'))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Runs a function while no other thread or process does so for the same file. It must be quick, since the others are
 * blocked.
 *
 * @param patience milliseconds to wait for them
 *
 * @throws {Error} if the lock isn't free in time, for example because a killed process left it behind
 */
export function withLock<T>(file: string, act: () => T, patience = 10_000): T {
  const lock = `${file}.lock`
  // Attempts are counted, since a test may have replaced the clock, too.
  for (let waited = 0; !tryToLock(lock); waited += pause) {
    if (waited >= patience) {
      throw new Error(`Failed to write the pact: ${lock} is held. Remove it if no tests are running.`)
    }
    sleep(pause)
  }
  try {
    return act()
  } finally {
    rmSync(lock)
  }
}
