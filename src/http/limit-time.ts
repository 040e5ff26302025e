import { setTimeout as wait } from 'node:timers/promises'

/** The most milliseconds that a timer can wait. */
const longest = 2 ** 31 - 1

/**
 * Makes a signal that aborts after some milliseconds, or with one of the other signals. Node 20 forgets an
 * `AbortSignal.timeout` that only `AbortSignal.any` refers to.
 */
export function limitTime(milliseconds: number, ...others: AbortSignal[]): AbortSignal {
  const controller = new AbortController()
  const abort = (): void => controller.abort(new DOMException('the time is over', 'TimeoutError'))
  setTimeout(abort, Math.min(milliseconds, longest)).unref()
  return AbortSignal.any([controller.signal, ...others])
}

/** Waits for some milliseconds, or until the signal aborts. */
export const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  wait(milliseconds, undefined, { signal }).catch(() => {})
