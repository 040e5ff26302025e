import { OptionsError } from '../options/options-error.ts'
import { createJournalBound } from '../store/journal-bound.ts'
import { type ChangeableOptions, type PlantStoreOptions, replaceOptions } from '../store/options.ts'
import { createServedStore } from '../store/plant-store.ts'
import { isShared, type SharedStoreOptions } from '../store/shared-storage.ts'
import type { AnyServedStore, PlantStore, ServedStore } from '../store/store-interface.ts'
import { type Isolation, isolateByToken } from './isolation.ts'
import type { AnyServerOptions } from './server-options.ts'

/** The common store of a server, and what isolates the stores of tokens. */
export interface Stores<Store = AnyServedStore> {
  store: Store
  isolate(): Isolation<Store>
  /** Replaces the options that can change of all stores, those to come included. Throws an {@link OptionsError} if one is invalid. */
  configure(options: ChangeableOptions): Promise<void>
  /** Replaces all options of all stores that can change. */
  replaceOptions(options: ChangeableOptions): Promise<void>
}

/** Creates stores in memory; their journals have one bound. */
export function createMemoryStores(options: PlantStoreOptions, given?: PlantStore): Stores<ServedStore> {
  const bound = createJournalBound()
  // Every store has what a server needs.
  const store = (given as ServedStore | undefined) ?? createServedStore(options, bound)
  let current = options
  let isolation: Isolation<ServedStore> | undefined
  const changeBy = (how: 'configure' | 'replaceOptions') => async (changed: ChangeableOptions) => {
    await store[how](changed)
    current = how === 'configure' ? { ...current, ...changed } : replaceOptions(options, changed)
    isolation?.setTokens(current.tokens)
    await Promise.all([...(isolation?.byToken.values() ?? [])].map((other) => other[how](changed)))
  }
  return {
    store,
    isolate() {
      isolation = isolateByToken(
        store,
        options.tokens,
        () => createServedStore(current, bound),
        ({ requests, plants }) => {
          requests.clear()
          void plants.clear()
        },
      )
      return isolation
    },
    configure: changeBy('configure'),
    replaceOptions: changeBy('replaceOptions'),
  }
}

/** Names a token for those who should not see it. Loaded on demand, because `node:crypto` makes every start slower. */
const toScope = (token: string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(token).digest('hex').slice(0, 32)

async function refuseChange(): Promise<never> {
  throw new OptionsError("the options of a shared store can't change while it runs")
}

function createSharedStores({ storage, ...options }: SharedStoreOptions): Stores {
  const store = storage.createStore(options)
  const create = (token: string): AnyServedStore => storage.createStore(options, toScope(token))
  return {
    store,
    isolate() {
      // If Redis is away, the keys of the dropped store expire.
      const remove = (_store: AnyServedStore, token: string): void => {
        storage.remove?.(toScope(token)).catch(() => {})
      }
      return isolateByToken<AnyServedStore>(store, options.tokens, create, remove)
    },
    configure: refuseChange,
    replaceOptions: refuseChange,
  }
}

/** Creates the stores of a server. */
export const createStores = (
  options: Pick<AnyServerOptions, keyof PlantStoreOptions>,
  given: PlantStore | undefined,
): Stores =>
  isShared(options) ? createSharedStores(options) : createMemoryStores(options as PlantStoreOptions, given)
