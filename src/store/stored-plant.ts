import { pickNewPlant } from '../contract/generated/operation.ts'
import { newPlantSchema } from '../contract/generated/schemas.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { check } from '../options/check.ts'
import { OptionsError } from '../options/options-error.ts'
import { array } from '../options/schema.ts'
import type { StoredPlant } from './storage/plant-storage.ts'

/** Keeps the members that the schema names, and freezes them. */
export const toStoredPlant = (plant: NewPlant): StoredPlant => Object.freeze(pickNewPlant(plant))

/** Lists that are already checked. */
const checked = new WeakSet<readonly StoredPlant[]>()

/**
 * Makes a check of plants that come from a developer, not from a client, and in parts; it adds them to the list.
 *
 * The check throws an {@link OptionsError} that names invalid plants and their members, or an id that occurs twice.
 */
export function createPlantsCheck(whole: string, list: StoredPlant[]): (part: unknown) => void {
  const places = new Map<unknown, number>()
  checked.add(list)
  return (part) => {
    check(part, array(newPlantSchema, 0, list.length), whole)
    for (const plant of part as readonly NewPlant[]) {
      const stored = toStoredPlant(plant)
      const earlier = places.get(stored.id)
      if (earlier !== undefined)
        throw new OptionsError(`has the same id as ${whole}[${earlier}]`, [whole, list.length])
      places.set(stored.id, list.length)
      list.push(stored)
    }
  }
}

/**
 * Checks plants that come from a developer; a list of a {@link createPlantsCheck} is already checked.
 *
 * @throws {OptionsError} that names invalid plants and their members, or an id that occurs twice
 */
export function checkPlants(plants: unknown, whole: string): readonly StoredPlant[] {
  if (checked.has(plants as readonly StoredPlant[])) return plants as readonly StoredPlant[]
  const list: StoredPlant[] = []
  createPlantsCheck(whole, list)(plants)
  return list
}
