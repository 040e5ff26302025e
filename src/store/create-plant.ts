import type { Awaitable } from '../mock/awaitable.ts'
import type { StoredRecord } from '../mock/storage/mock-storage.ts'
import type { Refuse } from './answers.ts'
import type { Behavior } from './behavior.ts'
import type { PlantAnswer } from './exchange.ts'
import type { SeededStorage } from './seeded-storage.ts'
import { type StoredPlant, toPlant, toStoredRecord } from './stored-plant.ts'

/** The characters that a message shows of an error. */
const maxReason = 200

/** The part of the storage's error that a message shows. */
export const toReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, maxReason)

/** Stores a plant and accepts or refuses it. */
export type CreatePlant = (plant: StoredPlant) => PlantAnswer | Promise<PlantAnswer>

/** The answer to a plant whose id was already stored. */
export const refuseDuplicate = (refuse: Refuse, { id }: StoredPlant): PlantAnswer =>
  refuse('duplicate-key', `a plant with the id ${id} is already stored`, id)

/** The answer to a request that the storage could not carry out. */
export const refuseFailure = (refuse: Refuse, error: unknown): PlantAnswer =>
  refuse('internal-error', `the storage of the plant store failed: ${toReason(error)}`)

/** Makes the operation; it refuses a plant whose id is already stored, replaces the stored one, or keeps that. Calls `onChange` after it stored a plant. */
export function createCreatePlant(
  { storage, ready }: SeededStorage,
  behavior: () => Pick<Behavior, 'refuse' | 'accept' | 'settings'>,
  onChange: () => void,
): CreatePlant {
  /** Gives the ids that are already stored. */
  function store(plant: StoredPlant): Awaitable<readonly string[]> {
    const record = toStoredRecord(plant)
    if (behavior().settings.onDuplicate !== 'replace') return storage.insert([record])
    const stored = storage.put(record)
    return stored === undefined ? [] : Promise.resolve(stored).then(() => [])
  }

  function answer(plant: StoredPlant, taken: readonly string[]): PlantAnswer | Promise<PlantAnswer> {
    const { refuse, accept, settings } = behavior()
    if (taken.length > 0) {
      if (settings.onDuplicate !== 'keep') return refuseDuplicate(refuse, plant)
      const stored = storage.get(String(plant.id))
      // Somebody else may have removed it meanwhile.
      const acceptStored = (kept?: StoredRecord): PlantAnswer => accept(kept ? toPlant(kept) : plant)
      return stored !== undefined && 'then' in stored
        ? Promise.resolve(stored).then(acceptStored)
        : acceptStored(stored)
    }
    onChange()
    return accept(plant)
  }

  const fail = (error: unknown): PlantAnswer => refuseFailure(behavior().refuse, error)
  // Promises are the most expensive part here, so this creates none if the storage is synchronous.
  return (plant) => {
    try {
      const taken = ready()?.then(() => store(plant)) ?? store(plant)
      if (!('then' in taken)) return answer(plant, taken)
      return Promise.resolve(taken)
        .then((ids) => answer(plant, ids))
        .catch(fail)
    } catch (error) {
      return fail(error)
    }
  }
}
