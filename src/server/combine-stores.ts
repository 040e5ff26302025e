import type { Mock } from '../mock/create-mock.ts'
import type { ChangeableOptions } from '../store/options.ts'
import type { AnyServedStore, ServedStore } from '../store/store-interface.ts'
import { type Isolation, isolateByCredential } from './isolation.ts'

/** A store of either kind; one that is a mock of any description has that. */
export type ServerStore = AnyServedStore & { readonly mock?: Mock }

/** The common store of a server, and what isolates the stores of credentials. */
export interface Stores<Store = ServerStore> {
  store: Store
  isolate(): Isolation<Store>
  /** Replaces the options that can change of all stores, those to come included. Throws an {@link OptionsError} if one is invalid. */
  configure(options: ChangeableOptions): Promise<void>
  /** Replaces all options of all stores that can change. */
  replaceOptions(options: ChangeableOptions): Promise<void>
}

/**
 * Combines a store in memory with those of credentials.
 *
 * @param create makes another store with options
 * @param replace replaces the options that can change
 */
export function combineStores<Options extends object>(
  store: ServedStore,
  options: Options,
  create: (options: Options) => ServedStore,
  replace: (options: Options, changed: ChangeableOptions) => Options,
): Stores<ServedStore> {
  let current = options
  let isolation: Isolation<ServedStore> | undefined
  const changeBy = (how: 'configure' | 'replaceOptions') => async (changed: ChangeableOptions) => {
    await store[how](changed)
    current = how === 'configure' ? { ...current, ...changed } : replace(options, changed)
    isolation?.recheck()
    await Promise.all([...(isolation?.all() ?? [])].map((other) => other[how](changed)))
  }
  return {
    store,
    isolate() {
      isolation = isolateByCredential(
        store,
        () => create(current),
        // The journals of all stores have one bound.
        ({ requests }) => requests.clear(),
      )
      return isolation
    },
    configure: changeBy('configure'),
    replaceOptions: changeBy('replaceOptions'),
  }
}
