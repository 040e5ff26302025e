import { closeSync, openSync, rmSync } from 'node:fs'

/** Milliseconds between two looks whether the others are done; each of them needs a few. */
const pause = 5

/** Waits without letting anything else run, so that timers which tests have replaced do not matter. */
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
 * Does something while no other thread or process does so with the same file. It must be over at once, as the others
 * stand still.
 *
 * @param patience milliseconds to wait for them
 *
 * @throws {Error} if the lock is not free in time, as one is that a process left behind which was killed
 */
export function withLock<T>(file: string, act: () => T, patience = 10_000): T {
  const lock = `${file}.lock`
  // Looks are counted, as the clock too may be one that a test has replaced.
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
