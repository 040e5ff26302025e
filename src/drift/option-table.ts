import { accessOptions } from '../http/access.ts'
import type { OptionTable } from '../options/option-table.ts'
import { anyOf, anything, array, fields, object, string, text } from '../options/schema.ts'
import { storeOptions } from '../store/option-table.ts'
import { optionTable } from '../verify/option-table.ts'
import type { DiffOptions, ServiceOptions } from './options.ts'

const { token, requestLimit, limit, wait, concurrency, limits, namePrefix, onCreated, showToken, signal } =
  optionTable

/** The options of `learn`, and those that `diff` shares with it. */
export const serviceTable = {
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
} satisfies OptionTable<ServiceOptions>

const words = text('a string that is not blank', /\S/)

/** The entry of a baseline. */
export const knownSchema = object(
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
export const diffTable = {
  ...serviceTable,
  // A store accepts any differences, because it ignores them.
  fake: object({ ...storeOptions, differences: differencesSchema }),
  only: array(string),
  skip: array(string),
  baseline: array(knownSchema),
  onProgress: anything,
} satisfies OptionTable<DiffOptions>
