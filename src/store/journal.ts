import type { BoundedJournal, JournalBound } from './journal-bound.ts'
import { type JournalEntry, type JournalRecord, toEntry } from './journal-entry.ts'
import { checkPattern, type Difference, findDifferences, type RequestPattern } from './request-pattern.ts'

/** A request that almost matches a pattern. */
export interface NearMiss {
  request: JournalEntry
  differences: Difference[]
}

/** The last requests to the store, oldest first. Methods throw an {@link OptionsError} if a pattern has an unknown member. */
export interface Journal {
  /** The number of requests in the journal. */
  readonly size: number
  all(): JournalEntry[]
  matching(pattern: RequestPattern): JournalEntry[]
  count(pattern?: RequestPattern): number
  /** The requests that are most similar to a pattern: fewest differences first, then newest first. */
  nearest(pattern: RequestPattern, limit?: number): NearMiss[]
  clear(): void
}

const countCharacters = ({ path, body, answer }: JournalRecord): number =>
  path.length + body.length + answer.body.length

/** Keeps the last `capacity` requests in a ring; drops the oldest early if its bound requires it. */
export function createJournal(
  capacity: number,
  bound: JournalBound,
): Journal & { record(entry: JournalRecord): void } {
  let ring: (JournalRecord | undefined)[] = []
  // Kept apart from the records, because reading an old record is a cache miss.
  let lengths: number[] = []
  let first = 0
  let size = 0

  function dropOldest(): number {
    const length = lengths[first] ?? 0
    ring[first] = undefined
    first = (first + 1) % capacity
    size--
    return length
  }
  const bounded: BoundedJournal = {
    characters: 0,
    oldest: () => ring[first]?.start ?? Infinity,
    dropOldest,
  }
  const records = (): JournalRecord[] =>
    Array.from({ length: size }, (_, index) => ring[(first + index) % capacity]).filter(
      (record) => record !== undefined,
    )
  function findMatching(pattern: RequestPattern): JournalRecord[] {
    checkPattern(pattern)
    return records().filter((record) => findDifferences(record, pattern).length === 0)
  }

  return {
    record(record) {
      if (capacity === 0) return
      if (size === capacity) bound.remove(bounded, dropOldest())
      const last = (first + size) % capacity
      const length = countCharacters(record)
      ring[last] = record
      lengths[last] = length
      size++
      bound.add(bounded, length)
    },
    get size() {
      return size
    },
    all: () => records().map(toEntry),
    matching: (pattern) => findMatching(pattern).map(toEntry),
    count: (pattern) => (pattern === undefined ? size : findMatching(pattern).length),
    nearest(pattern, limit = 3) {
      checkPattern(pattern)
      return records()
        .reverse()
        .map((record) => ({ record, differences: findDifferences(record, pattern) }))
        .sort((one, other) => one.differences.length - other.differences.length)
        .slice(0, limit)
        .map(({ record, differences }) => ({ request: toEntry(record), differences }))
    },
    clear() {
      while (size > 0) bound.remove(bounded, dropOldest())
      ring = []
      lengths = []
      first = 0
    },
  }
}
