import { setImmediate } from 'node:timers/promises'
import { createMemoryStorage } from '../../src/store/storage/memory-storage.ts'
import type { PlantStorage } from '../../src/store/storage/plant-storage.ts'

/** The name of a method that every storage has. */
export type StorageMethod = Exclude<keyof PlantStorage, 'kind' | 'watch'>

/** Replaces the methods of a storage in memory; each gets its name and what it does. */
export function wrapStorage(
  wrap: (name: StorageMethod, run: () => unknown) => unknown,
  memory: PlantStorage = createMemoryStorage(),
): PlantStorage {
  const names = ['insertIfAbsent', 'put', 'replaceAll', 'get', 'list', 'count'] as const
  const wrapped = names.map((name) => {
    const method = memory[name] as (...args: unknown[]) => unknown
    return [name, (...args: unknown[]) => wrap(name, () => method(...args))]
  })
  return Object.fromEntries(wrapped)
}

/** Makes a storage that does everything later, like a database. */
export const createSlowStorage = (memory?: PlantStorage): PlantStorage =>
  wrapStorage((_name, run) => setImmediate().then(run), memory)
