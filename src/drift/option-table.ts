import type { OptionSpec, OptionTable } from '../options/options.ts'
import { describeValue } from '../options/problems.ts'
import { array, findProblems } from '../options/schema.ts'
import { optionTable } from '../verify/option-table.ts'
import { knownSchema } from './baseline.ts'
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
