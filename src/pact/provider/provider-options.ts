import {
  checkOptions,
  checkToken,
  checkUrl,
  type OptionTable,
  readBase,
  toDefaults,
  tokenOptions,
} from '../../options/options.ts'
import { optionTable as runOptions } from '../../verify/option-table.ts'
import type { BrokerOptions, ConsumerVersionSelector } from '../broker/broker.ts'
import { PactOptionsError } from '../options.ts'
import { checkStateHandlers, type StateHandlers } from '../states/state-handlers.ts'

/** Which provider is verified, and with which pacts. */
export interface VerifyProviderOptions {
  /** A valid token. It replaces each bearer token of a pact, and nothing else; the kit also uses it to create plants for states. */
  token: string
  /** Replaces tokens that the provider must refuse; by default, the tokens of the pact are sent. */
  invalidToken?: string
  /** Files, patterns of files (`pacts/*.json`) and URLs of pacts. Pacts of a broker are verified, too. */
  pacts?: string | readonly string[]
  /** A Pact broker to get pacts from; needs `provider`. */
  broker?: BrokerOptions
  /** The name of the provider; pacts for others are ignored. Required if there are pacts for several providers. */
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

const selectorTable: OptionTable<ConsumerVersionSelector> = {
  consumer: {},
  mainBranch: {},
  branch: {},
  fallbackBranch: {},
  matchingBranch: {},
  deployedOrReleased: {},
  deployed: {},
  released: {},
  environment: {},
  tag: {},
  fallbackTag: {},
  latest: {},
}

const brokerTable: OptionTable<BrokerOptions> = {
  url: { isRequired: true, check: checkUrl },
  // If a header can't hold the token, the error of `fetch` would show the token.
  token: { check: checkToken },
  username: {},
  password: {},
  selectors: { members: selectorTable },
  branch: {},
  includeWipSince: {},
  publish: { members: { version: {}, buildUrl: { check: checkUrl } } },
}

/** Returns whether a pact is named by a URL, not by a file. */
export const isUrl = (name: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(name)

function checkPacts(pacts: unknown): string | undefined {
  const list: unknown[] = Array.isArray(pacts) ? pacts : [pacts]
  if (list.some((name) => typeof name !== 'string' || name === ''))
    return 'must be the path of a file, a pattern or a URL, or a list of those'
  return list
    .filter((name) => isUrl(String(name)))
    .map(checkUrl)
    .find((problem) => problem !== undefined)
}

const optionTable = {
  ...tokenOptions,
  pacts: { check: checkPacts },
  broker: { members: brokerTable },
  provider: {},
  consumer: {},
  description: {},
  states: {},
  stateChangeUrl: { check: checkUrl },
  enablePending: {},
  requestLimit: runOptions.requestLimit,
  limit: runOptions.limit,
  signal: {},
  onOutput: {},
} satisfies OptionTable<VerifyProviderOptions>

/** The values of options that aren't given. */
export const defaults: { readonly requestLimit: number; readonly limit: number } = toDefaults(optionTable)

/** Says which options need or exclude each other, and names them. */
function findContradiction(
  options: VerifyProviderOptions,
): [problem: string, ...named: string[]] | undefined {
  const { broker, pacts, provider, description, enablePending, states, stateChangeUrl } = options
  if (pacts === undefined && broker === undefined)
    return ['there are no pacts: pass pacts or broker', 'pacts', 'broker']
  if (states !== undefined && stateChangeUrl !== undefined)
    return ['pass states or stateChangeUrl, not both', 'states', 'stateChangeUrl']
  if (broker === undefined) return undefined
  if (provider === undefined) return ['a broker has pacts for many providers: pass provider', 'provider']
  if (broker.includeWipSince !== undefined && enablePending !== true)
    return [
      'broker.includeWipSince needs enablePending, because such pacts are pending',
      'broker.includeWipSince',
      'enablePending',
    ]
  if (broker.publish === undefined || description === undefined) return undefined
  const problem =
    "results of only some interactions can't be published: leave out description or broker.publish"
  return [problem, 'description', 'broker.publish']
}

/** Checks options, and reads the base address; throws a {@link PactOptionsError} that names what is wrong. */
export function checkProviderOptions(url: string | URL, options: VerifyProviderOptions): URL {
  checkOptions(options, optionTable, PactOptionsError)
  if (options.states !== undefined) checkStateHandlers(options.states)
  const [problem, ...named] = findContradiction(options) ?? []
  if (problem !== undefined) throw new PactOptionsError(problem, named)
  return readBase(url, PactOptionsError)
}
