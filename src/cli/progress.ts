interface ProgressLine {
  done: number
  total: number
  last: string
  /** Milliseconds, if that is known. */
  timeLeft?: number
}

/** Milliseconds between two lines. */
const interval = 100

function describeTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

export const describeProgress = ({ done, total, last, timeLeft }: ProgressLine): string =>
  [`${done} of ${total}`, last, ...(timeLeft === undefined ? [] : [`${describeTime(timeLeft)} left`])].join(
    ' · ',
  )

/** Shows the progress of a run on a terminal; shows nothing if standard error isn't a terminal. */
export function createProgress(): {
  show(progress: ProgressLine): void
  clear(): void
} {
  const { stderr } = process
  let last = 0
  return {
    show(progress) {
      const now = performance.now()
      if (!stderr.isTTY || now - last < interval) return
      last = now
      // A line that wraps can't be cleared.
      const line = describeProgress(progress).slice(0, (stderr.columns || 80) - 1)
      stderr.write(`\r\u001b[K${line}`)
    },
    clear() {
      if (stderr.isTTY && last > 0) stderr.write('\r\u001b[K')
    },
  }
}
