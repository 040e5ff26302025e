import { checkTokens, readBase, serviceOptions } from '../../http/service-options.ts'
import { checkOptions, type OptionTable, required, toSchema } from '../../options/option-table.ts'
import { OptionsError } from '../../options/options-error.ts'
import type { Path } from '../../options/problems.ts'
import { anyOf, anything, array, boolean, object, type Schema, string, that } from '../../options/schema.ts'
import { address, token } from '../../options/values.ts'
import { type BrokerOptions, selectorMembers } from '../broker/broker-options.ts'
import { type StateHandlers, stateHandlers } from '../states/state-handlers.ts'

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

/** What selects pacts of a broker. */
export const selector: Schema = object(
  Object.fromEntries([
    ...selectorMembers.texts.map((name) => [name, string] as const),
    ...selectorMembers.flags.map((name) => [name, boolean] as const),
  ]),
)

/** A day, or a time, as the broker takes it. */
export const date: Schema = that(
  'a date like 2026-01-31',
  (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T.+)?$/.test(value) && !Number.isNaN(Date.parse(value)),
)

/** What the options of a broker may be. */
export const brokerTable = {
  url: required(address),
  // If a header can't hold the token, the error of `fetch` would show the token.
  token,
  username: string,
  password: that('a string', (value) => typeof value === 'string', true),
  selectors: array(selector),
  branch: string,
  includeWipSince: date,
  publish: object({ version: string, buildUrl: address }, ['version']),
} satisfies OptionTable<BrokerOptions>

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
  broker: toSchema(brokerTable),
  provider: string,
  consumer: oneOrMore(string),
  description: string,
  states: stateHandlers,
  stateChangeUrl: address,
  enablePending: boolean,
  signal: anything,
  onOutput: anything,
} satisfies OptionTable<VerifyProviderOptions>

function findContradiction(options: VerifyProviderOptions): [path: Path, problem: string] | undefined {
  const { broker, pacts, provider, description, enablePending, states, stateChangeUrl } = options
  if (pacts === undefined && broker === undefined) return [['pacts'], 'is missing, and so is broker']
  if (states !== undefined && stateChangeUrl !== undefined)
    return [['stateChangeUrl'], "can't be combined with states"]
  if (broker === undefined) return undefined
  if (provider === undefined) return [['provider'], 'is missing, and a broker has pacts for many services']
  if (broker.includeWipSince !== undefined && enablePending !== true)
    return [['enablePending'], 'is missing, and pacts that are work in progress are pending']
  if (broker.publish === undefined || description === undefined) return undefined
  return [['description'], "can't be set, because results of only some interactions can't be published"]
}

/** Checks options, and reads the base address; throws an {@link OptionsError} that names what is wrong. */
export function checkProviderOptions(url: string | URL, options: VerifyProviderOptions): URL {
  checkOptions(options, providerOptions)
  checkTokens(options)
  const [path, problem] = findContradiction(options) ?? []
  if (path !== undefined) throw new OptionsError(problem, path)
  return readBase(url)
}
