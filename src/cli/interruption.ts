import { constants } from 'node:os'

/** How a command ends if somebody stops it: it aborts `signal`, and then it exits with `code`. */
interface Interruption extends Disposable {
  signal: AbortSignal
  /** The exit code that shells expect; undefined until somebody stops the command. */
  readonly code: number | undefined
}

/**
 * Lets a command end in order on the first Ctrl-C or SIGTERM; the second ends it at once.
 *
 * @param hasCleanup whether the command must clean up even after a second signal
 */
export function catchInterruption({ hasCleanup = false } = {}): Interruption {
  const controller = new AbortController()
  let code: number | undefined
  function stop(signal: 'SIGINT' | 'SIGTERM'): void {
    if (code !== undefined) process.exit(code)
    code = 128 + constants.signals[signal]
    // Without a handler, the second one ends the process even if its event loop is busy.
    if (!hasCleanup) release()
    controller.abort()
  }
  function release(): void {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  return {
    signal: controller.signal,
    get code() {
      return code
    },
    [Symbol.dispose]: release,
  }
}
