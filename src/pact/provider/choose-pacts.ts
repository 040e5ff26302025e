import { OptionsError } from '../../options/options-error.ts'
import { chooseProvider, collectPacts, listNames, toReaders } from '../file/read-pact.ts'
import type { VerifiedInteraction } from '../verifier/run-verifier.ts'
import { isUrl, type VerifyProviderOptions } from './provider-options.ts'

export const toList = (value: string | readonly string[] | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : (value ?? [])

/** Chooses the files and URLs that Pact's verifier gets. Throws an error if all files are broken, or for other services. */
export function choosePacts({ pacts, provider }: VerifyProviderOptions): {
  pactUrls: string[]
  broken: string[]
  notes: string[]
} {
  const named = toList(pacts)
  const urls = [...new Set(named.filter(isUrl))]
  const files = named.filter((name) => !isUrl(name))
  if (files.length === 0) return { pactUrls: urls, broken: [], notes: [] }
  const { pacts: read, broken } = collectPacts(toReaders(files))
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
