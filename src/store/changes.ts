/** The parts of a store that change: requests in the journal, late answers to them, plants, faults, how often the journal was emptied, resets, and options. */
export type ChangedPart = 'requests' | 'answers' | 'plants' | 'faults' | 'clears' | 'resets' | 'options'

/** What changes in a store, for those who watch it. */
export interface Changes {
  /** Names the counts if several processes share them; otherwise they belong to this store alone. */
  readonly name?: string
  /** How often each part has changed since the start; `requests` is the number of the last request in the journal. */
  readonly counts: Readonly<Record<ChangedPart, number>>
  /** Subscribes to changes; returns a function that unsubscribes. The listener must not throw. */
  watch(onChange: () => void): () => void
  /** Brings the counts up to date with what other processes changed. */
  refresh?(): Promise<void>
}

/**
 * Counts changes; `mark` costs next to nothing while nobody watches.
 *
 * @param watchStorage watches for plants that another process changes
 */
export function createChanges(
  watchStorage?: (onChange: () => void) => () => void,
): Changes & { mark(part: ChangedPart): void } {
  const counts = { requests: 0, answers: 0, plants: 0, faults: 0, clears: 0, resets: 0, options: 0 }
  const watchers = new Set<() => void>()
  let unwatch: (() => void) | undefined

  function mark(part: ChangedPart): void {
    counts[part]++
    if (watchers.size > 0) for (const onChange of watchers) onChange()
  }
  return {
    counts,
    mark,
    watch(onChange) {
      if (watchers.size === 0) unwatch = watchStorage?.(() => mark('plants'))
      watchers.add(onChange)
      return () => {
        watchers.delete(onChange)
        if (watchers.size === 0) unwatch?.()
      }
    },
  }
}
