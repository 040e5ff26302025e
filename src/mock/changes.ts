/** The parts of a mock that change: requests in the journal, late responses to them, records, faults, how often the journal was emptied, resets, and options. */
const changedParts = ['requests', 'responses', 'records', 'faults', 'clears', 'resets', 'options'] as const

export type ChangedPart = (typeof changedParts)[number]

export const createCounts = (): Record<ChangedPart, number> =>
  Object.fromEntries(changedParts.map((part) => [part, 0])) as Record<ChangedPart, number>

/** What changes in a mock, for those who watch it. */
export interface Changes {
  /** How often each part has changed since the start; `requests` is the number of the last request in the journal. */
  readonly counts: Readonly<Record<ChangedPart, number>>
  /** Subscribes to changes; returns a function that unsubscribes. The listener must not throw. */
  watch(onChange: () => void): () => void
  /** Brings the counts up to date with what other processes changed. */
  refresh?(): Promise<void>
}

/** Counts changes; `mark` costs next to nothing while nobody watches. */
export function createChanges(): Changes & { mark(part: ChangedPart): void } {
  const counts = createCounts()
  const watchers = new Set<() => void>()

  function mark(part: ChangedPart): void {
    counts[part]++
    if (watchers.size > 0) for (const onChange of watchers) onChange()
  }
  return {
    counts,
    mark,
    watch(onChange) {
      watchers.add(onChange)
      return () => void watchers.delete(onChange)
    },
  }
}
