import type { FailureName } from './answers.ts'
import type { PlantAnswer, PlantRequest } from './exchange.ts'
import type { FaultName } from './faults.ts'
import { type Difference, findDifferences, type RequestPattern } from './request-pattern.ts'

/** A request that came, and how it was answered. Credentials are masked. */
export interface JournalEntry {
  /** When it came, as an ISO 8601 text in UTC. */
  time: string
  request: { method: string; path: string; headers: Record<string, string>; body: string }
  /** `status` is 0 where the connection was dropped. */
  answer: { status: number; headers: Record<string, string>; body: string }
  /** Milliseconds from the request to its answer. */
  duration: number
  /** Why it was refused. */
  failure?: FailureName
  /** The fault that struck it. */
  fault?: FaultName
}

/** A request that came near to a pattern. */
export interface NearMiss {
  request: JournalEntry
  differences: Difference[]
}

/** The last requests that reached the store, the oldest first. */
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

/** A request with its answer as they are kept until somebody asks. */
export interface JournalRecord {
  /** When it came and when it was answered, by `performance.now()`. */
  start: number
  end: number
  method: string
  path: string
  headers: PlantRequest['headers']
  body: string
  answer: PlantAnswer
}

const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-admin-token', 'x-api-key'])
const mask = '***'

const maskHeader = (name: string, value: string): string =>
  secretHeaders.has(name) ? value.replace(/^((?:bearer|basic|digest) )?.*$/is, `$1${mask}`) : value

/** Masks a token that was sent in the query (RFC 6750 section 2.3). */
export const maskPath = (path: string): string => path.replace(/([?&]access_token=)[^&#]*/gi, `$1${mask}`)

function maskHeaders(headers: PlantRequest['headers'] = {}): Record<string, string> {
  const masked: Record<string, string> = {}
  for (const [key, value] of Object.entries(headers)) {
    const name = key.toLowerCase()
    if (value !== undefined) masked[name] = maskHeader(name, typeof value === 'string' ? value : value.join(', '))
  }
  return masked
}

const toEntry = ({ start, end, method, path, headers, body, answer }: JournalRecord): JournalEntry => ({
  time: new Date(performance.timeOrigin + start).toISOString(),
  request: { method, path: maskPath(path), headers: maskHeaders(headers), body },
  answer: { status: answer.status, headers: { ...answer.headers }, body: answer.body },
  duration: end - start,
  ...(answer.failure && { failure: answer.failure }),
  ...(answer.fault && { fault: answer.fault }),
})

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
  let first = 0
  let size = 0
  let characters = 0

  function dropFirst(): void {
    const record = ring[first]
    if (record !== undefined) characters -= countCharacters(record)
    ring[first] = undefined
    first = (first + 1) % capacity
    size--
  }
  const entries = (): JournalEntry[] =>
    Array.from({ length: size }, (_, index) => ring[(first + index) % capacity])
      .filter((record) => record !== undefined)
      .map(toEntry)
  const matching = (pattern: RequestPattern): JournalEntry[] =>
    entries().filter((entry) => findDifferences(entry, pattern).length === 0)

  return {
    record(record) {
      if (capacity === 0) return
      if (size === capacity) dropFirst()
      ring[(first + size) % capacity] = record
      size++
      characters += countCharacters(record)
      while (characters > maxCharacters && size > 1) dropFirst()
    },
    get size() {
      return size
    },
    all: entries,
    matching,
    count: (pattern) => (pattern === undefined ? size : matching(pattern).length),
    nearest: (pattern, limit = 3) =>
      entries()
        .reverse()
        .map((request) => ({ request, differences: findDifferences(request, pattern) }))
        .sort((one, other) => one.differences.length - other.differences.length)
        .slice(0, limit),
    clear() {
      ring = []
      first = 0
      size = 0
      characters = 0
    },
  }
}
