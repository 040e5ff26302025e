import { pickNewPlant } from '../contract/generated/operation.ts'
import { newPlantSchema } from '../contract/generated/schemas.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { check } from '../options/check.ts'
import { OptionsError } from '../options/options-error.ts'
import { array } from '../options/schema.ts'
import type { StoredPlant } from './storage/plant-storage.ts'

const plantList = /* @__PURE__ */ array(newPlantSchema)

/** Keeps the members that the schema names, and freezes them. */
export const toStoredPlant = (plant: NewPlant): StoredPlant => Object.freeze(pickNewPlant(plant))

/**
 * Checks plants that come from a developer, not from a client.
 *
 * @throws {OptionsError} that names invalid plants and their members, or an id that occurs twice
 */
export function checkPlants(plants: unknown, whole: string): readonly StoredPlant[] {
  check(plants, plantList, whole)
  const places = new Map<unknown, number>()
  return (plants as readonly NewPlant[]).map((plant, index) => {
    const stored = toStoredPlant(plant)
    const earlier = places.get(stored.id)
    if (earlier !== undefined)
      throw new OptionsError(`has the same id as ${whole}[${earlier}]`, [whole, index])
    places.set(stored.id, index)
    return stored
  })
}
