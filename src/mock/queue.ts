import type { Awaitable } from './awaitable.ts'

/** Lets one after the other change records. */
export interface Queue {
  /** Waits for those before, if there are any; the result ends the own turn. */
  enter(): Awaitable<() => void>
}

/** Makes a queue. Without anybody before, nobody waits for a promise. */
export function createQueue(): Queue {
  const waiting: (() => void)[] = []
  let isBusy = false
  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) isBusy = false
    else next()
  }
  return {
    enter() {
      if (isBusy) return new Promise((resolve) => waiting.push(() => resolve(leave)))
      isBusy = true
      return leave
    },
  }
}
