import type { Operation } from '../contract/contract.ts'
import type { RuleId } from './rules.ts'

/** Why a request is rejected, which decides the statuses that are usual. */
export type RejectionReason =
  | 'body'
  | 'parameter'
  | 'path'
  | 'credentials'
  | 'media'
  | 'record'
  | 'conflict'
  | 'method'
  | 'unknown'
  | 'unread'

export interface Expectation {
  /** The operation; undefined for a path that isn't documented. */
  operation?: Operation | undefined
  kind: 'accept' | 'reject' | 'open'
  /** The rule that is broken if it is something else. */
  rule: RuleId
  /** Where the description says so. */
  place: string
  /** What is sent, in words. */
  tried: string
  reason?: RejectionReason
  /** Whether the records that it is about exist for sure. */
  hasRecords?: boolean
  /** Whether what HTTP says about every response is judged. */
  isProtocol?: boolean
  /** Whether the credentials allow it for sure. */
  isAllowed?: boolean
}

export const usualStatuses: Readonly<Record<RejectionReason, readonly number[]>> = {
  body: [400, 422, 413],
  parameter: [400, 422, 404, 414, 431],
  path: [400, 404, 410, 422, 414],
  credentials: [401, 403, 404],
  media: [415, 400, 422, 406],
  record: [404, 410, 400, 422],
  conflict: [409, 400, 422],
  method: [404, 405, 401, 403, 400, 501],
  unknown: [404, 401, 403, 400, 405],
  unread: [400, 411, 415, 417, 431, 501, 505],
}

/** Whose errors a team doesn't write itself: its framework rejects the request first. */
export const isBeforeOperation = (reason: RejectionReason | undefined): boolean =>
  reason === 'media' || reason === 'method' || reason === 'unknown' || reason === 'unread'
