import { type Changes, createCounts } from '../mock/changes.ts'
import type { Namespace } from './namespace.ts'

/** Milliseconds between two looks for changes while somebody watches. */
const pause = 100

/** Makes the changes of a mock that replicas share. It asks Redis only while somebody watches. */
export function createSharedChanges({ run }: Namespace): Changes {
  const counts = createCounts()
  const watchers = new Set<() => void>()
  let isLooking = false

  async function refresh(): Promise<void> {
    const found = (await run('changes')) as string[] | null
    if (found === null) return
    const [requests = 0, responses = 0, records = 0, faults = 0, clears = 0, resets = 0] = found.map(Number)
    Object.assign(counts, { requests, responses, records, faults, clears, resets })
  }
  async function look(): Promise<void> {
    while (watchers.size > 0) {
      const before = JSON.stringify(counts)
      // The next look may find Redis again.
      await refresh().catch(() => {})
      if (JSON.stringify(counts) !== before) for (const onChange of watchers) onChange()
      await new Promise((resolve) => setTimeout(resolve, pause).unref())
    }
    isLooking = false
  }
  return {
    counts,
    refresh,
    watch(onChange) {
      watchers.add(onChange)
      if (!isLooking) {
        isLooking = true
        void look()
      }
      return () => watchers.delete(onChange)
    },
  }
}
