import type { NewPlant } from '../contract/schemas.ts'
import type { RequestPattern } from '../store/request-pattern.ts'
import { toBeApiError } from './matchers/to-be-api-error.ts'
import { toBeNewPlant } from './matchers/to-be-new-plant.ts'
import { toBePlant } from './matchers/to-be-plant.ts'
import { toHaveCreatedPlant } from './matchers/to-have-created-plant.ts'
import { toHaveReceived } from './matchers/to-have-received.ts'
import { toSatisfyContract } from './matchers/to-satisfy-contract.ts'

/**
 * Every matcher, for the `expect.extend` of Vitest, Jest or Playwright.
 *
 * @example
 * expect.extend(matchers)
 */
export const matchers = {
  toBePlant,
  toBeNewPlant,
  toBeApiError,
  toSatisfyContract,
  toHaveReceived,
  toHaveCreatedPlant,
}

/** The matchers as parts of an expected value: `expect.toBePlant()`. */
export interface PlantStoreAsymmetricMatchers {
  /** Fits a Plant. */
  // biome-ignore lint/suspicious/noExplicitAny: it stands where a value of any type is expected
  toBePlant(): any
  /** Fits a NewPlant. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  toBeNewPlant(): any
  /** Fits an Error. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  toBeApiError(): any
}

/** The matchers as assertions, to extend the types of an assertion library with. */
export interface PlantStoreMatchers<R = void> {
  /** Checks that a value is a Plant. */
  toBePlant(): R
  /** Checks that a value is a NewPlant; an id that a number cannot hold must be a bigint. */
  toBeNewPlant(): R
  /** Checks that a value is an Error. */
  toBeApiError(): R
  /** Checks that a Response, or a result as of axios, is one that the operation can have. */
  toSatisfyContract(): Promise<void>
  /** Checks that a store received a request like this, whatever it answered. */
  toHaveReceived(pattern?: RequestPattern): R
  /** Checks that a store answered a request for a plant like this with 200. */
  toHaveCreatedPlant(plant?: Partial<NewPlant>): R
}
