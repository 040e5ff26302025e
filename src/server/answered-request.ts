import { maskUrl } from '../http/mask.ts'
import type { MockResponse } from '../mock/exchange.ts'
import type { FailureName } from '../mock/failures.ts'
import type { FaultLabel } from '../mock/faults/fault-kinds.ts'
import type { JournalRecord } from '../mock/journal/journal-entry.ts'

/** The message of a request that the mock stops waiting for. */
export const stopped = 'the mock stopped before the request was answered'

/** A request that got an answer, for the log. */
export interface AnsweredRequest {
  /** Its number in the journal, if that is in memory. */
  number?: number
  /** The id of the operation that it meant. */
  operation?: string
  method: string
  path: string
  /** The status code; 0 if there is no answer, because a fault dropped the connection, the client left, or the mock stopped. */
  status: number
  /** Milliseconds. */
  duration: number
  failure?: FailureName
  fault?: FaultLabel
  /** Why the request was refused, or why there is no answer. */
  message?: string
  /** Whether the client left before it had the answer. */
  aborted?: true
  /** Whether the request was for the upstream. */
  upstream?: true
}

/** Makes the log entry of a request and its answer, with credentials masked. */
export function describeRequest(
  method: string,
  target: string,
  { status, failure, reason: message, fault, aborted }: MockResponse,
  duration: number,
  sent?: Readonly<JournalRecord>,
): AnsweredRequest {
  const answered: AnsweredRequest = {
    ...(sent && { number: sent.number }),
    ...(sent?.operation !== undefined && { operation: sent.operation }),
    method,
    path: maskUrl(target),
    status,
    duration,
  }
  // Each spread takes time, and most answers have nothing of this.
  if (failure) answered.failure = failure
  if (fault) answered.fault = fault
  if (message) answered.message = message
  if (aborted) answered.aborted = aborted
  return answered
}
