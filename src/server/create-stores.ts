import type { MockOptions } from '../mock/create-mock.ts'
import { createJournalBound } from '../mock/journal/journal-bound.ts'
import { isShared, type SharedStoreOptions } from '../mock/shared-storage.ts'
import { OptionsError } from '../options/options-error.ts'
import { type PlantStoreOptions, replaceOptions } from '../store/options.ts'
import { createServedStore } from '../store/plant-store.ts'
import type { AnyServedStore, PlantStore, ServedStore } from '../store/store-interface.ts'
import { combineStores, type Stores } from './combine-stores.ts'
import { isolateByCredential } from './isolation.ts'
import type { AnyServerOptions } from './server-options.ts'

/** Creates plant stores in memory; their journals have one bound. */
export function createMemoryStores(options: PlantStoreOptions, given?: PlantStore): Stores<ServedStore> {
  const bound = createJournalBound()
  const create = (own: PlantStoreOptions): ServedStore => createServedStore(own, bound)
  // Every store has what a server needs.
  return combineStores((given as ServedStore | undefined) ?? create(options), options, create, replaceOptions)
}

/** Names a credential for those who should not see it. Loaded on demand, because `node:crypto` makes every start slower. */
const toScope = (credential: string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(credential).digest('hex').slice(0, 32)

async function refuseChange(): Promise<never> {
  throw new OptionsError("the options of a shared store can't change while it runs")
}

function createSharedStores({ storage, ...options }: SharedStoreOptions): Stores {
  const create = (credential: string): AnyServedStore => storage.createStore(options, toScope(credential))
  const store = storage.createStore(options)
  return {
    store,
    isolate() {
      // If Redis is away, the keys of the dropped store expire.
      const remove = (_store: AnyServedStore, credential: string): void => {
        storage.remove?.(toScope(credential)).catch(() => {})
      }
      return isolateByCredential<AnyServedStore>(store, create, remove)
    },
    configure: refuseChange,
    replaceOptions: refuseChange,
  }
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
  return isShared(others)
    ? createSharedStores(others)
    : createMemoryStores(others as PlantStoreOptions, store)
}
