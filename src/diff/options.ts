import type { Contract } from '../contract/contract.ts'
import { accessOptions } from '../http/access.ts'
import type { MockOptions } from '../mock/options.ts'
import { type OptionTable, required, withDefault } from '../options/option-table.ts'
import { array, custom, integer, object, string } from '../options/schema.ts'
import type { Report } from '../reports/report.ts'
import { verifyOptions } from '../verify/option-table.ts'
import type { VerifyOptions } from '../verify/options.ts'

/** A known difference, which no option of a mock can follow. */
export interface Difference {
  /** What differs, such as `status`, `header location`, or `body /name`. */
  differs: string
  service: string
  mock: string
  /** The operations that show it, with the failure if they reject the request. */
  at: readonly string[]
}

/** The options of a mock with which it can follow a service. */
export const mockKeys = [
  'responses',
  'respond',
  'order',
  'onDuplicate',
  'unknownProperties',
  'unknownParameters',
  'maxBody',
] as const

/** The options with which a mock follows a service, and what it can't follow. */
export interface FollowOptions extends Pick<MockOptions, (typeof mockKeys)[number]> {
  differences?: readonly Difference[]
}

/** The options that a comparison has in common with `verify`. */
type CommonOption =
  | keyof typeof accessOptions
  | 'credentials'
  | 'requestLimit'
  | 'limit'
  | 'wait'
  | 'showToken'
  | 'signal'

/** Options of a comparison. */
export interface DiffOptions extends Pick<VerifyOptions, CommonOption> {
  /** What the service serves. */
  contract: Contract
  /** The options of the mock, and known differences; none by default. */
  mock?: FollowOptions
  /** How many requests to send at the same time, 8 by default. */
  concurrency?: number
  /** Called after every request that is compared. */
  onProgress?: (progress: { done: number; total: number; title: string }) => void
}

/** How a service and a mock differ. */
export interface DiffReport extends Report {
  /** How many requests were sent to the service. */
  requests: number
  /** The options with which the mock follows the service; `differences` has what it can't follow. */
  options: FollowOptions
}

const differenceFields = { differs: string, service: string, mock: string, at: array(string) }

const { credentials, requestLimit, limit, wait, showToken, signal, onProgress } = verifyOptions

export const defaultConcurrency = 8

/** The schemas of {@link DiffOptions}. The mock checks its own options. */
export const diffOptions: OptionTable<DiffOptions> = {
  ...accessOptions,
  credentials,
  requestLimit,
  limit,
  wait,
  showToken,
  signal,
  contract: required(custom('a contract', (value) => Array.isArray(Object(value).operations))),
  mock: object({ differences: array(object(differenceFields, Object.keys(differenceFields))) }, [], true),
  concurrency: withDefault(integer(1, 100), defaultConcurrency),
  onProgress,
}
