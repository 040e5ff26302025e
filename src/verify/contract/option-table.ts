import { accessOptions } from '../../http/access.ts'
import { serviceOptions, wait } from '../../http/service-options.ts'
import { contractRules, isContractRuleId } from '../../judge/contract/rules.ts'
import * as table from '../../options/option-table.ts'
import {
  anything,
  array,
  boolean,
  fields,
  integer,
  object,
  oneOf,
  type Schema,
  string,
  text,
  that,
} from '../../options/schema.ts'
import { token } from '../../options/values.ts'
import type { ContractVerifyOptions } from './options.ts'

const rule: Schema = {
  ...that('the id of a rule that `plant-store rules --openapi` lists', (id) => isContractRuleId(String(id))),
  known: contractRules.map(({ id }) => id),
}
const words = text('a string that is not blank', /\S/)

/** An entry of a baseline. */
export const contractBaselineEntry: Schema = object(
  { rule, seen: words, requests: array(words, 1), reason: words },
  ['rule', 'seen', 'requests', 'reason'],
  true,
)

const texts = (expected: string, isSecret: boolean): Schema => ({
  isSecret,
  ...fields(expected, isSecret, () => string),
})

/** The schemas and defaults of all options. */
export const contractOptionTable = {
  ...accessOptions,
  contract: anything,
  token: { ...token, find: (value) => (typeof value === 'function' ? [] : token.find(value)) } as Schema,
  invalidToken: token,
  credentials: texts('an object of security schemes and credentials', true),
  params: texts('an object of names and values of parameters', false),
  safe: boolean,
  operations: array(string),
  only: array(rule),
  skip: array(rule),
  level: table.withDefault(oneOf('must', 'should'), 'must'),
  seed: integer(-2147483648, 2147483647),
  maxRequests: integer(1, 10_000_000),
  requestLimit: serviceOptions.requestLimit,
  limit: serviceOptions.limit,
  wait,
  baseline: array(contractBaselineEntry),
  showToken: boolean,
  signal: anything,
  onProgress: anything,
} satisfies table.OptionTable<ContractVerifyOptions>
