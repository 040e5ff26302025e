import type { PlantStoreOptions } from '../store/options.ts'
import type { SharedServedStore } from '../store/store-interface.ts'

/** A storage that keeps the journal and the faults too, so that stores in several processes are one. */
export interface SharedStorage {
  /** The name that the health of a fake shows. */
  readonly kind: string
  /**
   * Creates a store on the shared state.
   *
   * @param scope separates the state of one token from that of others; without it, the store has the common state
   */
  createStore(options: PlantStoreOptions, scope?: string): SharedServedStore
  /** Removes the state of a token. */
  remove?(scope: string): Promise<void>
}

/** The options of a store in a shared storage. */
export type SharedStoreOptions = Omit<PlantStoreOptions, 'storage'> & { storage: SharedStorage }

/** Whether options have a storage that keeps everything. */
export const isShared = <Options extends object>(
  options: Options,
): options is Options & { storage: SharedStorage } =>
  typeof (options as { storage?: Partial<SharedStorage> } | null)?.storage?.createStore === 'function'
