import type { ExactInteger } from '../../json/exact-integer.ts'
import type { PlantStorage, StoredPlant } from './plant-storage.ts'

const none: ExactInteger[] = []

/** Keeps plants in this process's memory. */
export function createMemoryStorage(): PlantStorage {
  const plants = new Map<ExactInteger, StoredPlant>()
  const put = (plant: StoredPlant): void => {
    plants.set(plant.id, plant)
  }
  const isTaken = ({ id }: StoredPlant): boolean => plants.has(id)
  return {
    kind: 'memory',
    insertIfAbsent(added) {
      const [first] = added
      if (added.length === 1 && first !== undefined) {
        if (plants.has(first.id)) return [first.id]
        put(first)
        return none
      }
      const taken = added.filter(isTaken).map(({ id }) => id)
      if (taken.length === 0) added.forEach(put)
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
