/** The named reasons to refuse a request, in the order of the checks. */
export const failureNames = [
  'malformed-request',
  'headers-too-large',
  'request-timeout',
  'unknown-path',
  'method-not-allowed',
  'missing-credentials',
  'invalid-token',
  'unsupported-media-type',
  'unsupported-encoding',
  'body-too-large',
  'missing-body',
  'malformed-json',
  'invalid-plant',
  'forced-error',
  'duplicate-id',
  'internal-error',
] as const

/** A named reason to refuse a request. */
export type FailureName = (typeof failureNames)[number]

/** The name of a fault: a named failure, or a fault of the connection or the body. */
export type FaultName = FailureName | 'dropped-connection' | 'cut-off-body' | 'not-json-body'
