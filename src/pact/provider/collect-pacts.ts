import type { Broker, BrokerPact } from '../broker/broker.ts'
import { fetchPact } from '../broker/send-to-broker.ts'
import { findPactFiles } from '../file/find-pact-files.ts'
import { checkNotEmpty, type Pact, readPactFile } from '../file/pact-document.ts'
import { checkUrl, PactOptionsError } from '../pact-options.ts'
import type { VerifyProviderOptions } from './provider-options.ts'

const isUrl = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(text)

const toList = (value: string | readonly string[] | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : (value ?? [])

const listNames = (names: Iterable<string>): string =>
  [...new Set(names)].map((name) => `"${name}"`).join(', ')

async function readAll(
  options: VerifyProviderOptions,
  broker: Broker | undefined,
  signal: AbortSignal,
): Promise<BrokerPact[]> {
  const named = toList(options.pacts)
  const urls = named.filter(isUrl)
  for (const url of urls) checkUrl('pacts', url)
  const files = findPactFiles(named.filter((name) => !isUrl(name))).map(readPactFile)
  const fetched = await Promise.all(urls.map((url) => fetchPact(url, options.broker, signal)))
  // A URL that names a pact of the broker, like those of its webhooks, selects only that pact.
  const isOfBroker = (name: string): boolean =>
    isUrl(name) && new URL(name).origin === new URL(options.broker?.url ?? '').origin
  const isAsked = broker !== undefined && !named.some(isOfBroker)
  const ofBroker = isAsked
    ? await broker.readPacts(options.provider ?? '', options.enablePending ?? false)
    : []
  return [...[...files, ...fetched].map((pact) => ({ ...pact, isPending: false })), ...ofBroker]
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

/** Keeps the pacts of the selected consumers. */
function chooseConsumers(pacts: readonly BrokerPact[], consumers: readonly string[]): BrokerPact[] {
  const nameOf = ({ document }: Pact): string => document.consumer.name
  const missing = consumers.filter((name) => !pacts.some((pact) => nameOf(pact) === name))
  if (missing.length > 0)
    throw new PactOptionsError(
      `no pact is from the consumer ${listNames(missing)}, but from ${listNames(pacts.map(nameOf))}`,
    )
  return pacts.filter((pact) => consumers.length === 0 || consumers.includes(nameOf(pact)))
}

/**
 * Reads all pacts to verify a provider with. It is an error if nothing is left to verify.
 *
 * @throws {PactFileError} if there are no pacts, or if one isn't a pact
 * @throws {PactOptionsError} if a filter matches nothing, or a URL has a password in it
 * @throws {BrokerError} if a broker can't be reached, or doesn't answer like a broker
 */
export async function collectPacts(
  options: VerifyProviderOptions,
  broker: Broker | undefined,
  signal: AbortSignal,
): Promise<{ pacts: BrokerPact[]; notes: string[] }> {
  const notes: string[] = []
  const all = await readAll(options, broker, signal)
  checkNotEmpty(all)
  const pacts = chooseConsumers(chooseProvider(all, options.provider, notes), toList(options.consumer))
  return { pacts, notes }
}
