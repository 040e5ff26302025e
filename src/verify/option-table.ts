import { accessOptions } from '../http/access.ts'
import { checkTokens, serviceOptions, waitOption } from '../http/service-options.ts'
import { isRuleId, rules } from '../judge/rules.ts'
import * as table from '../options/option-table.ts'
import { OptionsError } from '../options/options-error.ts'
import {
  anything,
  array,
  boolean,
  custom,
  fields,
  integer,
  object,
  oneOf,
  string,
  text,
  type ValueSchema,
} from '../options/schema.ts'
import { token } from '../options/values.ts'
import { isChosen } from './chosen.ts'
import type { VerifyOptions } from './options.ts'

const rule: ValueSchema = {
  ...custom('the id of a rule that `plant-store rules` lists', (id) => isRuleId(String(id))),
  known: rules.map(({ id }) => id),
}
const words = text('a string that is not blank', /\S/)

export const baselineEntry: ValueSchema = object(
  { rule, seen: words, requests: array(words, 1), reason: words },
  ['rule', 'seen', 'requests', 'reason'],
  true,
)

const texts = (expected: string, isSecret: boolean): ValueSchema => ({
  isSecret,
  ...fields(expected, isSecret, () => string),
})

export const verifyOptions = {
  ...accessOptions,
  contract: anything,
  token: { ...token, find: (value) => (typeof value === 'function' ? [] : token.find(value)) } as ValueSchema,
  invalidToken: token,
  otherToken: token,
  credentials: texts('an object of security schemes and credentials', true),
  params: texts('an object of names and values of parameters', false),
  safe: boolean,
  operations: array(string),
  only: array(rule),
  skip: array(rule),
  level: table.withDefault(oneOf('must', 'should', 'protocol'), 'must'),
  seed: integer(-2147483648, 2147483647),
  repeat: table.withDefault(integer(1, 1000), 1),
  failOnFlaky: boolean,
  concurrency: table.withDefault(integer(1, 256), 12),
  onCreated: anything,
  maxRequests: integer(1, 10_000_000),
  requestLimit: serviceOptions.requestLimit,
  limit: serviceOptions.limit,
  wait: waitOption,
  baseline: array(baselineEntry),
  showToken: boolean,
  signal: anything,
  onProgress: anything,
} satisfies table.OptionTable<VerifyOptions>

/** Checks all options; throws an {@link OptionsError} that names the first wrong ones. */
export function checkVerifyOptions(options: VerifyOptions): void {
  table.checkOptions(options, verifyOptions)
  if (options.token !== undefined) checkTokens({ ...options, token: options.token })
  if (!rules.some((rule) => isChosen(rule, options)))
    throw new OptionsError('leaves no rule to judge', ['skip'])
}
