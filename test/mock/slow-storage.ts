import { setImmediate } from 'node:timers/promises'
import type { MockStorage, ResourceStorage } from '../../src/mock/storage/mock-storage.ts'
import { replaceMethods } from '../tools/replace-methods.ts'

/** The name of a method that every resource has. */
export type StorageMethod = keyof ResourceStorage

/** Replaces the methods of a storage in memory; each gets its name and what it does. */
export const wrapStorage = (
  wrap: (name: StorageMethod, run: () => unknown) => unknown,
  memory?: MockStorage,
): MockStorage =>
  replaceMethods((records) => {
    const wrapped = Object.entries(records).map(([name, method]) => [
      name,
      (...args: unknown[]) => wrap(name as StorageMethod, () => method(...args)),
    ])
    return Object.fromEntries(wrapped)
  }, memory)

/** Makes a storage that does everything later, like a database. */
export const createSlowStorage = (memory?: MockStorage): MockStorage =>
  wrapStorage((_name, run) => setImmediate().then(run), memory)
