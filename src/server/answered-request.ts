import { maskUrl } from '../http/mask.ts'
import type { ExactInteger } from '../json/exact-integer.ts'
import type { FailureName } from '../mock/failures.ts'
import type { JournalRecord } from '../mock/journal/journal-entry.ts'
import type { PlantAnswer } from '../store/exchange.ts'
import type { FaultLabel } from '../store/failures.ts'

/** The message of a request that the fake stops waiting for. */
export const stopped = 'the fake stopped before the request was answered'

/** A request that got an answer, for the log. */
export interface AnsweredRequest {
  /** Its number in the journal, if that is in memory. */
  number?: number
  /** The id that it sent, if that is an integer. */
  id?: ExactInteger
  method: string
  path: string
  /** The status code; 0 if there is no answer, because a fault dropped the connection, the client left, or the fake stopped. */
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

const isInteger = (value: unknown): value is ExactInteger =>
  typeof value === 'bigint' || Number.isInteger(value)

/** Makes the log entry of a request and its answer, with credentials masked. */
export function describeRequest(
  method: string,
  target: string,
  { status, failure, reason: message, fault, aborted }: PlantAnswer,
  duration: number,
  sent?: Readonly<JournalRecord>,
): AnsweredRequest {
  const id = sent?.members?.id
  const answered: AnsweredRequest = {
    ...(sent && { number: sent.number }),
    // The message about another value shows it.
    ...(isInteger(id) && { id }),
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
