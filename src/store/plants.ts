import { type ExactInteger, toExactInteger } from '../contract/exact-integer.ts'
import type { NewPlant } from '../contract/schemas.ts'
import type { SeededStorage } from './seeded-storage.ts'
import type { StoredPlant } from './storage/plant-storage.ts'
import { checkPlants } from './stored-plant.ts'

/** Thrown where plants cannot be added because their ids are stored already. */
export class DuplicateIdError extends Error {
  override name = 'DuplicateIdError'
}

/** The plants of a store, for a test to prepare and to look at. Ids that a number cannot hold are bigints. */
export interface Plants {
  count(): Promise<number>
  /** Lists plants in the order in which their ids first came: all, or one page of them. */
  list(page?: { offset?: number; limit?: number }): Promise<StoredPlant[]>
  get(id: ExactInteger): Promise<StoredPlant | undefined>
  /** Adds a plant, or all of a list or none. Throws an {@link OptionsError} where one is not valid, a {@link DuplicateIdError} where an id is stored. */
  add(plants: NewPlant | readonly NewPlant[]): Promise<void>
  /** Stores these plants in the place of all others. Throws an {@link OptionsError} where one is not valid. */
  replaceAll(plants: readonly NewPlant[]): Promise<void>
  clear(): Promise<void>
}

/** Makes the plants of a store. */
export function createPlants({ storage, ready }: SeededStorage): Plants {
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
      if (taken.length === 0) return
      const ids = taken.slice(0, 10).join(', ')
      throw new DuplicateIdError(`plants with these ids are already stored: ${ids}`)
    },
    async replaceAll(added) {
      const plants = checkPlants(added, 'plants')
      await ready()
      await storage.replaceAll(plants)
    },
    async clear() {
      await ready()
      await storage.replaceAll([])
    },
  }
}
