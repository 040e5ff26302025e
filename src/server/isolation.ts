import type { PlantRequest } from '../store/exchange.ts'

const maxStores = 1000

/** The stores of all credentials. */
export interface Isolation<Store> {
  /** Gives the store for a request. */
  storeFor(request: PlantRequest): Store
  /** The stores that there are, without the common one. */
  all(): readonly Store[]
  /** Drops the stores whose credentials aren't valid any more. */
  recheck(): void
}

/**
 * Gives every credential its own store, created with its first request.
 *
 * Requests without a valid credential share the common store, which says whose request it is. With more than 1,000
 * credentials, the least recently used store is dropped.
 *
 * @param onDrop called with each store that is dropped, and its credential
 */
export function isolateByCredential<Store extends { identify(request: PlantRequest): string | undefined }>(
  common: Store,
  create: (credential: string) => Store,
  onDrop: (store: Store, credential: string) => void,
): Isolation<Store> {
  /** Each with a request that has the credential. */
  const stores = new Map<string, { store: Store; request: PlantRequest }>()
  function drop(credential: string): void {
    const dropped = stores.get(credential)
    stores.delete(credential)
    if (dropped !== undefined) onDrop(dropped.store, credential)
  }
  return {
    storeFor(request) {
      const credential = common.identify(request)
      if (credential === undefined) return common
      const found = stores.get(credential) ?? { store: create(credential), request }
      stores.delete(credential)
      stores.set(credential, found)
      const [leastUsed] = stores.keys()
      if (stores.size > maxStores && leastUsed !== undefined) drop(leastUsed)
      return found.store
    },
    all: () => [...stores.values()].map(({ store }) => store),
    recheck() {
      for (const [credential, { request }] of stores)
        if (common.identify(request) !== credential) drop(credential)
    },
  }
}
