import { createTokenCheck, readBearerToken } from '../store/credentials.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { createPlantStore, type PlantStore } from '../store/plant-store.ts'

const maxStores = 1000

/**
 * Gives every bearer token a store of its own, made when the token first comes.
 *
 * Requests without a valid token share the common store. Of more than 1,000 tokens the one that
 * was not used for the longest time loses its store.
 */
export function isolateByToken(
  common: PlantStore,
  options: PlantStoreOptions,
): (authorization?: string) => PlantStore {
  const checkToken = createTokenCheck(options.tokens)
  const stores = new Map<string, PlantStore>()
  return (authorization) => {
    const token = readBearerToken(authorization)
    if (token === undefined || checkToken(token) !== undefined) return common
    const store = stores.get(token) ?? createPlantStore(options)
    stores.delete(token)
    stores.set(token, store)
    const [oldest] = stores.keys()
    if (stores.size > maxStores && oldest !== undefined) stores.delete(oldest)
    return store
  }
}
