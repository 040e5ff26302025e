import type { Operation } from '../contract/contract.ts'
import type { UnjudgedReason } from './options.ts'

/**
 * `same`: responses count. `recovered`: it didn't accept plain requests for a while. For good, it rejects them with a 4xx
 * if it has `changed`, and gives no response but 5xx if it is `broken`.
 */
export type ServiceCondition = 'same' | 'recovered' | 'changed' | 'broken'

/** Tells a service that breaks rules from one that no longer accepts what it has accepted, so that no rule is blamed for that. */
export interface Health {
  /** Notes an operation whose plain request was accepted; the first one counts. */
  watch(operation: Operation): void
  /** Sends that plain request again, and waits for a service that restarts. */
  check(): Promise<ServiceCondition>
  /** Why the run can't go on, if it can't. */
  readonly reason: UnjudgedReason | undefined
}
