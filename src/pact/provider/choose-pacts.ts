import { OptionsError } from '../../options/options-error.ts'
import { type Broker, fetchPact } from '../broker/broker.ts'
import type { Pact } from '../file/pact-interaction.ts'
import { collectPacts, PactFileError, type ReadPacts, toReaders } from '../file/read-pact.ts'
import { isUrl } from './option-table.ts'
import type { VerifyProviderOptions } from './provider-options.ts'

const toList = (value: string | readonly string[] | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : (value ?? [])

const listNames = (names: Iterable<string>): string =>
  [...new Set(names)].map((name) => `"${name}"`).join(', ')

const toProvider = ({ document }: Pact): string => document.provider.name
const toConsumer = ({ document }: Pact): string => document.consumer.name

/** Keeps the pacts for a service, and notes which ones are for others. Throws an error if none is left. */
export function chooseProvider(all: readonly Pact[], provider: string): { own: Pact[]; notes: string[] } {
  const own = all.filter((pact) => toProvider(pact) === provider)
  const others = all.filter((pact) => !own.includes(pact))
  if (own.length === 0)
    throw new OptionsError(
      `no pact is for the service "${provider}"; the pacts are for ${listNames(others.map(toProvider))}`,
    )
  const toNote = (pact: Pact): string =>
    `${pact.source} is for the service "${toProvider(pact)}" and was ignored`
  return { own, notes: others.map(toNote) }
}

/** Reads all pacts to verify a service with, and notes which ones are for other services. Throws an error if there is nothing to verify. */
export async function choosePacts(
  options: VerifyProviderOptions,
  broker: Broker | undefined,
  signal: AbortSignal,
): Promise<ReadPacts & { notes: string[] }> {
  const named = toList(options.pacts)
  const urls = [...new Set(named.filter(isUrl))]
  const ofNames = [
    ...urls.map((url) => () => fetchPact(url, options.broker, signal)),
    ...toReaders(named.filter((name) => !isUrl(name))),
  ]
  // A URL that names a pact of the broker, like those of its webhooks, selects only that pact.
  const isOfBroker = (url: string): boolean =>
    new URL(url).origin === new URL(options.broker?.url ?? '').origin
  const isAsked = broker !== undefined && !urls.some(isOfBroker)
  const { provider: name = '', enablePending = false } = options
  const ofBroker = isAsked ? await broker.findPacts(name, enablePending) : []
  const none = `the broker has no pacts for the service "${name}" that match these selectors`
  const isEmpty = isAsked && ofBroker.length === 0
  if (isEmpty && ofNames.length === 0) throw new PactFileError(none)

  const { pacts: all, broken } = await collectPacts([...ofNames, ...ofBroker])
  const providers = new Set(all.map(toProvider))
  const [first = ''] = providers
  if (options.provider === undefined && providers.size > 1)
    throw new OptionsError(`is missing, and the pacts are for ${listNames(providers)}`, ['provider'])
  const { own, notes } = chooseProvider(all, options.provider ?? first)
  const consumers = toList(options.consumer)
  const missing = consumers.filter((consumer) => !own.some((pact) => toConsumer(pact) === consumer))
  if (missing.length > 0) {
    const others = listNames(own.map(toConsumer))
    throw new OptionsError(`no pact is from the consumer ${listNames(missing)}; the pacts are from ${others}`)
  }
  return {
    pacts: own.filter((pact) => consumers.length === 0 || consumers.includes(toConsumer(pact))),
    broken,
    notes: [...(isEmpty ? [none] : []), ...notes],
  }
}
