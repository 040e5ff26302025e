import type { ApiError, NewPlant, Plant } from '../contract/schemas.ts'
import type { PlantPattern, RequestPattern } from '../mock/journal/request-pattern.ts'
import type { MatchOptions } from './journal.ts'
import { toBeApiError, toBeNewPlant, toBePlant } from './match-schema.ts'
import { toHaveCreatedPlant } from './to-have-created-plant.ts'
import { toHaveNoQueuedFaults } from './to-have-no-queued-faults.ts'
import { toHaveReceived } from './to-have-received.ts'
import { toHaveReceivedOnly } from './to-have-received-only.ts'
import { toSatisfyContract } from './to-satisfy-contract.ts'

/**
 * Every matcher, for the `expect.extend` of Vitest, Jest, or Playwright.
 *
 * @example
 * expect.extend(matchers)
 */
export const matchers: {
  toBePlant: typeof toBePlant
  toBeNewPlant: typeof toBeNewPlant
  toBeApiError: typeof toBeApiError
  toSatisfyContract: typeof toSatisfyContract
  toHaveReceived: typeof toHaveReceived
  toHaveReceivedOnly: typeof toHaveReceivedOnly
  toHaveCreatedPlant: typeof toHaveCreatedPlant
  toHaveNoQueuedFaults: typeof toHaveNoQueuedFaults
} = {
  toBePlant,
  toBeNewPlant,
  toBeApiError,
  toSatisfyContract,
  toHaveReceived,
  toHaveReceivedOnly,
  toHaveCreatedPlant,
  toHaveNoQueuedFaults,
} satisfies Record<keyof PlantStoreMatchers, unknown>

/** The matchers as parts of an expected value, each with the type that it matches: `expect.toBePlant()`. */
export interface PlantStoreAsymmetricMatchers {
  /** Matches a Plant. */
  toBePlant(): Plant
  /** Matches a NewPlant. */
  toBeNewPlant(): NewPlant
  /** Matches an Error. */
  toBeApiError(): ApiError
}

/** A store in another process, as `connectPlantStore` returns it, or in Redis: its matchers have to be awaited. */
export interface RemoteStore {
  readonly requests: { nearest(pattern: RequestPattern, limit?: number): Promise<unknown> }
}

/** What a matcher of a store returns: a promise if the store is in another process. Nothing is known about `any`. */
export type StoreResult<R, T> = 0 extends 1 & T ? R : T extends RemoteStore ? Promise<void> : R

/** The matchers as assertions, for the types of an assertion library; `T` is the type of the received value. */
export interface PlantStoreMatchers<R = void, T = unknown> {
  /** Checks that a value is a Plant. */
  toBePlant(): R
  /** Checks that a value is a NewPlant; an id that a number can't hold must be a bigint. */
  toBeNewPlant(): R
  /** Checks that a value is an Error. */
  toBeApiError(): R
  /** Checks that a Response, or a result like that of axios, is an answer that the operation can give. */
  toSatisfyContract(): Promise<void>
  /** Checks that a store received a request like this, with any answer. */
  toHaveReceived(pattern?: RequestPattern, options?: MatchOptions): StoreResult<R, T>
  /** Checks that a store received one request for each pattern, in any order, and nothing else. */
  toHaveReceivedOnly(...patterns: RequestPattern[]): StoreResult<R, T>
  /** Checks that a store responded with 200 to a request for a plant like this. */
  toHaveCreatedPlant(plant?: PlantPattern, options?: MatchOptions): StoreResult<R, T>
  /** Checks that every queued fault covered as many requests as it was for. */
  toHaveNoQueuedFaults(): StoreResult<R, T>
}

/** The matchers of a store, as their names say. */
export type StoreMatcher = Extract<keyof PlantStoreMatchers, `toHave${string}`>
