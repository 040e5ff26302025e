const interval = 100

/** Shows on a terminal how far a run has come; nothing where standard error is no terminal. */
export function createProgress(): {
  show(progress: { trials: number; requests: number }): void
  clear(): void
} {
  const { stderr } = process
  let last = 0
  return {
    show({ trials, requests }) {
      const now = performance.now()
      if (!stderr.isTTY || now - last < interval) return
      last = now
      stderr.write(`\r\u001b[K${trials} trials, ${requests} requests …`)
    },
    clear() {
      if (stderr.isTTY && last > 0) stderr.write('\r\u001b[K')
    },
  }
}
