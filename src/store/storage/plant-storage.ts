import type { ExactInteger } from '../../contract/exact-integer.ts'
import type { NewPlant } from '../../contract/schemas.ts'

/** A plant as it is stored; its id is a number where it is a safe integer, else a bigint. */
export type StoredPlant = Readonly<NewPlant>

type Awaitable<T> = T | PromiseLike<T>

/** Where plants are kept. A shared store can implement it: everything may be asynchronous, and each call is atomic. */
export interface PlantStorage {
  /** Stores all plants or, where an id is stored already, none; gives the ids that stood in the way. */
  insertIfAbsent(plants: readonly StoredPlant[]): Awaitable<ExactInteger[]>
  /** Stores a plant, in the place of one with its id. */
  put(plant: StoredPlant): Awaitable<void>
  /** Removes all plants, then stores these. */
  replaceAll(plants: readonly StoredPlant[]): Awaitable<void>
  get(id: ExactInteger): Awaitable<StoredPlant | undefined>
  /** Lists plants in the order in which their ids first came. */
  list(offset: number, limit: number): Awaitable<StoredPlant[]>
  count(): Awaitable<number>
}
