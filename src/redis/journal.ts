import type { Asynchronous } from '../store/awaitable.ts'
import type { Journal, JournalRange } from '../store/journal.ts'
import { type JournalRecord, toEntry } from '../store/journal-entry.ts'
import { checkPattern, findDifferences, type RequestPattern } from '../store/request-pattern.ts'
import type { Namespace } from './namespace.ts'
import { type Answers, decodeRecord } from './record.ts'

interface Found {
  record: JournalRecord
  number: number
}

const show = ({ record, number }: Found) => toEntry(record, number)

/** Makes the journal that all replicas share. */
export function createSharedJournal({ run }: Namespace, answers: Answers): Asynchronous<Journal> {
  async function read(from = 0, limit = -1): Promise<Found[]> {
    const [first = 0, entries = []] = (await run('entries', [String(from), String(limit)], true)) as [
      number,
      string[],
    ]
    return entries.map((entry, index) => ({ record: decodeRecord(entry, answers), number: first + index }))
  }
  const select = (range: JournalRange | undefined): Promise<Found[]> =>
    range === undefined ? read() : read(range.after + 1, range.limit)
  async function findMatching(pattern: RequestPattern, range?: JournalRange): Promise<Found[]> {
    checkPattern(pattern)
    return (await select(range)).filter(({ record }) => findDifferences(record, pattern).length === 0)
  }
  const measure = async (at: number): Promise<number> => ((await run('measure', [])) as number[])[at] ?? 0

  return {
    get size() {
      return measure(0)
    },
    get last() {
      return measure(1)
    },
    get dropped() {
      return measure(2)
    },
    all: async () => (await read()).map(show),
    async get(number) {
      const [found] = await read(number, 1)
      return found?.number === number ? show(found) : undefined
    },
    after: async (number, limit) => (await read(number + 1, limit)).map(show),
    matching: async (pattern, range) => (await findMatching(pattern, range)).map(show),
    count: async (pattern) => (pattern === undefined ? measure(0) : (await findMatching(pattern)).length),
    async nearest(pattern, limit = 3, range = undefined) {
      checkPattern(pattern)
      return (await select(range))
        .reverse()
        .map((found) => ({ found, differences: findDifferences(found.record, pattern) }))
        .sort((one, other) => one.differences.length - other.differences.length)
        .slice(0, limit)
        .map(({ found, differences }) => ({ request: show(found), differences }))
    },
    async clear() {
      await run('clearJournal', [])
    },
  }
}
