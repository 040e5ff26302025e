import { maskUrl } from '../http/mask.ts'
import { noResponse } from '../mock/exchange.ts'
import { type JournalRecord, maskHeaders, toEntry, toText } from '../mock/journal/journal-entry.ts'
import { createMatches, findNearest, type RequestPattern } from '../mock/journal/request-pattern.ts'
import type { SharedStart, SharedState } from '../mock/shared-state.ts'
import type { Namespace } from './namespace.ts'

/** Writes a request for Redis, with credentials masked; times are those of the clock, which all replicas have. */
function encode({ number: _, ...record }: JournalRecord): string {
  const { path, headers, body, response, start, end } = record
  return JSON.stringify({
    ...record,
    path: maskUrl(path),
    headers: maskHeaders(headers),
    body: toText(body),
    response: response && { ...response, body: toText(response.body) },
    start: performance.timeOrigin + start,
    end: end && performance.timeOrigin + end,
  })
}

/** Reads a request. One that can't be read, such as one of a newer version, must not hide the others. */
function decode(entry: string, number: number): JournalRecord {
  const usual = { number, end: undefined, response: undefined }
  try {
    const { start, end, ...rest } = JSON.parse(entry)
    const { timeOrigin } = performance
    return { ...usual, ...rest, start: start - timeOrigin, end: end && end - timeOrigin }
  } catch {
    return {
      ...usual,
      start: 0,
      end: 0,
      method: '?',
      path: '?',
      headers: {},
      body: '',
      response: { ...noResponse, body: '' },
    }
  }
}

export function createSharedJournal(
  { run }: Namespace,
  { journal, checkNames }: Pick<SharedStart, 'journal' | 'checkNames'>,
): Pick<SharedState, 'journal' | 'record' | 'settle'> {
  const capacity = String(journal)
  async function select(after = 0, limit = Infinity): Promise<JournalRecord[]> {
    const range = [String(after + 1), String(limit === Infinity ? -1 : limit)]
    const [first = 0, entries = []] = (await run('entries', range)) as [number, string[]]
    return entries.map((entry, index) => decode(entry, first + index))
  }
  async function findMatching(pattern: RequestPattern): Promise<JournalRecord[]> {
    checkNames(pattern)
    const matches = createMatches(pattern)
    return (await select()).filter(matches)
  }
  const measure = async (at: number): Promise<number> => ((await run('measure')) as number[])[at] ?? 0

  return {
    async record(record, ifIdle) {
      const reply = await run('record', [encode(record), capacity, ifIdle ? '1' : '0'])
      if (reply === null) return undefined
      const [number, epoch] = reply as [number, string]
      record.number = number
      return epoch
    },
    async settle(record) {
      if (record.number > 0) await run('settle', [encode(record), capacity, String(record.number)])
    },
    journal: {
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
      async nearest(pattern, limit) {
        checkNames(pattern)
        return findNearest(await select(), pattern, limit)
      },
      async clear() {
        await run('clearJournal')
      },
    },
  }
}
