import type { ExactInteger } from '../../contract/exact-integer.ts'
import type { PlantStorage, StoredPlant } from './plant-storage.ts'

/** Keeps plants in this process's memory. */
export function createMemoryStorage(): PlantStorage {
  const plants = new Map<ExactInteger, StoredPlant>()
  const put = (plant: StoredPlant): void => {
    plants.set(plant.id, plant)
  }
  return {
    insertIfAbsent(added) {
      const taken: ExactInteger[] = []
      for (const { id } of added) if (plants.has(id)) taken.push(id)
      if (taken.length === 0) for (const plant of added) plants.set(plant.id, plant)
      return taken
    },
    put,
    replaceAll(added) {
      plants.clear()
      added.forEach(put)
    },
    get: (id) => plants.get(id),
    list(offset, limit) {
      const page: StoredPlant[] = []
      let at = 0
      for (const plant of plants.values()) {
        if (page.length >= limit) break
        if (at++ >= offset) page.push(plant)
      }
      return page
    },
    count: () => plants.size,
  }
}
