import { toExactInteger } from '../json/exact-integer.ts'
import type { PlantStorage } from '../store/storage/plant-storage.ts'
import { type Namespace, readPlant, writePlant } from './namespace.ts'

/** Makes the storage of plants that all replicas share. */
export function createSharedPlants({ run }: Namespace): PlantStorage {
  return {
    async insertIfAbsent(plants) {
      const taken = (await run('insert', plants.map(writePlant), true)) as string[]
      return taken.map((id) => toExactInteger(BigInt(id)))
    },
    async put(plant) {
      await run('put', [writePlant(plant)])
    },
    async replaceAll(plants) {
      await run('replaceAll', plants.map(writePlant), true)
    },
    async get(id) {
      const text = (await run('get', [String(id)])) as string | null
      return text === null ? undefined : readPlant(text)
    },
    async list(offset, limit) {
      if (limit === 0) return []
      const last = limit === Infinity ? -1 : offset + limit - 1
      return ((await run('list', [String(offset), String(last)], true)) as string[]).map(readPlant)
    },
    count: async () => (await run('count', [])) as number,
  }
}
