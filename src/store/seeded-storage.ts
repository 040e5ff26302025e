import type { PlantStorage, StoredPlant } from './storage/plant-storage.ts'

/** A storage with the plants to start with. */
export interface SeededStorage {
  storage: PlantStorage
  /** Gives a promise while the seed is still being stored; it rejects where that failed. */
  ready(): Promise<void> | undefined
}

/** Puts the seed into a storage; plants that are stored there already stay as they are. */
export function seedStorage(storage: PlantStorage, seed: readonly StoredPlant[]): SeededStorage {
  let seeding: Promise<void> | undefined
  const seeded = seed.length > 0 ? storage.insertIfAbsent(seed) : []
  if (seeded instanceof Promise) {
    seeding = seeded.then(() => {
      seeding = undefined
    })
    // Whoever asks for `ready` is told.
    seeding.catch(() => {})
  }
  return { storage, ready: () => seeding }
}
