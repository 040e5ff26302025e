import { createTokenCheck, readBearerToken } from '../store/credentials.ts'
import type { AnyPlantStore } from '../store/store-interface.ts'

const maxStores = 1000

/**
 * Gives every bearer token its own store, created with its first request.
 *
 * Requests without a valid token share the common store. With more than 1,000 tokens, the least recently used
 * store is dropped.
 *
 * @param onDrop called with each store that is dropped
 */
export function isolateByToken<Store extends AnyPlantStore>(
  common: Store,
  tokens: readonly string[] | undefined,
  create: (token: string) => Store,
  onDrop: (store: Store) => void = () => {},
): (authorization?: string) => Store {
  const checkToken = createTokenCheck(tokens)
  const stores = new Map<string, Store>()
  return (authorization) => {
    const token = readBearerToken(authorization)
    if (token === undefined || checkToken(token) !== undefined) return common
    const store = stores.get(token) ?? create(token)
    stores.delete(token)
    stores.set(token, store)
    const [[leastUsed, dropped] = []] = stores
    if (stores.size > maxStores && leastUsed !== undefined) {
      stores.delete(leastUsed)
      if (dropped !== undefined) onDrop(dropped)
    }
    return store
  }
}
