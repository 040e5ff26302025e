import type { Progress } from '../../verify/verify.ts'

/** Milliseconds between two lines. */
const interval = 100

function describeTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

/** Writes how far a run is: trials done of all, the current rule and the time left. */
export const describeProgress = ({ trials, total, rule, timeLeft }: Progress): string =>
  `${trials} of ${total} · ${rule} · ${describeTime(timeLeft)} left`

/** Shows on a terminal how far a run is; nothing if standard error is not a terminal. */
export function createProgress(): {
  show(progress: Progress): void
  clear(): void
} {
  const { stderr } = process
  let last = 0
  return {
    show(progress) {
      const now = performance.now()
      if (!stderr.isTTY || now - last < interval) return
      last = now
      // A line that wraps could not be cleared.
      const line = describeProgress(progress).slice(0, (stderr.columns || 80) - 1)
      stderr.write(`\r\u001b[K${line}`)
    },
    clear() {
      if (stderr.isTTY && last > 0) stderr.write('\r\u001b[K')
    },
  }
}
