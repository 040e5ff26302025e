import { accessOptions } from '../http/access.ts'
import type { OptionTable } from '../options/option-table.ts'
import { anyOf, anything, array, fields, object, type Schema, string, text } from '../options/schema.ts'
import { storeOptions } from '../store/option-table.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { optionTable } from '../verify/option-table.ts'
import type { VerifyOptions } from '../verify/options.ts'
import type { UnjudgedKind } from '../verify/report.ts'
import type { KnownDifference } from './report.ts'

/** The options of {@link learn} and {@link diff} that they share with `verify`. */
export type ServiceOptions = Pick<
  VerifyOptions,
  | 'token'
  | 'requestLimit'
  | 'limit'
  | 'wait'
  | 'concurrency'
  | 'limits'
  | 'headers'
  | 'cert'
  | 'key'
  | 'ca'
  | 'namePrefix'
  | 'onCreated'
  | 'showToken'
  | 'signal'
>

/** Thrown if a service can't be reached, refuses the token, or changes during the run. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly kind: UnjudgedKind
  /** How many requests were sent before. */
  readonly requests: number

  constructor(kind: UnjudgedKind, message: string, requests: number) {
    super(message)
    this.kind = kind
    this.requests = requests
  }
}

/** Options of a comparison. */
export interface DiffOptions extends ServiceOptions {
  /** The options of the fake, such as those that `learn` found; none by default. */
  fake?: PlantStoreOptions
  /** The titles or topics of the cases to run; all by default. */
  only?: readonly string[]
  /** The titles or topics of cases that don't run. */
  skip?: readonly string[]
  /** Differences that are known. */
  baseline?: readonly KnownDifference[]
  /** Called after every case. */
  onProgress?: (progress: DiffProgress) => void
}

/** The progress of a comparison. */
export interface DiffProgress {
  /** Cases that are done. */
  cases: number
  /** All cases. */
  total: number
  /** The last case that was done. */
  title: string
  /** Estimated milliseconds for the remaining cases. */
  timeLeft: number
}

const { token, requestLimit, limit, wait, concurrency, limits, namePrefix, onCreated, showToken, signal } =
  optionTable

/** The options of `learn`, and those that `diff` shares with it. */
export const serviceTable: OptionTable<ServiceOptions> = {
  token,
  requestLimit,
  limit,
  wait,
  concurrency,
  limits,
  namePrefix,
  onCreated,
  ...accessOptions,
  showToken,
  signal,
}

const words = text('a string that is not blank', /\S/)

/** The entry of a baseline. */
export const knownSchema: Schema = object(
  { difference: words, reason: words, cases: array(string) },
  ['difference', 'reason', 'cases'],
  true,
)

/** The differences of a configuration, which only `diff` reads. */
const differencesSchema = array(
  object(
    {
      difference: string,
      cases: anyOf(
        fields('an object of lists', true, () => array(string)),
        array(string),
      ),
      request: string,
      service: string,
      fake: string,
      advice: string,
    },
    ['difference', 'cases'],
  ),
)

/** The options of `diff`. */
export const diffTable: OptionTable<DiffOptions> = {
  ...serviceTable,
  // A store accepts any differences, because it ignores them.
  fake: object({ ...storeOptions, differences: differencesSchema }),
  only: array(string),
  skip: array(string),
  baseline: array(knownSchema),
  onProgress: anything,
}
