import { createHash } from 'node:crypto'
import { createJournalBound, type JournalBound } from '../store/journal-bound.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { createPlantStore } from '../store/plant-store.ts'
import { isShared, type SharedStoreOptions } from '../store/storage/shared-storage.ts'
import type { AnyPlantStore, PlantStore } from '../store/store-interface.ts'
import { isolateByToken } from './isolation.ts'

/** The common store of a server, and what isolates the stores of tokens. */
export interface Stores<Store = AnyPlantStore> {
  store: Store
  isolate(): (authorization?: string) => Store
}

/** Creates stores in memory; their journals have one bound. */
export function createMemoryStores(
  options: PlantStoreOptions,
  bound: JournalBound = createJournalBound(),
  store: PlantStore = createPlantStore(options, bound),
): Stores<PlantStore> {
  const create = (): PlantStore => createPlantStore(options, bound)
  return {
    store,
    isolate: () => isolateByToken(store, options.tokens, create, ({ requests }) => requests.clear()),
  }
}

/** Nobody who reads the storage should see tokens. */
const toScope = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 32)

function createSharedStores({ storage, ...options }: SharedStoreOptions): Stores {
  const store = storage.createStore(options)
  const create = (token: string): AnyPlantStore => storage.createStore(options, toScope(token))
  return { store, isolate: () => isolateByToken<AnyPlantStore>(store, options.tokens, create) }
}

/** Creates the stores of a server. */
export const createStores = (
  options: PlantStoreOptions | SharedStoreOptions,
  given: AnyPlantStore | undefined,
): Stores =>
  isShared(options)
    ? createSharedStores(options)
    : createMemoryStores(options as PlantStoreOptions, undefined, given as PlantStore | undefined)
