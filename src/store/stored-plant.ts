import { pickNewPlant } from '../contract/generated/operation.ts'
import { newPlantSchema } from '../contract/generated/schemas.ts'
import { OptionsError } from '../contract/options-error.ts'
import { array } from '../contract/schema.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { check } from './check.ts'
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
      throw new OptionsError(`${whole}[${index}] has the same id as ${whole}[${earlier}]`)
    places.set(stored.id, index)
    return stored
  })
}
