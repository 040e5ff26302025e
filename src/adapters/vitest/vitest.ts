import { type Assertion as AssertionOfVitest, expect } from 'vitest'
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

// What a matcher of a mock returns, by the type of the assertion that it is called on.
// biome-ignore lint/suspicious/noTsIgnore: only Vitest 4 has an error here.
/** @ts-ignore Vitest 4 has other parameters; there, nothing is known. */
type ResultOf<This> =
  This extends AssertionOfVitest<infer _, infer T> ? MockResult<void, T> : MockResult<void, 0>

declare module 'vitest' {
  interface AsymmetricMatchersContaining extends MockAsymmetricMatchers {}
}

declare global {
  namespace Chai {
    // Every major version of Vitest has this interface of assertions; the other interfaces differ in their parameters.
    // Methods, since the package declares them twice, for `import` and for `require`.
    interface Assertion extends Omit<MockMatchers, MockMatcher> {
      toHaveReceived<This>(this: This, ...args: Parameters<MockMatchers['toHaveReceived']>): ResultOf<This>
      toHaveReceivedOnly<This>(
        this: This,
        ...args: Parameters<MockMatchers['toHaveReceivedOnly']>
      ): ResultOf<This>
      toHaveCreated<This>(this: This, ...args: Parameters<MockMatchers['toHaveCreated']>): ResultOf<This>
      toHaveRecord<This>(this: This, ...args: Parameters<MockMatchers['toHaveRecord']>): ResultOf<This>
      toHaveNoQueuedFaults<This>(this: This): ResultOf<This>
    }
  }
}
