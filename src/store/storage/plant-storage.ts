import type { NewPlant } from '../../contract/schemas.ts'
import type { ExactInteger } from '../../json/exact-integer.ts'
import type { Awaitable } from '../awaitable.ts'

/** A plant in the storage; its id is a number if it is a safe integer, otherwise a bigint. */
export type StoredPlant = Readonly<NewPlant>

/** A storage of plants. All methods may be asynchronous, so that a shared database can implement it; each call must be atomic. */
export interface PlantStorage {
  /** The name that the health of a fake shows, `custom` by default. */
  readonly kind?: string
  /** Stores all plants, or none if one of the ids is already stored; returns the ids that are. */
  insertIfAbsent(plants: readonly StoredPlant[]): Awaitable<ExactInteger[]>
  /** Stores a plant; it replaces the one with the same id. */
  put(plant: StoredPlant): Awaitable<void>
  /** Replaces all plants. */
  replaceAll(plants: readonly StoredPlant[]): Awaitable<void>
  get(id: ExactInteger): Awaitable<StoredPlant | undefined>
  /** Lists plants in the order in which their ids were first stored. */
  list(offset: number, limit: number): Awaitable<StoredPlant[]>
  count(): Awaitable<number>
}
