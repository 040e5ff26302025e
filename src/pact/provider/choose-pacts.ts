import { OptionsError } from '../../options/options-error.ts'
import type { Pact } from '../file/pact-interaction.ts'
import { collectPacts, toReaders } from '../file/read-pact.ts'
import type { VerifiedInteraction } from '../verifier/run-verifier.ts'
import { isUrl, type VerifyProviderOptions } from './provider-options.ts'

export const toList = (value: string | readonly string[] | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : (value ?? [])

const listNames = (names: Iterable<string>): string =>
  [...new Set(names)].map((name) => `"${name}"`).join(', ')

const toProvider = ({ document }: Pact): string => document.provider.name

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

/** The pacts that Pact's verifier gets by their names, and what to say about the others. */
interface ChosenPacts {
  pactUrls: string[]
  broken: string[]
  notes: string[]
}

/** Chooses the files and URLs to verify a service with. Throws an error if all files are broken, or for other services. */
export async function choosePacts({ pacts, provider }: VerifyProviderOptions): Promise<ChosenPacts> {
  const named = toList(pacts)
  const urls = [...new Set(named.filter(isUrl))]
  const files = named.filter((name) => !isUrl(name))
  if (pacts === undefined || (urls.length > 0 && files.length === 0))
    return { pactUrls: urls, broken: [], notes: [] }
  const { pacts: read, broken } = await collectPacts(toReaders(files))
  const { own, notes } = provider === undefined ? { own: read, notes: [] } : chooseProvider(read, provider)
  return { pactUrls: [...own.map(({ source }) => source), ...urls], broken, notes }
}

/** Throws an error if interactions don't belong to one service, or if a filter leaves nothing of what it names. */
export function checkChosen(
  interactions: readonly VerifiedInteraction[],
  { provider, consumer, description }: VerifyProviderOptions,
): void {
  const providers = new Set(interactions.map((one) => one.provider))
  if (provider === undefined && providers.size > 1)
    throw new OptionsError(`is missing, and the pacts are for ${listNames(providers)}`, ['provider'])
  const consumers = new Set(interactions.map((one) => one.consumer))
  const missing = toList(consumer).filter((name) => !consumers.has(name))
  if (missing.length > 0) throw new OptionsError(`no pact is from the consumer ${listNames(missing)}`)
  if (interactions.length > 0) return
  throw new OptionsError(
    description === undefined
      ? 'there are no interactions to verify'
      : `no interaction has "${description}" in its description`,
  )
}
