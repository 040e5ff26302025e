import type { PlantAnswer } from '../store/exchange.ts'
import type { FailureName, FaultName } from '../store/failure-names.ts'
import { maskPath } from '../store/journal-entry.ts'

/** A request that was answered. */
export interface AnsweredRequest {
  method: string
  path: string
  /** The status code; 0 where a fault dropped the connection. */
  status: number
  /** Milliseconds. */
  duration: number
  failure?: FailureName
  fault?: FaultName
  /** What the answer says, where it is an Error. */
  message?: string
}

function readMessage(body: string): string | undefined {
  try {
    return JSON.parse(body).message
  } catch {
    // A fault made it another body than an Error.
    return undefined
  }
}

/** Tells of a request and its answer what a log shows, credentials masked. */
export function describeRequest(
  method: string,
  target: string,
  { status, failure, fault, body }: PlantAnswer,
  duration: number,
): AnsweredRequest {
  const message = status >= 400 ? readMessage(body) : undefined
  return {
    method,
    path: maskPath(target),
    status,
    duration,
    ...(failure && { failure }),
    ...(fault && { fault }),
    ...(message && { message }),
  }
}
