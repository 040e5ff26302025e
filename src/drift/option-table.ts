import type { OptionSpec, OptionTable } from '../contract/options.ts'
import { describeValue } from '../contract/problems.ts'
import { array, findProblems, object, string, text } from '../contract/schema.ts'
import { optionTable } from '../verify/option-table.ts'
import type { DiffOptions, ServiceOptions } from './options.ts'

const { token, requestLimit, limit, wait, concurrency, limits, showToken, signal } = optionTable

/** The options of `learn`, and those that `diff` shares with it. */
export const serviceTable = {
  token,
  requestLimit,
  limit,
  wait,
  concurrency,
  limits,
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

const names: OptionSpec = {
  check: (value) =>
    Array.isArray(value) && value.every((name) => typeof name === 'string')
      ? undefined
      : `must be an array of titles and topics, got ${describeValue(value)}`,
}

const baseline: OptionSpec = {
  check: (value) =>
    findProblems(value, array(knownSchema)).length === 0
      ? undefined
      : 'must be an array of {difference, reason, cases}',
}

/** The options of `diff`; the store checks those of the fake. */
export const diffTable = {
  ...serviceTable,
  fake: {},
  only: names,
  skip: names,
  baseline,
  onProgress: {},
} satisfies OptionTable<DiffOptions>
