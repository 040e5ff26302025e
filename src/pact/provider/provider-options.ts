import type { VerifierOptions } from '@pact-foundation/pact-core'
import { checkTokens, readBase, serviceOptions } from '../../http/service-options.ts'
import { checkOptions, type OptionTable } from '../../options/option-table.ts'
import { OptionsError } from '../../options/options-error.ts'
import { anyOf, anything, array, object, type Schema, string } from '../../options/schema.ts'
import { address } from '../../options/values.ts'
import { type StateHandlers, stateHandlers } from '../states/state-handlers.ts'

const passedNames = [
  'pactBrokerUrl',
  'pactBrokerToken',
  'pactBrokerUsername',
  'pactBrokerPassword',
  'consumerVersionSelectors',
  'enablePending',
  'includeWipPactsSince',
  'providerVersionBranch',
  'providerVersionTags',
  'publishVerificationResult',
  'providerVersion',
  'buildUrl',
] as const

/** The options of Pact's own verifier that the kit passes on: a broker, which of its pacts to get, and what to publish. */
export type BrokerOptions = Pick<Partial<VerifierOptions>, (typeof passedNames)[number]>

/** Which service is verified, and with which pacts. */
export interface VerifyProviderOptions {
  /** A valid token. It replaces each bearer token of a pact, unless the service must refuse the token or the pact expects a 401; the kit also uses it to create plants for states. */
  token: string
  /** Replaces tokens that the service must refuse; by default, the tokens of the pact are sent. */
  invalidToken?: string
  /** Files, folders, patterns of files (`pacts/*.json`), and URLs of pacts. Pacts of a broker are verified, too. */
  pacts?: string | readonly string[]
  /** Options of Pact's own verifier, by its names, for a Pact broker: `pactBrokerUrl`, `pactBrokerToken`, `consumerVersionSelectors`, `enablePending`, `publishVerificationResult`, and so on. A broker needs `provider`. By default, it selects the pacts of each consumer's main branch, and of all deployed or released versions. */
  broker?: BrokerOptions
  /** The name of the service in the pacts; files for others are ignored. Required if there are pacts for several services. */
  provider?: string
  /** Verifies only the pacts of these consumers. */
  consumer?: string | readonly string[]
  /** Verifies only interactions whose description matches this regular expression. */
  description?: string
  /** Handlers of provider states, by name; the kit's own states need no handler. */
  states?: StateHandlers
  /** A URL that sets up provider states, as for Pact's verifiers; it gets a request for every state. */
  stateChangeUrl?: string | URL
  /** Milliseconds for each answer and for each change of a state; 10000 by default. */
  requestLimit?: number
  /** Milliseconds for the whole run; 120000 by default. */
  limit?: number
  /** Stops the run. */
  signal?: AbortSignal
  /** Called with each line of output of Pact's own verifier, with `***` for tokens. */
  onOutput?: (text: string) => void
}

/** Returns whether a pact is named by a URL, not by a file. */
export const isUrl = (name: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(name)

const pact: Schema = {
  expected: 'the path of a file, a pattern, or a URL',
  find: (value) => {
    if (typeof value !== 'string' || value === '') return undefined
    return isUrl(value) ? address.find(value) : []
  },
}

const oneOrMore = (schema: Schema): Schema => anyOf(schema, array(schema))

/** What the options of a verification may be. */
export const providerOptions = {
  ...serviceOptions,
  pacts: oneOrMore(pact),
  broker: object(Object.fromEntries(passedNames.map((name) => [name, anything]))),
  provider: string,
  consumer: oneOrMore(string),
  description: string,
  states: stateHandlers,
  stateChangeUrl: address,
  signal: anything,
  onOutput: anything,
} satisfies OptionTable<VerifyProviderOptions>

/** Checks options, and reads the base address; throws an {@link OptionsError} that names what is wrong. */
export function checkProviderOptions(url: string | URL, options: VerifyProviderOptions): URL {
  checkOptions(options, providerOptions)
  checkTokens(options)
  const { broker, pacts, provider, states, stateChangeUrl } = options
  const hasBroker = broker?.pactBrokerUrl !== undefined
  if (pacts === undefined && !hasBroker)
    throw new OptionsError('is missing, and so is the URL of a broker', ['pacts'])
  if (states !== undefined && stateChangeUrl !== undefined)
    throw new OptionsError("can't be combined with states", ['stateChangeUrl'])
  if (hasBroker && provider === undefined)
    throw new OptionsError('is missing, and a broker has pacts for many services', ['provider'])
  return readBase(url)
}
