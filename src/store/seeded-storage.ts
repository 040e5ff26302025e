import type { ExactInteger } from '../json/exact-integer.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import type { PlantStorage, StoredPlant } from './storage/plant-storage.ts'

/** A storage and its initial plants. */
export interface SeededStorage {
  storage: PlantStorage
  /** Gives a promise while the seed is being stored, or if that failed; then it rejects. */
  ready(): Promise<void> | undefined
  /** Replaces a seed: changes its plants that nobody else changed, and adds new ones. */
  reseed(before: readonly StoredPlant[], after: readonly StoredPlant[]): Promise<void>
}

/** Stores the plants whose ids are not stored. */
function addMissing(storage: PlantStorage, plants: readonly StoredPlant[]): Promise<void> | undefined {
  if (plants.length === 0) return undefined
  // Another process can take the next id at any time, so this asks until none is taken.
  function addRest(taken: readonly ExactInteger[]): Promise<void> | undefined {
    const ids = new Set(taken)
    const free = plants.filter(({ id }) => !ids.has(id))
    return ids.size > 0 ? addMissing(storage, free) : undefined
  }
  const taken = storage.insertIfAbsent(plants)
  return Array.isArray(taken) ? addRest(taken) : Promise.resolve(taken).then(addRest)
}

/** Returns whether two plants are the same; all have their members in the same order. */
const isSame = (one: StoredPlant, other: StoredPlant | undefined): boolean =>
  stringifyExactJson(one) === stringifyExactJson(other)

/** Stores the seed; plants with an id that is already stored don't change. */
export function seedStorage(storage: PlantStorage, seed: readonly StoredPlant[]): SeededStorage {
  let seeding = addMissing(storage, seed)?.then(() => {
    seeding = undefined
  })
  // Callers of `ready` get the error.
  seeding?.catch(() => {})
  return {
    storage,
    ready: () => seeding,
    async reseed(before, after) {
      await seeding
      const old = new Map(before.map((plant) => [plant.id, plant]))
      for (const plant of after) {
        const earlier = old.get(plant.id)
        if (earlier === undefined || isSame(plant, earlier)) continue
        if (isSame(earlier, await storage.get(plant.id))) await storage.put(plant)
      }
      await addMissing(
        storage,
        after.filter(({ id }) => !old.has(id)),
      )
    },
  }
}
