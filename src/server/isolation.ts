import { createTokenCheck, readBearerToken } from '../store/credentials.ts'
import { createJournalBound, type JournalBound } from '../store/journal-bound.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { createPlantStore, type PlantStore } from '../store/plant-store.ts'

const maxStores = 1000

/**
 * Gives every bearer token its own store, created with its first request.
 *
 * Requests without a valid token share the common store. With more than 1,000 tokens, the least recently used
 * store is dropped. All journals together have one bound.
 */
export function isolateByToken(
  common: PlantStore,
  options: PlantStoreOptions,
  bound: JournalBound = createJournalBound(),
): (authorization?: string) => PlantStore {
  const checkToken = createTokenCheck(options.tokens)
  const stores = new Map<string, PlantStore>()
  return (authorization) => {
    const token = readBearerToken(authorization)
    if (token === undefined || checkToken(token) !== undefined) return common
    const store = stores.get(token) ?? createPlantStore(options, bound)
    stores.delete(token)
    stores.set(token, store)
    const [[leastUsed, dropped] = []] = stores
    if (stores.size > maxStores && leastUsed !== undefined) {
      stores.delete(leastUsed)
      dropped?.requests.clear()
    }
    return store
  }
}
