import type { BoundedJournal, JournalBound } from './journal-bound.ts'
import { type JournalEntry, type JournalRecord, toEntry } from './journal-entry.ts'
import { checkPattern, type Difference, findDifferences, type RequestPattern } from './request-pattern.ts'

/** A request that almost matches a pattern. */
export interface NearMiss {
  request: JournalEntry
  differences: Difference[]
}

/** A part of the journal: at most `limit` requests after the one with a number. */
export interface JournalRange {
  after: number
  limit: number
}

/** The last requests to the store, oldest first. Methods throw an {@link OptionsError} if a pattern has an unknown member. */
export interface Journal {
  /** The number of requests in the journal. */
  readonly size: number
  /** The number of the last request; 0 before the first one. */
  readonly last: number
  /** How many requests are missing, as it was full or is off; since it was cleared. */
  readonly dropped: number
  all(): JournalEntry[]
  /** The request with a number; undefined if it isn't in the journal. */
  get(number: number): JournalEntry | undefined
  /** The requests after the one with a number, at most `limit`. */
  after(number: number, limit: number): JournalEntry[]
  matching(pattern: RequestPattern, range?: JournalRange): JournalEntry[]
  count(pattern?: RequestPattern): number
  /** The requests that are most similar to a pattern: fewest differences first, then newest first. */
  nearest(pattern: RequestPattern, limit?: number, range?: JournalRange): NearMiss[]
  clear(): void
}

const countCharacters = ({ path, body, answer }: JournalRecord): number =>
  path.length + body.length + answer.body.length

/** Keeps the last `capacity` requests in a ring, and only counts those to skip; drops the oldest early if its bound requires it. Calls `onClear` after it was emptied. */
export function createJournal(
  capacity: number,
  bound: JournalBound,
  onClear: () => void,
): Journal & { record(entry: JournalRecord): void; skip(): void } {
  let ring: (JournalRecord | undefined)[] = []
  // Kept apart from the records, because reading an old record is a cache miss.
  let lengths: number[] = []
  let first = 0
  let size = 0
  let dropped = 0
  /** The number of the last request. */
  let last = 0

  function dropOldest(): number {
    const length = lengths[first] ?? 0
    ring[first] = undefined
    first = (first + 1) % capacity
    size--
    dropped++
    return length
  }
  const bounded: BoundedJournal = {
    characters: 0,
    oldest: () => ring[first]?.start ?? Infinity,
    dropOldest,
  }
  /** Gives the records and their numbers, without those before a number and at most `limit`. */
  function records(from = 0, limit = size): { record: JournalRecord; number: number }[] {
    const oldest = last - size + 1
    const skipped = Math.max(0, from - oldest)
    return Array.from({ length: Math.max(0, Math.min(limit, size - skipped)) }, (_, index) => ({
      record: ring[(first + skipped + index) % capacity] as JournalRecord,
      number: oldest + skipped + index,
    }))
  }
  const select = (range: JournalRange | undefined): ReturnType<typeof records> =>
    range === undefined ? records() : records(range.after + 1, range.limit)
  const show = ({ record, number }: { record: JournalRecord; number: number }): JournalEntry =>
    toEntry(record, number)
  function findMatching(pattern: RequestPattern, range?: JournalRange): ReturnType<typeof records> {
    checkPattern(pattern)
    return select(range).filter(({ record }) => findDifferences(record, pattern).length === 0)
  }

  return {
    record(record) {
      if (capacity === 0) return
      if (size === capacity) bound.remove(bounded, dropOldest())
      const at = (first + size) % capacity
      const length = countCharacters(record)
      ring[at] = record
      lengths[at] = length
      size++
      last++
      bound.add(bounded, length)
    },
    skip() {
      dropped++
    },
    get size() {
      return size
    },
    get last() {
      return last
    },
    get dropped() {
      return dropped
    },
    all: () => records().map(show),
    get: (number) => (number > last - size ? records(number, 1).map(show)[0] : undefined),
    after: (number, limit) => records(number + 1, limit).map(show),
    matching: (pattern, range) => findMatching(pattern, range).map(show),
    count: (pattern) => (pattern === undefined ? size : findMatching(pattern).length),
    nearest(pattern, limit = 3, range = undefined) {
      checkPattern(pattern)
      return select(range)
        .reverse()
        .map((found) => ({ found, differences: findDifferences(found.record, pattern) }))
        .sort((one, other) => one.differences.length - other.differences.length)
        .slice(0, limit)
        .map(({ found, differences }) => ({ request: show(found), differences }))
    },
    clear() {
      while (size > 0) bound.remove(bounded, dropOldest())
      ring = []
      lengths = []
      first = 0
      dropped = 0
      onClear()
    },
  }
}
