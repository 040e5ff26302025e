import { pickNewPlant } from '../contract/generated/operation.ts'
import { newPlantSchema } from '../contract/generated/schemas.ts'
import type { NewPlant } from '../contract/schemas.ts'
import type { StoredRecord } from '../mock/storage/mock-storage.ts'
import { check } from '../options/check.ts'
import { OptionsError } from '../options/options-error.ts'
import { array } from '../options/schema.ts'

/** A plant in the storage; its id is a number if it is a safe integer, otherwise a bigint. */
export type StoredPlant = Readonly<NewPlant>

const noScope: StoredRecord['scope'] = {}

/** Makes the record of a plant. */
export function toStoredRecord(value: StoredPlant): StoredRecord<StoredPlant> {
  const key = String(value.id)
  return { address: key, key, scope: noScope, value }
}

/** Returns the plant of a record; the records of the resource `plants` have plants. */
export const toPlant = ({ value }: StoredRecord): StoredPlant => value as StoredPlant

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
