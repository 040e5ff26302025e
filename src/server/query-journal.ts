import type { Awaitable } from '../store/awaitable.ts'
import type { JournalRange } from '../store/journal.ts'
import { letOthersRun } from '../store/let-others-run.ts'
import type { AnyPlantStore } from '../store/store-interface.ts'

/** How many requests are compared and masked before others get their turn; each may have 16 KiB of headers. */
const requestsAtOnce = 10

/** Queries the journal in slices, so that a large one doesn't block other requests. Requests that arrive meanwhile don't count. */
export async function queryJournal<Found>(
  journal: AnyPlantStore['requests'],
  query: (range: JournalRange) => Awaitable<readonly Found[]>,
): Promise<Found[]> {
  const [last, size] = await Promise.all([journal.lastNumber, journal.size])
  const found: Found[] = []
  for (let after = last - size; after < last; after += requestsAtOnce) {
    for (const one of await query({ after, limit: Math.min(requestsAtOnce, last - after) })) found.push(one)
    await letOthersRun()
  }
  return found
}
