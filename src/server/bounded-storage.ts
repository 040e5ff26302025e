import { createMemoryStorage } from '../store/storage/memory-storage.ts'
import type { PlantStorage, StoredPlant } from '../store/storage/plant-storage.ts'

/** The bytes that the plants of one or more storages take, and may take. */
export interface MemoryBound {
  used: number
  readonly max: number
}

/** Bytes of a plant without its texts, and of a character. */
const plantBytes = 200
const characterBytes = 2

const sizeOf = ({ name, tag }: StoredPlant): number =>
  plantBytes + characterBytes * (name.length + (tag?.length ?? 0))
const sizeOfAll = (plants: readonly StoredPlant[]): number =>
  plants.reduce((sum, plant) => sum + sizeOf(plant), 0)

/** Makes the bound of storages that are empty, half of the heap by default. */
export const createMemoryBound = (max?: number): MemoryBound => ({
  used: 0,
  max: max ?? process.getBuiltinModule('node:v8').getHeapStatistics().heap_size_limit / 2,
})

/** Keeps plants in memory; a change throws if the plants of all storages with this bound would take more. */
export function createBoundedStorage(bound: MemoryBound): PlantStorage {
  const storage = createMemoryStorage()
  let own = 0
  /** Counts a change of the size before it happens. */
  function reserve(bytes: number): void {
    if (bytes > 0 && bound.used + bytes > bound.max)
      throw new Error('its memory for plants is full. Delete some, or start with a larger --max-memory')
    bound.used += bytes
    own += bytes
  }
  return {
    ...storage,
    insertIfAbsent(plants) {
      if (plants.every(({ id }) => storage.get(id) === undefined)) reserve(sizeOfAll(plants))
      return storage.insertIfAbsent(plants)
    },
    put(plant) {
      const replaced = storage.get(plant.id) as StoredPlant | undefined
      reserve(sizeOf(plant) - (replaced === undefined ? 0 : sizeOf(replaced)))
      return storage.put(plant)
    },
    replaceAll(plants) {
      reserve(sizeOfAll(plants) - own)
      return storage.replaceAll(plants)
    },
  }
}
