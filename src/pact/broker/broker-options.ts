/** Which pacts of a consumer are asked for: those of a branch, of what is deployed, and so on. */
export interface ConsumerVersionSelector {
  consumer?: string
  mainBranch?: boolean
  branch?: string
  fallbackBranch?: string
  matchingBranch?: boolean
  deployedOrReleased?: boolean
  deployed?: boolean
  released?: boolean
  environment?: string
  tag?: string
  fallbackTag?: string
  latest?: boolean
}

/** A Pact broker, and which pacts it is asked for. */
export interface BrokerOptions {
  /** Its base address. */
  url: string
  /** A bearer token; or a user's name and password. */
  token?: string
  username?: string
  password?: string
  /** By default those of each consumer's main branch, and of all that is deployed or released. */
  selectors?: readonly ConsumerVersionSelector[]
  /** The provider's branch, which `matchingBranch`, pending pacts and publishing need. */
  branch?: string
  /** Also asks for pacts in progress since this day (`2026-01-31`), which are pending; needs `enablePending`. */
  includeWipSince?: string
  /** Publishes the result of each pact, as this version of the provider. */
  publish?: { version: string; buildUrl?: string }
}

/** Thrown if a broker does not answer as one. */
export class BrokerError extends Error {
  override name = 'BrokerError'
}
