import { constants } from 'node:os'

/** Milliseconds after which a server that stops says what it waits for. */
const patience = 500

/**
 * Stops a server on the first signal once requests in progress are answered, and at once on the second.
 *
 * @param explain says what the server waits for
 * @param end ends the process with an exit code
 */
export function stopOnSignals(
  close: () => Promise<void>,
  explain: () => void,
  end: (code: number) => void = process.exit,
): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (isStopping) end(128 + constants.signals[signal])
      isStopping = true
      setTimeout(explain, patience)
      await close()
      end(0)
    })
  }
}
