import type { AnyApi } from '../../contract/contract.ts'
import { type BoundedJournal, type JournalBound, makeRoom, maxCharacters } from './journal-bound.ts'
import { type JournalEntry, type JournalRecord, toEntry } from './journal-entry.ts'
import { createMatches, findNearest, type NearMiss, type RequestPattern } from './request-pattern.ts'

/** The last requests to the mock in the order in which they arrived, also those that wait for their response. Methods throw an {@link OptionsError} if a pattern has an unknown property. */
export interface Journal<Api = AnyApi> {
  /** The number of requests in the journal. */
  readonly size: number
  /** The number of the last request; 0 before the first one. */
  readonly lastNumber: number
  /** How many requests since the last clear are missing, because the journal was full or is off. */
  readonly dropped: number
  all(): JournalEntry[]
  /** The last request, or the last one that matches a pattern; undefined if there is none. */
  last(pattern?: RequestPattern<Api>): JournalEntry | undefined
  /** The request with a number; undefined if it isn't in the journal. */
  get(number: number): JournalEntry | undefined
  /** The requests after the one with a number, at most `limit`. */
  after(number: number, limit: number): JournalEntry[]
  matching(pattern: RequestPattern<Api>): JournalEntry[]
  count(pattern?: RequestPattern<Api>): number
  /** The requests that are most similar to a pattern: fewest differences first, then newest first. */
  nearest(pattern: RequestPattern<Api>, limit?: number): NearMiss[]
  clear(): void
}

/** Counts the characters of the path, the headers, and the bodies. */
function measure({ path, headers, body, response, callbacks = [] }: JournalRecord): number {
  let length = path.length + body.length + (response?.body.length ?? 0)
  for (const name in headers) length += name.length + (headers[name]?.length ?? 0)
  for (const callback of callbacks) length += callback.url.length + callback.body.length
  return length
}

/**
 * Keeps the last `capacity` requests in a ring; drops the oldest early if its bound requires it. With a capacity of 0, it
 * only counts requests as dropped. Calls `onChange` after it kept a request, after one that waited has its response, and
 * after it removed all.
 */
export function createJournal(
  capacity: number,
  bound: JournalBound,
  onChange: (part: 'requests' | 'responses' | 'clears') => void,
  checkNames: (pattern: RequestPattern) => void = () => {},
): Journal & {
  /** Keeps a request. */
  record(record: JournalRecord): void
  /** The request that was kept last. */
  newest(): JournalRecord | undefined
  /** Takes notice of the response to a request that was kept without one, or of the result of a callback. */
  settle(record: JournalRecord): void
} {
  /** The request with a number is at the remainder of its number. */
  const ring: (JournalRecord | undefined)[] = []
  // Kept apart from the records, because reading an old record is a cache miss.
  const lengths: number[] = []
  let size = 0
  let dropped = 0
  let last = 0

  const bounded: BoundedJournal = {
    oldest: () => ring[(last - size + 1) % capacity]?.start ?? Infinity,
    dropOldest() {
      const at = (last - size + 1) % capacity
      ring[at] = undefined
      bound.characters -= lengths[at] ?? 0
      size--
      dropped++
      if (size === 0) bound.journals.delete(bounded)
    },
  }
  /** Adds to the size of all journals, and keeps their bound. */
  function grow(added: number, length = added): void {
    bound.characters += added
    if (bound.characters > maxCharacters) makeRoom(bound, length)
  }
  function select(after = 0, limit = Infinity): JournalRecord[] {
    const from = Math.max(after, last - size) + 1
    const count = Math.max(0, Math.min(limit, last + 1 - from))
    return Array.from({ length: count }, (_, index) => ring[(from + index) % capacity] as JournalRecord)
  }
  function findMatching(pattern: RequestPattern): JournalRecord[] {
    const matches = createMatches(pattern)
    checkNames(pattern)
    return select().filter(matches)
  }

  return {
    record(record) {
      if (capacity === 0) {
        dropped++
        return
      }
      if (size === capacity) bounded.dropOldest()
      const length = measure(record)
      record.number = ++last
      const at = last % capacity
      ring[at] = record
      lengths[at] = length
      if (size++ === 0) bound.journals.add(bounded)
      grow(length)
      onChange('requests')
    },
    settle(record) {
      const at = record.number % capacity
      // The journal may have dropped it meanwhile.
      if (ring[at] !== record) return
      const length = measure(record)
      const added = length - (lengths[at] ?? 0)
      lengths[at] = length
      grow(added, length)
      onChange('responses')
    },
    newest: () => ring[last % capacity],
    get size() {
      return size
    },
    get lastNumber() {
      return last
    },
    get dropped() {
      return dropped
    },
    all: () => select().map(toEntry),
    last(pattern = {}) {
      const record = findMatching(pattern).at(-1)
      return record && toEntry(record)
    },
    get(number) {
      const record = ring[number % capacity]
      return record?.number === number ? toEntry(record) : undefined
    },
    after: (after, limit) => select(after, limit).map(toEntry),
    matching: (pattern) => findMatching(pattern).map(toEntry),
    count: (pattern) => (pattern === undefined ? size : findMatching(pattern).length),
    nearest(pattern, limit) {
      const found = findNearest(select(), pattern, limit)
      checkNames(pattern)
      return found
    },
    clear() {
      while (size > 0) bounded.dropOldest()
      dropped = 0
      onChange('clears')
    },
  }
}
