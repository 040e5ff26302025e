import type { PlantStorage, StoredPlant } from './storage/plant-storage.ts'

/** A storage and its initial plants. */
export interface SeededStorage {
  storage: PlantStorage
  /** Gives a promise while the seed is being stored; it rejects if that fails. */
  ready(): Promise<void> | undefined
}

/** Stores the seed; plants with an id that is already stored don't change. */
export function seedStorage(storage: PlantStorage, seed: readonly StoredPlant[]): SeededStorage {
  let seeding: Promise<void> | undefined
  const waiting = seed
    .map((plant) => storage.insertIfAbsent([plant]))
    .filter((taken) => !Array.isArray(taken))
  if (waiting.length > 0) {
    seeding = Promise.all(waiting).then(() => {
      seeding = undefined
    })
    // Callers of `ready` get the error.
    seeding.catch(() => {})
  }
  return { storage, ready: () => seeding }
}
