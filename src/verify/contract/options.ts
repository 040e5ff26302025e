import type { Contract } from '../../contract/contract.ts'
import { type AccessOptions, accessOptions } from '../../http/access.ts'
import { serviceOptions, wait } from '../../http/service-options.ts'
import { type ContractRuleId, contractRules, isContractRuleId } from '../../judge/contract/rules.ts'
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
import type { BaselineEntry, Judged, Report } from '../../reports/report.ts'
import type { VerifyOptions } from '../options.ts'

/** Options of a run that judges a service by its description. */
export interface ContractVerifyOptions extends AccessOptions {
  /** The description that the service is judged by. */
  contract: Contract
  /** A valid token for bearer credentials, or for the only security scheme; or a function that gets one. */
  token?: VerifyOptions['token']
  /** An invalid token, which is tried in addition to changed ones. */
  invalidToken?: string
  /** Valid credentials, by the names of security schemes; of basic, `user:password`. */
  credentials?: Readonly<Record<string, string>>
  /** Values of parameters, by their names, such as the key of a record that the run may read. */
  params?: Readonly<Record<string, string>>
  /** Whether only GET and HEAD are sent; false by default. */
  safe?: boolean
  /** The operations to judge, by their ids; all by default. What they change may be something that the run has not created. */
  operations?: readonly string[]
  /** The rules to judge; all by default. */
  only?: readonly ContractRuleId[]
  /** Rules that are not judged. */
  skip?: readonly ContractRuleId[]
  /** The lowest level at which a broken rule fails the run; `must` by default. */
  level?: 'must' | 'should'
  /** Draws the same random requests as an earlier run; random by default. */
  seed?: number
  /** The most requests of the whole run; by default 250 for each operation with a body, and 60 for each other one. */
  maxRequests?: number
  /** Milliseconds for each response; 10000 by default. */
  requestLimit?: number
  /** Milliseconds for the whole run; 120000 by default. */
  limit?: number
  /** Milliseconds to wait until the service is ready; 0 by default. */
  wait?: number
  /** Findings that are known. */
  baseline?: readonly ContractBaselineEntry[]
  /** Whether reports show credentials. */
  showToken?: boolean
  /** Stops the run. */
  signal?: AbortSignal
  /** Called while the run goes on, with the operation that is judged. */
  onProgress?: (progress: ContractProgress) => void
}

/** How far a run is. */
export interface ContractProgress {
  done: number
  total: number
  operation: string
}

/** A finding that is known, and why it is accepted for now. */
export interface ContractBaselineEntry extends BaselineEntry {
  rule: ContractRuleId
  seen: string
  requests: readonly string[]
}

/** The result of a run; each case is a rule. */
export interface ContractReport extends Report, Judged<ContractBaselineEntry> {
  seed: number
  requests: number
}

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
