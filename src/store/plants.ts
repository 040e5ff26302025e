import { type ExactInteger, toExactInteger } from '../contract/exact-integer.ts'
import type { NewPlant } from '../contract/schemas.ts'
import type { SeededStorage } from './seeded-storage.ts'
import type { StoredPlant } from './storage/plant-storage.ts'
import { checkPlants } from './stored-plant.ts'

/** Thrown if plants can't be added because their ids are already stored. */
export class DuplicateIdError extends Error {
  override name = 'DuplicateIdError'
}

/** The plants of a store, for tests to set up and inspect. Ids that a number can't hold are bigints. */
export interface Plants {
  count(): Promise<number>
  /** Lists all plants or one page, in the order in which their ids were first stored. */
  list(page?: { offset?: number; limit?: number }): Promise<StoredPlant[]>
  get(id: ExactInteger): Promise<StoredPlant | undefined>
  /** Adds one plant, or all plants of a list or none. Throws an {@link OptionsError} if a plant is invalid, a {@link DuplicateIdError} if an id is already stored. */
  add(plants: NewPlant | readonly NewPlant[]): Promise<void>
  /** Replaces all plants. Throws an {@link OptionsError} if a plant is invalid. */
  replaceAll(plants: readonly NewPlant[]): Promise<void>
  clear(): Promise<void>
}

/** Makes the plants of a store. Calls `onChange` after each change. */
export function createPlants(
  { storage, ready }: Pick<SeededStorage, 'storage' | 'ready'>,
  onChange: () => void,
): Plants {
  return {
    async count() {
      await ready()
      return storage.count()
    },
    async list({ offset = 0, limit = Infinity } = {}) {
      await ready()
      return storage.list(offset, limit)
    },
    async get(id) {
      await ready()
      return storage.get(toExactInteger(id))
    },
    async add(added) {
      const plants = checkPlants(Array.isArray(added) ? added : [added], 'plants')
      await ready()
      const taken = await storage.insertIfAbsent(plants)
      if (taken.length === 0) {
        onChange()
        return
      }
      const ids = taken.slice(0, 10).join(', ')
      throw new DuplicateIdError(`plants with these ids are already stored: ${ids}`)
    },
    async replaceAll(added) {
      const plants = checkPlants(added, 'plants')
      await ready()
      await storage.replaceAll(plants)
      onChange()
    },
    async clear() {
      await ready()
      await storage.replaceAll([])
      onChange()
    },
  }
}
