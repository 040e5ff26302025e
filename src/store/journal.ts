import { type JournalEntry, type JournalRecord, toEntry } from './journal-entry.ts'
import { checkPattern, type Difference, findDifferences, type RequestPattern } from './request-pattern.ts'

/** A request that came near to a pattern. */
export interface NearMiss {
  request: JournalEntry
  differences: Difference[]
}

/** The last requests that reached the store, the oldest first. A pattern with a member that there is none of is an {@link OptionsError}. */
export interface Journal {
  /** How many requests it holds. */
  readonly size: number
  all(): JournalEntry[]
  matching(pattern: RequestPattern): JournalEntry[]
  count(pattern?: RequestPattern): number
  /** The requests that come nearest to a pattern, the one with the fewest differences first, later ones before earlier ones. */
  nearest(pattern: RequestPattern, limit?: number): NearMiss[]
  clear(): void
}

/** The characters of paths and bodies that are kept in all. */
const maxCharacters = 16 * 1024 * 1024

const countCharacters = ({ path, body, answer }: JournalRecord): number =>
  path.length + body.length + answer.body.length

/**
 * Keeps the last `capacity` requests in a ring; the oldest go early where requests are so large that
 * together they pass 16 Mi characters.
 */
export function createJournal(capacity: number): Journal & { record(entry: JournalRecord): void } {
  let ring: (JournalRecord | undefined)[] = []
  // Beside the records, as looking into one that is long out of the processor's cache costs more than keeping it.
  let lengths: number[] = []
  let first = 0
  let size = 0
  let characters = 0

  function dropFirst(): void {
    characters -= lengths[first] ?? 0
    ring[first] = undefined
    first = (first + 1) % capacity
    size--
  }
  const entries = (): JournalEntry[] =>
    Array.from({ length: size }, (_, index) => ring[(first + index) % capacity])
      .filter((record) => record !== undefined)
      .map(toEntry)
  function matching(pattern: RequestPattern): JournalEntry[] {
    checkPattern(pattern)
    return entries().filter((entry) => findDifferences(entry, pattern).length === 0)
  }

  return {
    record(record) {
      if (capacity === 0) return
      if (size === capacity) dropFirst()
      const last = (first + size) % capacity
      const length = countCharacters(record)
      ring[last] = record
      lengths[last] = length
      size++
      characters += length
      while (characters > maxCharacters && size > 1) dropFirst()
    },
    get size() {
      return size
    },
    all: entries,
    matching,
    count: (pattern) => (pattern === undefined ? size : matching(pattern).length),
    nearest(pattern, limit = 3) {
      checkPattern(pattern)
      return entries()
        .reverse()
        .map((request) => ({ request, differences: findDifferences(request, pattern) }))
        .sort((one, other) => one.differences.length - other.differences.length)
        .slice(0, limit)
    },
    clear() {
      ring = []
      lengths = []
      first = 0
      size = 0
      characters = 0
    },
  }
}
