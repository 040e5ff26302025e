/** What Windows answers while another program, such as a virus scanner, has a file open, or before a removed one is gone. */
const codes = ['EPERM', 'EBUSY', 'EACCES']

/** Says whether an error only means that a file is in use. Elsewhere than on Windows, it means that it stays like that. */
const isBusy = (error: unknown, platform = process.platform): boolean =>
  platform === 'win32' && codes.includes((error as NodeJS.ErrnoException).code ?? '')

/** Waits and blocks the thread, so that fake timers of tests have no effect. */
const block = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

/** Calls a function again, up to a hundred times, while a file is in use. */
export function whileBusy(act: () => void, platform = process.platform, pause = 10): void {
  for (let left = 100; left > 0; left--) {
    try {
      act()
      return
    } catch (error) {
      if (left === 1 || !isBusy(error, platform)) throw error
      block(pause)
    }
  }
}
