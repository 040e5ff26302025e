import { expect } from 'vitest'
import { matchers, type PlantStoreAsymmetricMatchers, type PlantStoreMatchers } from '../matchers/matchers.ts'

export { createPlantStoreTest, type PlantStoreFixtures } from './create-plant-store-test.ts'
export type { PlantStoreMatchers }

expect.extend(matchers)

declare module 'vitest' {
  interface AsymmetricMatchersContaining extends PlantStoreAsymmetricMatchers {}
}

declare global {
  namespace Chai {
    // Every major version of Vitest has this interface of assertions; the other interfaces differ in their parameters.
    interface Assertion extends PlantStoreMatchers {}
  }
}
