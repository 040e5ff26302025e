/** How far a run is. */
interface Progress {
  done: number
  total: number
  /** What was done last. */
  last: string
  /** Milliseconds. */
  timeLeft: number
}

/** Milliseconds between two lines. */
const interval = 100

function describeTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

/** Writes how far a run is, in one line. */
export const describeProgress = ({ done, total, last, timeLeft }: Progress): string =>
  `${done} of ${total} · ${last} · ${describeTime(timeLeft)} left`

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
