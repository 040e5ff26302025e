import type { VerifierOptions } from '@pact-foundation/pact-core'
import { type AccessOptions, accessOptions } from '../../http/access.ts'
import { readBase, serviceOptions } from '../../http/service-options.ts'
import { isObject } from '../../options/is-object.ts'
import { checkOptions, type OptionTable } from '../../options/option-table.ts'
import { OptionsError } from '../../options/options-error.ts'
import { anyOf, anything, array, custom, string } from '../../options/schema.ts'
import { address, token } from '../../options/values.ts'

/** The values that a state handler returns; they replace the values that the generators of a pact refer to. */
export type StateValues = Record<string, unknown>

/** Sets up a provider state, or cleans up after it; `params` come from the interaction. It may return {@link StateValues} or a promise of them, and fails by throwing. */
export type StateHandler = (params: Readonly<Record<string, unknown>>) => unknown

/** Handlers of provider states, by the names of the states. A handler is a function that sets up the state, or an object with functions for setup and teardown. */
export type StateHandlers = Readonly<
  Record<string, StateHandler | { setup?: StateHandler; teardown?: StateHandler }>
>

/** Which service is verified, and with which pacts. */
export interface VerifyProviderOptions extends AccessOptions {
  /** A valid token, or a function that gets one, and gets another one when it expires. It replaces each bearer token of a pact, unless the credentials must not be valid. */
  token?: string | ((signal: AbortSignal) => Promise<string>)
  /** Files, folders, patterns of files (`pacts/*.json`), and URLs of pacts. Pacts of a broker are verified, too. */
  pacts?: string | readonly string[]
  /** Options of Pact's own verifier for a broker, such as `pactBrokerUrl`, `pactBrokerToken`, and `consumerVersionSelectors`. A broker needs `provider`. */
  broker?: Partial<VerifierOptions>
  /** The name of the service in the pacts; files for others are ignored. Required if there are pacts for several services. */
  provider?: string
  /** Handlers of provider states, by name. States that name records need none if the service is a mock of the kit. */
  states?: StateHandlers
  /** A URL that sets up provider states, as for Pact's verifiers; it gets a request for every state. */
  stateChangeUrl?: string | URL
  /** Milliseconds for each response and for each change of a state; 10000 by default. */
  requestLimit?: number
  /** Milliseconds for the whole run; 120000 by default. */
  limit?: number
  /** Stops the run. */
  signal?: AbortSignal
  /** Called with each line of output of Pact's own verifier, with `***` for tokens. */
  onOutput?: (text: string) => void
}

/** Returns whether a pact is named by a URL, not by a file. */
export const isPactUrl = (name: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(name)

/** What the options of a verification may be. */
export const providerOptions: OptionTable<VerifyProviderOptions> = {
  requestLimit: serviceOptions.requestLimit,
  limit: serviceOptions.limit,
  ...accessOptions,
  token: { ...token, find: (value) => (typeof value === 'function' ? [] : token.find(value)) },
  pacts: anyOf(string, array(string)),
  broker: custom("an object with options of Pact's verifier", isObject),
  provider: string,
  states: custom('an object with handlers by name', isObject),
  stateChangeUrl: address,
  signal: anything,
  onOutput: anything,
}

/** Checks options, and reads the base address; throws an {@link OptionsError} that names what is wrong. */
export function checkProviderOptions(url: string | URL, options: VerifyProviderOptions): URL {
  checkOptions(options, providerOptions)
  const { broker, pacts, provider, states, stateChangeUrl } = options
  const hasBroker = broker?.pactBrokerUrl !== undefined
  if ((pacts === undefined || pacts.length === 0) && !hasBroker)
    throw new OptionsError('is missing, and so is the URL of a broker', ['pacts'])
  if (states !== undefined && stateChangeUrl !== undefined)
    throw new OptionsError("can't be combined with states", ['stateChangeUrl'])
  if (hasBroker && provider === undefined)
    throw new OptionsError('is missing, and a broker has pacts for many services', ['provider'])
  return readBase(url)
}
