/** How a door sends an answer that isn't whole: half of its body, or nothing, as if the connection were lost. */
export type Delivery = 'half' | 'drop'

/** The name of a fault that isn't a refusal. */
export type FaultKind = 'dropped-connection' | 'closed-connection' | 'cut-off-body' | 'not-json-body'

/**
 * What each of these faults does to the usual answer. Doors only know the deliveries. With `drop`, the request isn't
 * handled, so no plant is stored.
 */
export const faultKinds: Readonly<Record<FaultKind, { delivery?: Delivery; body?: string }>> = {
  'dropped-connection': { delivery: 'drop' },
  'closed-connection': { delivery: 'drop' },
  'cut-off-body': { delivery: 'half' },
  'not-json-body': { body: '<html><body>Bad Gateway</body></html>' },
}

/** What a client sees of each, for people. */
export const faultEffects: Readonly<Record<FaultKind, string>> = {
  'dropped-connection': 'the connection closes at the beginning of the answer',
  'closed-connection': 'the connection closes without a byte, as if it had crashed',
  'cut-off-body': 'the answer ends in the middle of its body',
  'not-json-body': "the body of the answer isn't JSON",
}
