import { constants } from 'node:os'

/** What a command does when somebody stops it: its signal is aborted, and then it ends with that code. */
interface Interruption extends Disposable {
  signal: AbortSignal
  /** The exit code that shells expect; undefined while nobody stopped it. */
  readonly code: number | undefined
}

/** Lets a command end in order on the first Ctrl-C or SIGTERM; the second ends it at once. */
export function catchInterruption(): Interruption {
  const controller = new AbortController()
  let code: number | undefined
  function stop(signal: 'SIGINT' | 'SIGTERM'): void {
    if (code !== undefined) process.exit(code)
    code = 128 + constants.signals[signal]
    controller.abort()
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  return {
    signal: controller.signal,
    get code() {
      return code
    },
    [Symbol.dispose]() {
      process.off('SIGINT', stop).off('SIGTERM', stop)
    },
  }
}
