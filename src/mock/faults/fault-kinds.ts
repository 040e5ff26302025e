import type { FailureName } from '../failures.ts'

/** How an adapter sends a response that isn't whole: half of its body, or nothing, as if the connection were lost. */
export type Delivery = 'half' | 'drop'

/** The name of a fault that isn't a failure. */
export type FaultKind = 'dropped-connection' | 'closed-connection' | 'cut-off-body' | 'not-json-body'

/**
 * What each of these faults does to the usual response. Adapters only know the deliveries. With `drop`, the request isn't
 * carried out, so no record changes.
 */
export const faultKinds: Readonly<Record<FaultKind, { delivery?: Delivery; body?: string }>> = {
  'dropped-connection': { delivery: 'drop' },
  'closed-connection': { delivery: 'drop' },
  'cut-off-body': { delivery: 'half' },
  'not-json-body': { body: '<html><body>Bad Gateway</body></html>' },
}

export const faultEffects: Readonly<Record<FaultKind, string>> = {
  'dropped-connection': 'the connection closes at the beginning of the response',
  'closed-connection': 'the connection closes without a byte, as if it had crashed',
  'cut-off-body': 'the response ends in the middle of its body',
  'not-json-body': "the body of the response isn't JSON",
}

/** The name of a fault: a failure, or a fault of the connection or the body. */
export type FaultName = FailureName | FaultKind

/** What a response and the journal call a fault: its name, or the status of a response that a fault gave. */
export type FaultLabel = FaultName | `${number}`
