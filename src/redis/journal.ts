import type { Asynchronous } from '../mock/awaitable.ts'
import type { Journal } from '../mock/journal/journal.ts'
import { type JournalRecord, toEntry } from '../mock/journal/journal-entry.ts'
import { createMatches, findNearest, type RequestPattern } from '../mock/journal/request-pattern.ts'
import type { Namespace } from './namespace.ts'
import { type Answers, decodeRecord } from './record.ts'

/** Makes the journal that all replicas share. */
export function createSharedJournal({ run }: Namespace, answers: Answers): Asynchronous<Journal> {
  async function select(after = 0, limit = Infinity): Promise<JournalRecord[]> {
    const range = [String(after + 1), String(limit === Infinity ? -1 : limit)]
    const [first = 0, entries = []] = (await run('entries', range, true)) as [number, string[]]
    return entries.map((entry, index) => decodeRecord(entry, first + index, answers))
  }
  async function findMatching(pattern: RequestPattern): Promise<JournalRecord[]> {
    const matches = createMatches(pattern)
    return (await select()).filter(matches)
  }
  const measure = async (at: number): Promise<number> => ((await run('measure', [])) as number[])[at] ?? 0

  return {
    get size() {
      return measure(0)
    },
    get lastNumber() {
      return measure(1)
    },
    get dropped() {
      return measure(2)
    },
    async last(pattern = {}) {
      const record = (await findMatching(pattern)).at(-1)
      return record && toEntry(record)
    },
    all: async () => (await select()).map(toEntry),
    async get(number) {
      const [found] = await select(number - 1, 1)
      return found?.number === number ? toEntry(found) : undefined
    },
    after: async (after, limit) => (await select(after, limit)).map(toEntry),
    matching: async (pattern) => (await findMatching(pattern)).map(toEntry),
    count: async (pattern) => (pattern === undefined ? measure(0) : (await findMatching(pattern)).length),
    nearest: async (pattern, limit) => findNearest(await select(), pattern, limit),
    async clear() {
      await run('clearJournal', [])
    },
  }
}
