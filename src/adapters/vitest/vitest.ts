import { type Assertion as AssertionOfVitest, expect } from 'vitest'
import type { Contract } from '../../contract/contract.ts'
import type { PlantStore } from '../../contract/plant-store.ts'
import type { RequestPattern } from '../../mock/journal/request-pattern.ts'
import type { ApiOf, CreatedFrom, OperationId, ResourceName, SeedOf } from '../../mock/types.ts'
import type { MatchOptions } from '../matchers/journal.ts'
import {
  type MockAsymmetricMatchers,
  type MockMatcher,
  type MockMatchers,
  type MockResult,
  matchers,
} from '../matchers/matchers.ts'

export { createMockTest, type MockFixtures } from './create-mock-test.ts'
export type { MockMatchers }

expect.extend(matchers)

// The value that a matcher is called on, by the type of its assertion.
// biome-ignore lint/suspicious/noTsIgnore: only Vitest 4 has an error here.
/** @ts-ignore Vitest 4 has other parameters; there, nothing is known. */
type ReceivedOf<This> = This extends AssertionOfVitest<infer _, infer T> ? T : 0
type ResultOf<This> = MockResult<void, ReceivedOf<This>>
type ApiOfThis<This> = ApiOf<ReceivedOf<This>>

declare module 'vitest' {
  interface AsymmetricMatchersContaining extends MockAsymmetricMatchers {}
}

declare global {
  namespace Chai {
    // Every major version of Vitest has this interface of assertions; the other interfaces differ in their parameters.
    // Methods, since the package declares them twice, for `import` and for `require`.
    interface Assertion extends Omit<MockMatchers, MockMatcher | 'toSatisfyContract'> {
      toSatisfyContract<Api = PlantStore>(
        contract?: Contract<Api>,
        operation?: OperationId<Api>,
      ): Promise<void>
      toHaveReceived<This>(
        this: This,
        pattern?: RequestPattern<ApiOfThis<This>>,
        options?: MatchOptions,
      ): ResultOf<This>
      toHaveReceivedOnly<This>(this: This, ...patterns: RequestPattern<ApiOfThis<This>>[]): ResultOf<This>
      toHaveCreated<This, Name extends ResourceName<ApiOfThis<This>>>(
        this: This,
        resource: Name,
        body?: CreatedFrom<ApiOfThis<This>, Name>,
        options?: MatchOptions,
      ): ResultOf<This>
      toHaveRecord<This, Name extends ResourceName<ApiOfThis<This>>>(
        this: This,
        resource: Name,
        record?: SeedOf<ApiOfThis<This>, Name>,
      ): ResultOf<This>
      toHaveNoQueuedFaults<This>(this: This): ResultOf<This>
    }
  }
}
