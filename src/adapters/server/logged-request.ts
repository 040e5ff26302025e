import { maskUrl } from '../../http/mask.ts'
import type { CallbackEntry, MockResponse } from '../../mock/exchange.ts'
import type { FailureName } from '../../mock/failures.ts'
import type { FaultLabel } from '../../mock/faults/fault-kinds.ts'
import type { JournalRecord } from '../../mock/journal/journal-entry.ts'

/** The message of a request that the mock stops waiting for. */
export const stopped = 'the mock stopped before it responded'

/** A request and how it ended, for the log. */
export interface LoggedRequest {
  /** Its number in the journal, if that is in memory. */
  number?: number
  /** The id of the operation that it meant. */
  operation?: string
  method: string
  path: string
  /** The status code; 0 if there is no response, because a fault dropped the connection, the client left, the mock stopped, or a callback failed. */
  status: number
  /** Milliseconds. */
  duration: number
  failure?: FailureName
  fault?: FaultLabel
  /** Why the request was rejected, or why there is no response. */
  message?: string
  /** Whether the client left before it had the response. */
  aborted?: true
  /** Whether the request was for the upstream. */
  upstream?: true
  /** The name of the callback or webhook that the mock sent itself; `path` is its URL, and `number` that of the request before. */
  callback?: string
}

/** Makes the log entry of a callback. */
export const describeCallback = (
  { name, method, url, status = 0, error, duration = 0 }: CallbackEntry,
  number: number,
): LoggedRequest => ({
  ...(number > 0 && { number }),
  method,
  path: url,
  status,
  duration,
  ...(error !== undefined && { message: error }),
  callback: name,
})

/** Makes the log entry of a request and its response, with credentials masked. */
export function describeRequest(
  method: string,
  target: string,
  { status, failure, reason: message, fault, aborted }: Omit<MockResponse, 'callbacks'>,
  duration: number,
  sent?: Readonly<JournalRecord>,
): LoggedRequest {
  const logged: LoggedRequest = {
    ...(sent && { number: sent.number }),
    ...(sent?.operation !== undefined && { operation: sent.operation }),
    method,
    path: maskUrl(target),
    status,
    duration,
  }
  // Each spread takes time, and most responses have nothing of this.
  if (failure) logged.failure = failure
  if (fault) logged.fault = fault
  if (message) logged.message = message
  if (aborted) logged.aborted = aborted
  return logged
}
