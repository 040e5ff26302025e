import type { BrokerOptions } from '../broker/broker-options.ts'
import type { StateHandlers } from '../states/state-handlers.ts'

/** Which service is verified, and with which pacts. */
export interface VerifyProviderOptions {
  /** A valid token. It replaces each bearer token of a pact, unless the service must refuse the token or the pact expects a 401; the kit also uses it to create plants for states. */
  token: string
  /** Replaces tokens that the service must refuse; by default, the tokens of the pact are sent. */
  invalidToken?: string
  /** Files, folders, patterns of files (`pacts/*.json`), and URLs of pacts. Pacts of a broker are verified, too. */
  pacts?: string | readonly string[]
  /** A Pact broker to get pacts from; needs `provider`. */
  broker?: BrokerOptions
  /** The name of the service in the pacts; pacts for others are ignored. Required if there are pacts for several services. */
  provider?: string
  /** Verifies only the pacts of these consumers. */
  consumer?: string | readonly string[]
  /** Verifies only interactions whose description contains this text. */
  description?: string
  /** Handlers of provider states, by name; the kit's own states need no handler. */
  states?: StateHandlers
  /** A URL that sets up provider states, as for Pact's verifiers; it gets a request for every state. */
  stateChangeUrl?: string | URL
  /** Whether interactions that are marked as pending may fail; false by default. */
  enablePending?: boolean
  /** Milliseconds for each answer and for each change of a state; 10000 by default. */
  requestLimit?: number
  /** Milliseconds for the whole run; 120000 by default. */
  limit?: number
  /** Stops the run. */
  signal?: AbortSignal
  /** Called with each line of output of Pact's own verifier, with `***` for tokens. */
  onOutput?: (text: string) => void
}
