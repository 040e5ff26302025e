import { anyId } from '../contract/limit-keywords.ts'
import type { NewPlant } from '../contract/schemas.ts'
import type { ExactInteger } from '../json/exact-integer.ts'
import { check } from '../options/check.ts'
import { object } from '../options/schema.ts'
import type { SeededStorage } from './seeded-storage.ts'
import { checkPlants, type StoredPlant, toPlant, toStoredRecord } from './stored-plant.ts'

const idAlone = /* @__PURE__ */ object({ id: anyId }, ['id'])

/** Thrown if plants can't be added because their ids are already stored. */
export class DuplicateIdError extends Error {
  override name = 'DuplicateIdError'
}

/** The plants of a store, for tests to set up and inspect. Ids that a number can't hold are bigints. */
export interface Plants {
  count(): Promise<number>
  /** Lists all plants or one page, in the order in which their ids were first stored. */
  list(page?: { offset?: number; limit?: number }): Promise<StoredPlant[]>
  /** Throws an {@link OptionsError} if the id isn't an int64. */
  get(id: ExactInteger): Promise<StoredPlant | undefined>
  /** Adds one plant or a list of plants: all of them, or none if one can't be added. Throws an {@link OptionsError} if a plant is invalid, a {@link DuplicateIdError} if an id is already stored. */
  add(plants: NewPlant | readonly NewPlant[]): Promise<void>
  /** Stores a plant; it replaces the one with the same id. Throws an {@link OptionsError} if it is invalid. */
  put(plant: NewPlant): Promise<void>
  /** Removes the plant with an id; says whether it was there. Throws an {@link OptionsError} if the id isn't an int64. */
  remove(id: ExactInteger): Promise<boolean>
  /** Replaces all plants. Throws an {@link OptionsError} if a plant is invalid. */
  replaceAll(plants: readonly NewPlant[]): Promise<void>
  clear(): Promise<void>
}

/** Makes the plants of a store. Calls `onChange` after each change. */
export function createPlants(
  { storage, ready }: Pick<SeededStorage, 'storage' | 'ready'>,
  onChange: () => void,
): Plants {
  async function replaceAll(given: readonly NewPlant[]): Promise<void> {
    const plants = checkPlants(given, 'plants')
    await ready()
    await storage.replaceAll(plants.map(toStoredRecord))
    onChange()
  }
  return {
    async count() {
      await ready()
      return storage.count()
    },
    async list({ offset = 0, limit = Infinity } = {}) {
      await ready()
      return (await storage.list(offset, limit)).map(toPlant)
    },
    async get(id) {
      check({ id }, idAlone, 'the id')
      await ready()
      const found = await storage.get(String(id))
      return found && toPlant(found)
    },
    async add(given) {
      const plants = checkPlants(Array.isArray(given) ? given : [given], 'plants')
      await ready()
      const taken = await storage.insert(plants.map(toStoredRecord))
      if (taken.length > 0)
        throw new DuplicateIdError(
          `plants with these ids are already stored: ${taken.slice(0, 10).join(', ')}`,
        )
      onChange()
    },
    async put(given) {
      const [plant] = checkPlants([given], 'plants')
      await ready()
      await storage.put(toStoredRecord(plant as StoredPlant))
      onChange()
    },
    async remove(id) {
      check({ id }, idAlone, 'the id')
      await ready()
      const isRemoved = await storage.remove(String(id))
      if (isRemoved) onChange()
      return isRemoved
    },
    replaceAll,
    clear: () => replaceAll([]),
  }
}
