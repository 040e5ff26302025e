import { pickNewPlant } from '../contract/generated/operation.ts'
import { validateNewPlant } from '../contract/generated/validators.ts'
import { OptionsError } from '../contract/options-error.ts'
import { describeProblems, describeValue } from '../contract/problems.ts'
import type { NewPlant } from '../contract/schemas.ts'
import type { StoredPlant } from './storage/plant-storage.ts'

/** Keeps the members that the schema names, and freezes them. */
export const toStoredPlant = (plant: NewPlant): StoredPlant => Object.freeze(pickNewPlant(plant))

/**
 * Checks plants that come from a developer, not from a client.
 *
 * @throws {OptionsError} that names the first invalid plant and its members, or an id that occurs twice
 */
export function checkPlants(plants: unknown, whole: string): StoredPlant[] {
  if (!Array.isArray(plants)) {
    throw new OptionsError(`${whole} must be an array of plants, got ${describeValue(plants)}`)
  }
  const places = new Map<unknown, string>()
  return plants.map((plant, index) => {
    const place = `${whole}[${index}]`
    if (!validateNewPlant(plant)) {
      const problems = describeProblems(validateNewPlant.errors, plant, { whole: 'the plant' })
      throw new OptionsError(`${place}: ${problems}`)
    }
    const stored = toStoredPlant(plant)
    const earlier = places.get(stored.id)
    if (earlier !== undefined) throw new OptionsError(`${place} has the id ${stored.id} of ${earlier}`)
    places.set(stored.id, place)
    return stored
  })
}
