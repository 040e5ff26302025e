import type { Strike } from './faults.ts'

/** Waits for some milliseconds, or until the signal aborts. */
function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds)
    function end(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    signal?.addEventListener('abort', end)
  })
}

/** Waits as long as a strike says; returns the one that applies then. The signal ends delays. */
export async function endure(strike: Strike, signal?: AbortSignal): Promise<Strike> {
  if (strike.delay > 0) await wait(strike.delay, signal)
  return strike.held === undefined ? strike : endure(await strike.held(), signal)
}
