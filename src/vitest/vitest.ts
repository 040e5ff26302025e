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
    // What the assertions of every major of Vitest have in common: their own interfaces differ in their parameters.
    interface Assertion extends PlantStoreMatchers {}
  }
}
