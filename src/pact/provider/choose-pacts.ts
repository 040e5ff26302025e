import { checkUrl } from '../../contract/options.ts'
import { type Broker, type BrokerPact, fetchPact } from '../broker/broker.ts'
import type { Pact } from '../file/pact-interaction.ts'
import { collectPacts, type ReadPacts, toReaders } from '../file/read-pact.ts'
import { PactOptionsError } from '../options.ts'
import type { VerifyProviderOptions } from './provider-options.ts'

const isUrl = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(text)

const toList = (value: string | readonly string[] | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : (value ?? [])

const listNames = (names: Iterable<string>): string =>
  [...new Set(names)].map((name) => `"${name}"`).join(', ')

async function readAll(
  { pacts, provider = '', enablePending = false, broker: options }: VerifyProviderOptions,
  broker: Broker | undefined,
  signal: AbortSignal,
): Promise<ReadPacts<BrokerPact>> {
  const named = toList(pacts)
  const problem = named
    .filter(isUrl)
    .map(checkUrl)
    .find((found) => found !== undefined)
  if (problem !== undefined) throw new PactOptionsError(`pacts ${problem}`)
  const readers = named.flatMap((name): (() => Pact | Promise<Pact>)[] =>
    isUrl(name) ? [() => fetchPact(name, options, signal)] : toReaders([name]),
  )
  // A URL that names a pact of the broker, like those of its webhooks, selects only that pact.
  const isOfBroker = (name: string): boolean =>
    isUrl(name) && new URL(name).origin === new URL(options?.url ?? '').origin
  const isAsked = broker !== undefined && !named.some(isOfBroker)
  const ofBroker = isAsked ? await broker.findPacts(provider, enablePending) : []
  const ofNames = readers.map((read) => async () => ({ ...(await read()), isPending: false }))
  return collectPacts([...ofNames, ...ofBroker])
}

/** Keeps the pacts for one provider, and adds a note about each of the others. */
function chooseProvider(
  pacts: readonly BrokerPact[],
  provider: string | undefined,
  notes: string[],
): BrokerPact[] {
  const names = new Set(pacts.map(({ document }) => document.provider.name))
  if (provider === undefined && names.size > 1)
    throw new PactOptionsError(`the pacts are for ${listNames(names)}: pass provider, the name of yours`)
  const chosen = pacts.filter(({ document }) => provider === undefined || document.provider.name === provider)
  if (chosen.length === 0)
    throw new PactOptionsError(`no pact is for the provider "${provider}", but for ${listNames(names)}`)
  for (const { source, document } of pacts)
    if (provider !== undefined && document.provider.name !== provider)
      notes.push(`${source} is for the provider "${document.provider.name}" and was left out`)
  return chosen
}

function chooseConsumers(pacts: readonly BrokerPact[], consumers: readonly string[]): BrokerPact[] {
  const nameOf = ({ document }: Pact): string => document.consumer.name
  const missing = consumers.filter((name) => !pacts.some((pact) => nameOf(pact) === name))
  if (missing.length > 0)
    throw new PactOptionsError(
      `no pact is from the consumer ${listNames(missing)}, but from ${listNames(pacts.map(nameOf))}`,
    )
  return pacts.filter((pact) => consumers.length === 0 || consumers.includes(nameOf(pact)))
}

/** Reads all pacts to verify a provider with. It is an error if nothing is left to verify. */
export async function choosePacts(
  options: VerifyProviderOptions,
  broker: Broker | undefined,
  signal: AbortSignal,
): Promise<ReadPacts<BrokerPact> & { notes: string[] }> {
  const notes: string[] = []
  const { pacts: all, broken } = await readAll(options, broker, signal)
  const pacts = chooseConsumers(chooseProvider(all, options.provider, notes), toList(options.consumer))
  return { pacts, broken, notes }
}
