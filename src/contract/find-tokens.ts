import type { Operation } from './contract.ts'

/** What logins call the token in their response. */
const names = ['access_token', 'accessToken', 'token']

/**
 * Lists the properties of the success that have a new token; empty if the operation issues none.
 *
 * @param isTokenEndpoint whether an OAuth 2 flow gets its tokens there
 */
export function findTokens(
  { effect, body, responses }: Operation,
  isTokenEndpoint: boolean,
): readonly string[] {
  const media = responses.success?.media.find(({ kind }) => kind === 'json')
  // What other effects respond with is stored.
  const isNew = effect.kind === 'none' ? effect.action === undefined : effect.kind === 'create'
  if (media === undefined || !(isTokenEndpoint || isNew)) return []
  const isOfClient = (name: string): boolean =>
    effect.kind !== 'none' &&
    body?.media.some(({ schema }) => schema.at(name)?.facts().isReadOnly === false) === true
  const { properties, types } = media.schema.facts()
  const found = names.filter(
    (name) =>
      properties.includes(name) &&
      media.schema.at(name)?.facts().types.includes('string') === true &&
      !isOfClient(name),
  )
  return found.length > 0 || !isTokenEndpoint || !types.includes('object') ? found : names.slice(0, 1)
}
