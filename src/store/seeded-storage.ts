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
  const waiting = seed
    .map((plant) => storage.insertIfAbsent([plant]))
    .filter((taken) => !Array.isArray(taken))
  if (waiting.length > 0) {
    seeding = Promise.all(waiting).then(() => {
      seeding = undefined
    })
    // Whoever asks for `ready` is told.
    seeding.catch(() => {})
  }
  return { storage, ready: () => seeding }
}
