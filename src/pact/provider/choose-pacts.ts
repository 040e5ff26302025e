import { OptionsError } from '../../options/options-error.ts'
import { type Broker, type BrokerPact, fetchPact } from '../broker/broker.ts'
import type { Pact } from '../file/pact-interaction.ts'
import { collectPacts, PactFileError, type ReadPacts, toReaders } from '../file/read-pact.ts'
import { isUrl, type VerifyProviderOptions } from './provider-options.ts'

const toList = (value: string | readonly string[] | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : (value ?? [])

const listNames = (names: Iterable<string>): string =>
  [...new Set(names)].map((name) => `"${name}"`).join(', ')

const toProvider = ({ document }: Pact): string => document.provider.name
const toConsumer = ({ document }: Pact): string => document.consumer.name

/** Keeps the pacts for a service, and notes which ones are for others. Throws an error if none is left. */
export function chooseProvider<One extends Pact>(
  all: readonly One[],
  provider: string,
): { own: One[]; notes: string[] } {
  const own = all.filter((pact) => toProvider(pact) === provider)
  const others = all.filter((pact) => toProvider(pact) !== provider)
  if (own.length === 0)
    throw new OptionsError(
      `no pact is for the service "${provider}"; the pacts are for ${listNames(others.map(toProvider))}`,
    )
  const toNote = (pact: One): string =>
    `${pact.source} is for the service "${toProvider(pact)}" and was ignored`
  return { own, notes: others.map(toNote) }
}

async function readAll(
  { pacts, provider = '', enablePending = false, broker: options }: VerifyProviderOptions,
  broker: Broker | undefined,
  signal: AbortSignal,
): Promise<ReadPacts<BrokerPact> & { notes: string[] }> {
  const named = toList(pacts)
  const urls = [...new Set(named.filter(isUrl))]
  const readers: (() => Pact | Promise<Pact>)[] = [
    ...urls.map((url) => () => fetchPact(url, options, signal)),
    ...toReaders(named.filter((name) => !isUrl(name))),
  ]
  // A URL that names a pact of the broker, like those of its webhooks, selects only that pact.
  const isOfBroker = (name: string): boolean =>
    isUrl(name) && new URL(name).origin === new URL(options?.url ?? '').origin
  const isAsked = broker !== undefined && !named.some(isOfBroker)
  const ofBroker = isAsked ? await broker.findPacts(provider, enablePending) : []
  const ofNames = readers.map((read) => async () => ({ ...(await read()), isPending: false, notices: [] }))
  const none = `the broker has no pacts for the service "${provider}" that match these selectors`
  const isEmpty = isAsked && ofBroker.length === 0
  if (isEmpty && ofNames.length === 0) throw new PactFileError(none)
  return { ...(await collectPacts([...ofNames, ...ofBroker])), notes: isEmpty ? [none] : [] }
}

/** Reads all pacts to verify a service with, and notes which ones are for other services. Throws an error if there is nothing to verify. */
export async function choosePacts(
  options: VerifyProviderOptions,
  broker: Broker | undefined,
  signal: AbortSignal,
): Promise<ReadPacts<BrokerPact> & { notes: string[] }> {
  const { pacts: all, broken, notes: ofBroker } = await readAll(options, broker, signal)
  const providers = new Set(all.map(toProvider))
  const { provider = toProvider(all[0] as BrokerPact) } = options
  if (options.provider === undefined && providers.size > 1)
    throw new OptionsError(`is missing, and the pacts are for ${listNames(providers)}`, ['provider'])
  const { own, notes } = chooseProvider(all, provider)
  const consumers = toList(options.consumer)
  const missing = consumers.filter((name) => !own.some((pact) => toConsumer(pact) === name))
  if (missing.length > 0) {
    const others = listNames(own.map(toConsumer))
    throw new OptionsError(`no pact is from the consumer ${listNames(missing)}; the pacts are from ${others}`)
  }
  return {
    pacts: own.filter((pact) => consumers.length === 0 || consumers.includes(toConsumer(pact))),
    broken,
    notes: [...ofBroker, ...notes],
  }
}
