/** The texts and the flags that select pacts of a broker. */
export const selectorMembers = {
  texts: ['consumer', 'branch', 'fallbackBranch', 'environment', 'tag', 'fallbackTag'],
  flags: ['mainBranch', 'matchingBranch', 'deployedOrReleased', 'deployed', 'released', 'latest'],
} as const

type Members = typeof selectorMembers

/** Selects pacts of a consumer: those of a branch, of deployed versions, and so on. */
export type ConsumerVersionSelector = Partial<
  Record<Members['texts'][number], string> & Record<Members['flags'][number], boolean>
>

/** A Pact broker, and which of its pacts to get. */
export interface BrokerOptions {
  /** The base address of the broker. */
  url: string
  /** A bearer token; some brokers take a user's name and password instead. */
  token?: string
  /** The name of a user. */
  username?: string
  /** The password of that user. */
  password?: string
  /** The default is the pacts of each consumer's main branch, and of all deployed or released versions. */
  selectors?: readonly ConsumerVersionSelector[]
  /** The branch of the service, which `matchingBranch`, pending pacts, and publishing need. */
  branch?: string
  /** Also gets pacts that are in progress since this day (`2026-01-31`), as pending pacts; needs `enablePending`. */
  includeWipSince?: string
  /** Publishes the result of each pact for this version of the service. */
  publish?: { version: string; buildUrl?: string }
}
