import type { MockOptions } from '../mock/create-mock.ts'
import { createJournalBound } from '../mock/journal/journal-bound.ts'
import { isShared } from '../mock/shared-state.ts'
import { type PlantStoreOptions, replaceOptions } from '../store/options.ts'
import { createServedStore } from '../store/plant-store.ts'
import type { PlantStore, ServedStore } from '../store/store-interface.ts'
import { combineStores, type Stores } from './combine-stores.ts'
import type { AnyServerOptions } from './server-options.ts'

/** Creates plant stores in memory; their journals have one bound. */
export function createMemoryStores(options: PlantStoreOptions, given?: PlantStore): Stores<ServedStore> {
  const bound = createJournalBound()
  const create = (own: PlantStoreOptions): ServedStore => createServedStore(own, bound)
  // Every store has what a server needs.
  return combineStores((given as ServedStore | undefined) ?? create(options), options, create, replaceOptions)
}

/** The options of a server about what it serves. */
export type StoresOptions = Pick<AnyServerOptions, keyof PlantStoreOptions | 'store' | 'mock'> | MockOptions

/** Creates the stores of a server. */
export async function createStores(options: StoresOptions): Promise<Stores> {
  // Loaded on demand, because the plant store never needs it.
  const load = () => import('./serve-mock.ts')
  if ('contract' in options) return (await load()).createMockStores(options)
  const { store, mock, ...others } = options
  if (mock !== undefined) return (await load()).createMockStores(mock, mock)
  if (isShared(others.storage)) return (await load()).createPlantStores(others)
  return createMemoryStores(others as PlantStoreOptions, store)
}
