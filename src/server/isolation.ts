import { createReadCredentials } from '../store/credentials.ts'
import type { AnyPlantStore } from '../store/store-interface.ts'

const maxStores = 1000

/** The stores of all tokens. */
export interface Isolation<Store> {
  /** Gives the store for a request. */
  storeFor(authorization?: string): Store
  /** The stores that there are, by their tokens, without the common one. */
  byToken: ReadonlyMap<string, Store>
  setTokens(tokens: readonly string[] | undefined): void
}

/**
 * Gives every bearer token its own store, created with its first request.
 *
 * Requests without a valid token share the common store. With more than 1,000 tokens, the least recently used
 * store is dropped.
 *
 * @param onDrop called with each store that is dropped, and its token
 */
export function isolateByToken<Store extends AnyPlantStore>(
  common: Store,
  givenTokens: readonly string[] | undefined,
  create: (token: string) => Store,
  onDrop: (store: Store, token: string) => void,
): Isolation<Store> {
  let readCredentials = createReadCredentials(givenTokens, () => false)
  const stores = new Map<string, Store>()
  function storeFor(authorization?: string): Store {
    const { token, failure } = readCredentials({ authorization })
    if (token === undefined || failure !== undefined) return common
    const store = stores.get(token) ?? create(token)
    stores.delete(token)
    stores.set(token, store)
    const [[leastUsed, dropped] = []] = stores
    if (stores.size > maxStores && leastUsed !== undefined) {
      stores.delete(leastUsed)
      if (dropped !== undefined) onDrop(dropped, leastUsed)
    }
    return store
  }
  return {
    storeFor,
    byToken: stores,
    setTokens(tokens) {
      readCredentials = createReadCredentials(tokens, () => false)
      for (const [token, store] of stores)
        if (readCredentials({ authorization: `Bearer ${token}` }).failure !== undefined) {
          stores.delete(token)
          onDrop(store, token)
        }
    },
  }
}
