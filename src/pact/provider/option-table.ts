import { checkTokens, readBase, serviceOptions } from '../../http/service-options.ts'
import { checkOptions, type OptionTable, required, toSchema } from '../../options/option-table.ts'
import { OptionsError } from '../../options/options-error.ts'
import type { Path } from '../../options/problems.ts'
import { anyOf, anything, array, boolean, object, type Schema, string, that } from '../../options/schema.ts'
import { address, token } from '../../options/values.ts'
import { type BrokerOptions, selectorMembers } from '../broker/broker-options.ts'
import { stateHandlers } from '../states/state-handlers.ts'
import type { VerifyProviderOptions } from './provider-options.ts'

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
