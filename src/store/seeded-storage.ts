import type { ExactInteger } from '../contract/exact-integer.ts'
import type { PlantStorage, StoredPlant } from './storage/plant-storage.ts'

/** A storage and its initial plants. */
export interface SeededStorage {
  storage: PlantStorage
  /** Gives a promise while the seed is being stored; it rejects if that fails. */
  ready(): Promise<void> | undefined
}

/** Stores the plants whose ids are not stored. */
function addMissing(storage: PlantStorage, plants: readonly StoredPlant[]): Promise<void> | undefined {
  function addRest(taken: readonly ExactInteger[]): Promise<void> | undefined {
    const ids = new Set(taken)
    // Another process can take the next id at any time, so this asks until none is taken.
    return ids.size === 0
      ? undefined
      : addMissing(
          storage,
          plants.filter(({ id }) => !ids.has(id)),
        )
  }
  if (plants.length === 0) return undefined
  const taken = storage.insertIfAbsent(plants)
  return Array.isArray(taken) ? addRest(taken) : Promise.resolve(taken).then(addRest)
}

/** Stores the seed; plants with an id that is already stored don't change. */
export function seedStorage(storage: PlantStorage, seed: readonly StoredPlant[]): SeededStorage {
  let seeding = addMissing(storage, seed)?.then(() => {
    seeding = undefined
  })
  // Callers of `ready` get the error.
  seeding?.catch(() => {})
  return { storage, ready: () => seeding }
}
