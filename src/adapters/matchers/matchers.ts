import type { AnyApi, Contract } from '../../contract/contract.ts'
import type { PlantStore } from '../../contract/plant-store.ts'
import type { RequestPattern } from '../../mock/journal/request-pattern.ts'
import type { ApiOf, CreatedFrom, OperationId, ResourceName, SeedOf } from '../../mock/types.ts'
import type { MatchOptions } from './journal.ts'
import { toMatchSchema } from './match-schema.ts'
import { toHaveCreated } from './to-have-created.ts'
import { toHaveNoQueuedFaults } from './to-have-no-queued-faults.ts'
import { toHaveReceived } from './to-have-received.ts'
import { toHaveReceivedOnly } from './to-have-received-only.ts'
import { toHaveRecord } from './to-have-record.ts'
import { toSatisfyContract } from './to-satisfy-contract.ts'

export { withRequests } from './explain-failure.ts'

/**
 * Every matcher, for the `expect.extend` of Vitest, Jest, or Playwright.
 *
 * @example
 * expect.extend(matchers)
 */
export const matchers: {
  toMatchSchema: typeof toMatchSchema
  toSatisfyContract: typeof toSatisfyContract
  toHaveReceived: typeof toHaveReceived
  toHaveReceivedOnly: typeof toHaveReceivedOnly
  toHaveCreated: typeof toHaveCreated
  toHaveRecord: typeof toHaveRecord
  toHaveNoQueuedFaults: typeof toHaveNoQueuedFaults
} = {
  toMatchSchema,
  toSatisfyContract,
  toHaveReceived,
  toHaveReceivedOnly,
  toHaveCreated,
  toHaveRecord,
  toHaveNoQueuedFaults,
} satisfies Record<keyof MockMatchers, unknown>

/** The matchers as parts of an expected value, such as `expect.toMatchSchema('Plant')`. */
export interface MockAsymmetricMatchers {
  /** Matches what a named schema says. */
  toMatchSchema(schema: string, contract?: Contract): AnyApi
}

/** A mock in another process, as `connectMock` returns it, or one in Redis: its matchers have to be awaited. */
export interface RemoteMock {
  readonly requests: { nearest(pattern: never, limit?: number): Promise<unknown> }
}

/** What a matcher of a mock returns: a promise if the mock is in another process. Nothing is known about `any`. */
export type MockResult<R, T> = 0 extends 1 & T ? R : T extends RemoteMock ? Promise<void> : R

/** The matchers as assertions, for the types of an assertion library; `T` is the type of the received value. */
export interface MockMatchers<R = void, T = unknown, Api = ApiOf<T>> {
  /** Checks that a value is what a named schema of a description says; by default, of the plant store. */
  toMatchSchema(schema: string, contract?: Contract): R
  /** Checks that a response, of fetch, axios, superagent, got, or Playwright, is one that an operation can give; by default, that of the plant store. */
  toSatisfyContract<Of = PlantStore>(contract?: Contract<Of>, operation?: OperationId<Of>): Promise<void>
  /** Checks that a mock received a request like this, with any response. */
  toHaveReceived(pattern?: RequestPattern<Api>, options?: MatchOptions): MockResult<R, T>
  /** Checks that a mock received one request for each pattern, in any order, and nothing else. */
  toHaveReceivedOnly(...patterns: RequestPattern<Api>[]): MockResult<R, T>
  /** Checks that a mock created a record of a resource of a request with a body like this. */
  toHaveCreated<Name extends ResourceName<Api>>(
    resource: Name,
    body?: CreatedFrom<Api, Name>,
    options?: MatchOptions,
  ): MockResult<R, T>
  /** Checks that a mock has a record of a resource like this, now. */
  toHaveRecord<Name extends ResourceName<Api>>(resource: Name, record?: SeedOf<Api, Name>): MockResult<R, T>
  /** Checks that every queued fault covered as many requests as it was for. */
  toHaveNoQueuedFaults(): MockResult<R, T>
}

/** The matchers of a mock, as their names say. */
export type MockMatcher = Extract<keyof MockMatchers, `toHave${string}`>
