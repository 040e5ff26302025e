import { toExactInteger } from '../contract/exact-integer.ts'
import { parseExactMembers } from '../contract/exact-json.ts'
import { newPlantMembers } from '../contract/generated/operation.ts'
import type { NewPlant } from '../contract/schemas.ts'
import type { PlantStorage, StoredPlant } from '../store/storage/plant-storage.ts'
import { toStoredPlant } from '../store/stored-plant.ts'
import { type Namespace, toText } from './namespace.ts'

const fromText = (text: string): StoredPlant =>
  toStoredPlant(parseExactMembers(text, newPlantMembers) as NewPlant)

/** Makes the storage of plants that all replicas share. */
export function createSharedPlants({ run }: Namespace): PlantStorage {
  return {
    kind: 'redis',
    async insertIfAbsent(plants) {
      const taken = (await run('insert', plants.map(toText), true)) as string[]
      return taken.map((id) => toExactInteger(BigInt(id)))
    },
    async put(plant) {
      await run('put', [toText(plant)])
    },
    async replaceAll(plants) {
      await run('replaceAll', plants.map(toText), true)
    },
    async get(id) {
      const text = (await run('get', [String(id)])) as string | null
      return text === null ? undefined : fromText(text)
    },
    async list(offset, limit) {
      if (limit === 0) return []
      const last = limit === Infinity ? -1 : offset + limit - 1
      return ((await run('list', [String(offset), String(last)], true)) as string[]).map(fromText)
    },
    count: async () => (await run('count', [])) as number,
  }
}
