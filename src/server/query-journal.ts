import { stringifyExactJson } from '../contract/exact-json.ts'
import type { Journal, JournalRange } from '../store/journal.ts'
import type { JournalEntry } from '../store/journal-entry.ts'

/** How many requests are compared, and how many characters are written, before others get their turn. */
const requestsAtOnce = 500
const charactersAtOnce = 1_000_000

const letOthersRun = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Queries the journal in slices, so that a large one doesn't block other requests. Requests that arrive meanwhile don't count. */
export async function queryJournal<Found>(
  journal: Journal,
  query: (range: JournalRange) => readonly Found[],
): Promise<Found[]> {
  const { last, size } = journal
  const found: Found[] = []
  for (let after = last - size; after < last; after += requestsAtOnce) {
    found.push(...query({ after, limit: Math.min(requestsAtOnce, last - after) }))
    await letOthersRun()
  }
  return found
}

/** Writes requests as the JSON of an answer, in slices too. */
export async function stringifyRequests(entries: readonly JournalEntry[]): Promise<string> {
  let text = '{"requests":['
  let written = 0
  for (const [index, entry] of entries.entries()) {
    text += (index === 0 ? '' : ',') + stringifyExactJson(entry)
    if (text.length - written < charactersAtOnce) continue
    written = text.length
    await letOthersRun()
  }
  return `${text}]}`
}
