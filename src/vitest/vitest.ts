import { type Assertion as AssertionOfVitest, expect } from 'vitest'
import {
  matchers,
  type PlantStoreAsymmetricMatchers,
  type PlantStoreMatchers,
  type StoreMatcher,
  type StoreResult,
} from '../matchers/matchers.ts'

export { createPlantStoreTest, type PlantStoreFixtures } from './create-plant-store-test.ts'
export type { PlantStoreMatchers }

expect.extend(matchers)

// What a matcher of a store returns, by the type of the assertion that it is called on.
// biome-ignore lint/suspicious/noTsIgnore: only Vitest 4 has an error here.
/** @ts-ignore Vitest 4 has other parameters; there, nothing is known. */
type ResultOf<This> =
  This extends AssertionOfVitest<infer _, infer T> ? StoreResult<void, T> : StoreResult<void, 0>

declare module 'vitest' {
  interface AsymmetricMatchersContaining extends PlantStoreAsymmetricMatchers {}
}

declare global {
  namespace Chai {
    // Every major version of Vitest has this interface of assertions; the other interfaces differ in their parameters.
    // Methods, since the package declares them twice, for `import` and for `require`.
    interface Assertion extends Omit<PlantStoreMatchers, StoreMatcher> {
      toHaveReceived<This>(
        this: This,
        ...args: Parameters<PlantStoreMatchers['toHaveReceived']>
      ): ResultOf<This>
      toHaveReceivedOnly<This>(
        this: This,
        ...args: Parameters<PlantStoreMatchers['toHaveReceivedOnly']>
      ): ResultOf<This>
      toHaveCreatedPlant<This>(
        this: This,
        ...args: Parameters<PlantStoreMatchers['toHaveCreatedPlant']>
      ): ResultOf<This>
      toHaveNoQueuedFaults<This>(this: This): ResultOf<This>
    }
  }
}
