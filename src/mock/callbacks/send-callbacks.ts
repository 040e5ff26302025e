import type { MockRequest, MockResponse } from '../exchange.ts'
import type { JournalRecord } from '../journal/journal-entry.ts'

/** Sends the callbacks of a response without waiting for them; `settle` keeps each result in the journal. */
export function sendCallbacks(
  { callbacks = [] }: MockResponse,
  { onCallback }: MockRequest,
  record: JournalRecord,
  settle: (record: JournalRecord) => void,
): void {
  for (const { entry, send } of callbacks)
    void send().then(() => {
      settle(record)
      onCallback?.(entry, record.number)
    })
}
