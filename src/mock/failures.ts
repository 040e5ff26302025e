export type FailureName =
  | 'malformed-request'
  | 'headers-too-large'
  | 'request-timeout'
  | 'unknown-path'
  | 'method-not-allowed'
  | 'missing-credentials'
  | 'invalid-credentials'
  | 'invalid-parameter'
  | 'unsupported-media-type'
  | 'unsupported-encoding'
  | 'not-acceptable'
  | 'body-too-large'
  | 'missing-body'
  | 'malformed-body'
  | 'invalid-body'
  | 'unknown-record'
  | 'duplicate-key'
  | 'wrong-state'
  | 'precondition-failed'
  | 'reused-idempotency-key'
  | 'forced'
  | 'internal-error'

export interface FailureRow {
  /** The statuses that fit, the best first; of them, a documented one wins. */
  statuses: readonly number[]
  /** The status if none of them is documented, if it isn't the first one. */
  otherwise?: number
  /** Tells it apart from others with the same status, in an error number such as 40003. */
  number: number
  title: string
}

/** The kinds of failures, in the order of the checks. */
export const failures: Readonly<Record<FailureName, FailureRow>> = {
  'malformed-request': { statuses: [400], number: 0, title: 'Malformed request' },
  'headers-too-large': { statuses: [431], number: 1, title: 'Headers too large' },
  'request-timeout': { statuses: [408], number: 1, title: 'Request timeout' },
  'unknown-path': { statuses: [404], number: 1, title: 'Unknown path' },
  'method-not-allowed': { statuses: [405], number: 1, title: 'Method not allowed' },
  'missing-credentials': { statuses: [401, 403], number: 1, title: 'Missing credentials' },
  'invalid-credentials': { statuses: [401, 403], number: 2, title: 'Invalid credentials' },
  'invalid-parameter': { statuses: [400, 422], number: 5, title: 'Invalid parameter' },
  'unsupported-media-type': { statuses: [415], number: 1, title: 'Unsupported media type' },
  'unsupported-encoding': { statuses: [415], number: 2, title: 'Unsupported content coding' },
  'not-acceptable': { statuses: [406], number: 1, title: 'Not acceptable' },
  'body-too-large': { statuses: [413], number: 1, title: 'Body too large' },
  'missing-body': { statuses: [400, 422], number: 1, title: 'Missing body' },
  'malformed-body': { statuses: [400, 422], number: 2, title: 'Malformed body' },
  'invalid-body': { statuses: [422, 400], otherwise: 400, number: 3, title: 'Invalid body' },
  'unknown-record': { statuses: [404, 410], number: 2, title: 'Not found' },
  'duplicate-key': { statuses: [409], number: 1, title: 'Already exists' },
  'wrong-state': { statuses: [409], number: 2, title: 'Wrong state' },
  'precondition-failed': { statuses: [412], number: 1, title: 'Precondition failed' },
  'reused-idempotency-key': {
    statuses: [422, 409, 400],
    number: 6,
    title: 'Idempotency key used for another request',
  },
  forced: { statuses: [], number: 4, title: 'Requested error' },
  'internal-error': { statuses: [500], number: 1, title: 'Internal error' },
}

/** The names of all failures, in the order of the checks. */
export const failureNames = Object.keys(failures) as readonly FailureName[]
