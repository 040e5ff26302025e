/** Lets a limited number of tasks run at the same time; the others wait in line. */
export interface Gate {
  size: number
  pass<T>(run: () => Promise<T>): Promise<T>
  /** Waits until the running tasks are done or `patience` milliseconds have passed, and then runs `run`. No other task starts before `run` is done. */
  close<T>(patience: number, run: () => Promise<T>): Promise<T>
}

export function createGate(size: number): Gate {
  let running = 0
  let isClosed = false
  let onIdle: (() => void) | undefined
  const waiting: (() => void)[] = []
  const gate: Gate = {
    size,
    async pass(run) {
      if (isClosed || running >= gate.size) await new Promise<void>((resolve) => waiting.push(resolve))
      else running++
      try {
        return await run()
      } finally {
        running--
        admit()
      }
    },
    async close(patience, run) {
      isClosed = true
      let timer: NodeJS.Timeout | undefined
      if (running > 0) {
        await new Promise<void>((resolve) => {
          onIdle = resolve
          timer = setTimeout(resolve, patience)
        })
      }
      clearTimeout(timer)
      onIdle = undefined
      try {
        return await run()
      } finally {
        isClosed = false
        admit()
      }
    },
  }
  function admit(): void {
    if (running === 0) onIdle?.()
    while (!isClosed && running < gate.size && waiting.length > 0) {
      running++
      waiting.shift()?.()
    }
  }
  return gate
}
