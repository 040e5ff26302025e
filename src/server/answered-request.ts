import { maskUrl } from '../http/mask.ts'
import type { PlantAnswer } from '../store/exchange.ts'
import type { FailureName, FaultLabel } from '../store/failures.ts'

/** The message of a request that the fake stops waiting for. */
export const stopped = 'the fake stopped before the request was answered'

/** A request that got an answer, for the log. */
export interface AnsweredRequest {
  method: string
  path: string
  /** The status code; 0 if there is no answer, because a fault dropped the connection or the fake stopped. */
  status: number
  /** Milliseconds. */
  duration: number
  failure?: FailureName
  fault?: FaultLabel
  /** Why the request was refused, or why there is no answer. */
  message?: string
  /** Whether the request was passed on to the upstream. */
  upstream?: true
}

/** Makes the log entry of a request and its answer, with credentials masked. */
export function describeRequest(
  method: string,
  target: string,
  { status, failure, reason: message, fault }: PlantAnswer,
  duration: number,
): AnsweredRequest {
  return {
    method,
    path: maskUrl(target),
    status,
    duration,
    ...(failure && { failure }),
    ...(fault && { fault }),
    ...(message && { message }),
  }
}
