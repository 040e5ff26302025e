import { closeSync, openSync, rmSync } from 'node:fs'

/** Milliseconds to wait for others who write the same file; each of them needs a few. */
const patience = 10_000
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
 * @throws {Error} where the lock is not free within 10 s, as one is that a process left behind which was killed
 */
export function withLock<T>(file: string, act: () => T): T {
  const lock = `${file}.lock`
  const end = Date.now() + patience
  while (!tryToLock(lock)) {
    if (Date.now() > end)
      throw new Error(`${lock} is held by somebody else. Remove it if nothing is running.`)
    sleep(pause)
  }
  try {
    return act()
  } finally {
    rmSync(lock)
  }
}
