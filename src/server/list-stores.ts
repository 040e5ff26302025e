import type { AnyServedStore } from '../store/store-interface.ts'
import { ControlError } from './control-error.ts'
import { toScope } from './create-stores.ts'

type ByToken = ReadonlyMap<string, AnyServedStore> | undefined

const toName = (token: string): string => toScope(token).slice(0, 12)

/**
 * Replaces `Store NAME` by the token of the store with this name; leaves other credentials, and all if tokens have no
 * stores of their own.
 *
 * @throws {ControlError} if there is no such store
 */
export function readStoreName(authorization: string | undefined, byToken: ByToken): string | undefined {
  const [, name] = /^Store +(\S*)$/i.exec(authorization ?? '') ?? []
  if (name === undefined || byToken === undefined) return authorization
  const token = [...byToken.keys()].find((token) => toName(token) === name)
  if (token === undefined)
    throw new ControlError(404, 'this fake has no store with this name; GET /__admin/stores lists them')
  return `Bearer ${token}`
}

/** Lists the common store, which has no name, and those of tokens by their names, with how much each has. */
export const listStores = (
  common: AnyServedStore,
  byToken: ByToken,
  selected: AnyServedStore,
): Promise<object[]> =>
  Promise.all(
    [
      { store: common },
      ...[...(byToken ?? [])]
        .map(([token, store]) => ({ name: toName(token), store }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
    ].map(async ({ store, ...name }) => ({
      ...name,
      plants: await store.plants.count(),
      requests: await store.requests.size,
      ...(store === selected && { selected: true }),
    })),
  )
