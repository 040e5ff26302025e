import { stringifyExactJson } from '../json/exact-json.ts'
import type { ResourceStorage } from '../mock/storage/mock-storage.ts'
import { type StoredPlant, toPlant, toStoredRecord } from './stored-plant.ts'

/** A storage and its initial plants. */
export interface SeededStorage {
  storage: ResourceStorage
  /** Gives a promise while the seed is being stored, or if that failed; then it rejects. */
  ready(): Promise<void> | undefined
  /** Replaces a seed: changes its plants that nobody else changed, and adds new ones. */
  reseed(before: readonly StoredPlant[], after: readonly StoredPlant[]): Promise<void>
}

/** Stores the plants whose ids are not stored. */
function addMissing(storage: ResourceStorage, plants: readonly StoredPlant[]): Promise<void> | undefined {
  if (plants.length === 0) return undefined
  // Another process can take the next id at any time, so this asks until none is taken.
  function addRest(taken: readonly string[]): Promise<void> | undefined {
    const ids = new Set(taken)
    const free = plants.filter(({ id }) => !ids.has(String(id)))
    return ids.size > 0 ? addMissing(storage, free) : undefined
  }
  const taken = storage.insert(plants.map(toStoredRecord))
  return 'then' in taken ? Promise.resolve(taken).then(addRest) : addRest(taken)
}

/** Returns whether two plants are the same; all have their members in the same order. */
const isSame = (one: StoredPlant, other: StoredPlant): boolean =>
  stringifyExactJson(one) === stringifyExactJson(other)

/** Stores the seed; plants with an id that is already stored don't change. */
export function seedStorage(storage: ResourceStorage, seed: readonly StoredPlant[]): SeededStorage {
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
        const stored = await storage.get(String(plant.id))
        if (stored !== undefined && isSame(earlier, toPlant(stored))) await storage.put(toStoredRecord(plant))
      }
      await addMissing(
        storage,
        after.filter(({ id }) => !old.has(id)),
      )
    },
  }
}
