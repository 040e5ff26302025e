import { parseBase } from '../../verify/options.ts'
import type { BrokerOptions, ConsumerVersionSelector } from '../broker/broker.ts'
import { checkKnownOptions, checkUrl, PactOptionsError } from '../options.ts'
import { checkStateHandlers, type StateHandlers } from '../states/state-handlers.ts'

/** Which provider is verified, and with which pacts. */
export interface VerifyProviderOptions {
  /** A valid token. It replaces each bearer token of a pact, and nothing else; the kit also uses it to create plants for states. */
  token: string
  /** Replaces tokens that the provider must refuse; by default, those of the pact are sent. */
  invalidToken?: string
  /** Files, patterns of files (`pacts/*.json`) and URLs of pacts. Those of a broker are verified, too. */
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

const names: Record<keyof VerifyProviderOptions, true> = {
  token: true,
  invalidToken: true,
  pacts: true,
  broker: true,
  provider: true,
  consumer: true,
  description: true,
  states: true,
  stateChangeUrl: true,
  enablePending: true,
  requestLimit: true,
  limit: true,
  signal: true,
  onOutput: true,
}

const namesOfBroker: Record<keyof BrokerOptions, true> = {
  url: true,
  token: true,
  username: true,
  password: true,
  selectors: true,
  branch: true,
  includeWipSince: true,
  publish: true,
}

const namesOfSelector: Record<keyof ConsumerVersionSelector, true> = {
  consumer: true,
  mainBranch: true,
  branch: true,
  fallbackBranch: true,
  matchingBranch: true,
  deployedOrReleased: true,
  deployed: true,
  released: true,
  environment: true,
  tag: true,
  fallbackTag: true,
  latest: true,
}

const fail = (message: string): never => {
  throw new PactOptionsError(message)
}

function checkToken(name: string, token: unknown): void {
  // A header can't hold other characters. The message doesn't repeat the token.
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
    fail(`${name} may contain only ASCII letters, digits, and punctuation, and must not be empty`)
}

function checkLimit(name: string, value: number | undefined, to: number): void {
  if (value !== undefined && !(Number.isInteger(value) && value >= 1 && value <= to))
    fail(`${name} must be an integer from 1 to ${to}, got ${value}`)
}

function checkPacts(pacts: unknown): void {
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
  if (pacts === undefined || isText(pacts) || (Array.isArray(pacts) && pacts.every(isText))) return
  fail('pacts must be the path of a file, a pattern or a URL, or a list of those')
}

function checkBroker({ broker, provider, description, enablePending }: VerifyProviderOptions): void {
  if (broker === undefined) return
  checkKnownOptions(broker, namesOfBroker, 'broker: ')
  for (const selector of broker.selectors ?? [])
    checkKnownOptions(selector, namesOfSelector, 'broker.selectors: ')
  if (broker.publish !== undefined)
    checkKnownOptions(broker.publish, { version: true, buildUrl: true }, 'broker.publish: ')
  checkUrl('broker.url', broker.url)
  const { buildUrl } = broker.publish ?? {}
  if (buildUrl !== undefined) checkUrl('broker.publish.buildUrl', buildUrl)
  if (provider === undefined) fail('a broker has pacts for many providers: pass provider')
  if (broker.includeWipSince !== undefined && enablePending !== true)
    fail('broker.includeWipSince needs enablePending, because such pacts are pending')
  if (broker.publish !== undefined && description !== undefined)
    fail("results of only some interactions can't be published: leave out description or broker.publish")
}

/**
 * Checks the values of options.
 *
 * @throws {PactOptionsError} that names the first wrong option
 */
export function checkProviderOptions(url: string | URL, options: VerifyProviderOptions): URL {
  if (typeof options !== 'object' || options === null) fail('there are no options')
  checkKnownOptions(options, names)
  if (options.token === undefined) fail('there is no token')
  checkToken('token', options.token)
  if (options.invalidToken !== undefined) checkToken('invalidToken', options.invalidToken)
  if (options.invalidToken === options.token) fail('invalidToken must not be the token')
  checkLimit('requestLimit', options.requestLimit, 600_000)
  checkLimit('limit', options.limit, 86_400_000)
  if (options.pacts === undefined && options.broker === undefined)
    fail('there are no pacts: pass pacts or broker')
  checkPacts(options.pacts)
  if (options.states !== undefined) checkStateHandlers(options.states)
  if (options.states !== undefined && options.stateChangeUrl !== undefined)
    fail('pass states or stateChangeUrl, not both')
  if (options.stateChangeUrl !== undefined) checkUrl('stateChangeUrl', options.stateChangeUrl)
  checkBroker(options)
  try {
    return parseBase(url)
  } catch (error) {
    return fail((error as Error).message)
  }
}
