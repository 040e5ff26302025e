import type { Contract } from '../contract/contract.ts'
import { type AccessOptions, accessOptions } from '../http/access.ts'
import { serviceOptions, wait } from '../http/service-options.ts'
import type { MockOptions } from '../mock/options.ts'
import { type OptionTable, required, withDefault } from '../options/option-table.ts'
import { anything, array, boolean, fields, integer, object, string, that } from '../options/schema.ts'
import type { Report } from '../reports/report.ts'

/** A known difference, which no option of a mock can follow. */
export interface Difference {
  /** What differs, such as `status`, `header location`, or `body /name`. */
  differs: string
  service: string
  mock: string
  /** The operations that show it, with the failure if they reject the request. */
  at: readonly string[]
}

/** The options with which a mock follows a service, and what it can't follow. */
export interface FollowOptions
  extends Pick<
    MockOptions,
    'responses' | 'respond' | 'order' | 'onDuplicate' | 'unknownProperties' | 'unknownParameters' | 'maxBody'
  > {
  differences?: readonly Difference[]
}

/** Options of a comparison. */
export interface DiffOptions extends AccessOptions {
  /** What the service serves. */
  contract: Contract
  /** The options of the mock, and known differences; none by default. */
  mock?: FollowOptions
  /** The valid credentials by the name of a security scheme; of basic, `user:password`. */
  credentials?: Readonly<Record<string, string>>
  /** How many requests to send at the same time, 8 by default. */
  concurrency?: number
  /** Milliseconds that each response may take, 10000 by default. */
  requestLimit?: number
  /** Milliseconds that the whole run may take, 120000 by default. */
  limit?: number
  /** Milliseconds to wait until the service responds, 0 by default. */
  wait?: number
  /** Whether reports show credentials. */
  showToken?: boolean
  /** Stops the run. */
  signal?: AbortSignal
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

const known = { differs: string, service: string, mock: string, at: array(string) }

/** The schemas of {@link DiffOptions}. The mock checks its own options. */
export const diffOptions: OptionTable<DiffOptions> = {
  contract: required(that('a contract', (value) => Array.isArray(Object(value).operations))),
  mock: object({ differences: array(object(known, Object.keys(known))) }, [], true),
  credentials: fields('an object with a credential of each security scheme', true, () =>
    that('a string', (value) => typeof value === 'string', true),
  ),
  concurrency: withDefault(integer(1, 100), 8),
  requestLimit: serviceOptions.requestLimit,
  limit: serviceOptions.limit,
  wait,
  ...accessOptions,
  showToken: boolean,
  signal: anything,
  onProgress: anything,
}
