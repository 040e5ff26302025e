import type { Limits } from '../contract/generated/limits.ts'
import { narrowLimits } from '../contract/narrow-limits.ts'
import { usableLimits } from '../contract/usable-limits.ts'
import { accessOptions } from '../http/access.ts'
import { checkTokens, serviceOptions, wait } from '../http/service-options.ts'
import { type Rule, type RuleId, rules } from '../judge/generated/rules.ts'
import { getRule, isRuleId, toCurrentId } from '../judge/rules.ts'
import * as table from '../options/option-table.ts'
import { OptionsError } from '../options/options-error.ts'
import {
  anything,
  array,
  boolean,
  integer,
  object,
  oneOf,
  type Schema,
  text,
  that,
} from '../options/schema.ts'
import { token } from '../options/values.ts'
import type { Inside } from '../probes/source.ts'
import { createIds } from './ids.ts'
import { createInside } from './inside.ts'
import type { IdRange, VerifyOptions } from './options.ts'

/** The fewest ids of a range: a run uses about a thousand. */
const minRange = 10_000n
/** The fewest ids that limits may leave. */
const minCount = 2000n

const rule: Schema = {
  ...that('the id of a rule that `plant-store rules` lists', (id) => typeof id === 'string' && isRuleId(id)),
  known: rules.map(({ id }) => id),
}

const words = text('a string that is not blank', /\S/)

/** An entry of a baseline. */
export const baselineEntry: Schema = object({ rule, reason: words }, ['rule', 'reason'], true)

function isRange(value: unknown): boolean {
  const { from, to } = Object(value) as Partial<IdRange>
  const isInt64 = typeof from === 'bigint' && typeof to === 'bigint' && from >= -(2n ** 63n) && to < 2n ** 63n
  return isInt64 && to - from + 1n >= minRange
}

/** The schemas and defaults of all options. */
export const optionTable = {
  ...serviceOptions,
  ...accessOptions,
  token: table.required({
    ...token,
    find: (value) => (typeof value === 'function' ? [] : token.find(value)),
  }),
  wait,
  thorough: boolean,
  concurrency: table.withDefault(integer(1, 256), 24),
  seed: integer(-2147483648, 2147483647),
  idRange: that(`a range of int64 values with at least ${minRange} ids`, isRange, true),
  limits: usableLimits,
  namePrefix: text('1 to 40 letters, digits, `-`, or `_`', /^[\w-]{1,40}$/),
  onCreated: anything,
  flags: anything,
  only: array(rule),
  skip: array(rule),
  level: table.withDefault(oneOf('must', 'should', 'protocol'), 'must'),
  repeat: table.withDefault(integer(1, 1000), 1),
  failOnFlaky: boolean,
  baseline: array(baselineEntry),
  showToken: boolean,
  signal: anything,
  onProgress: anything,
} satisfies table.OptionTable<VerifyOptions>

/** Makes the values inside the declared limits; throws an {@link OptionsError} if it can't. */
export function createLimited(
  { limits = {}, namePrefix }: { limits?: Limits | undefined; namePrefix?: string | undefined },
  seed = 0,
): Inside {
  try {
    return createInside(narrowLimits(limits), seed, namePrefix)
  } catch (error) {
    throw new OptionsError((error as Error).message, ['limits'])
  }
}

/** Whether openapi.yaml itself has limits of an id, a name, or a tag; other members have a rule of their own. */
const { id: ownIds, name: ownNames, tag: ownTags } = narrowLimits({})
const hasOwnLimits = [ownIds, ownNames, ownTags].some((own) => own !== undefined)

/** Returns whether a list names a rule, by the id that it has or had. */
export const isListed = (rule: RuleId, ids: readonly RuleId[] = []): boolean =>
  ids.some((id) => toCurrentId(id) === rule)

/** Returns whether a run sends and judges what a rule is about: rules about the protocol only on request. */
export const isSent = ({ only, level }: Pick<VerifyOptions, 'only' | 'level'>, rule: RuleId): boolean =>
  getRule(rule).level !== 'protocol' || level === 'protocol' || isListed(rule, only)

/** Returns whether a rule fails the run if it is broken. What is about the protocol is only judged on request, so it always does. */
export const isFailing = (
  { level }: Pick<Rule, 'level'>,
  lowest: VerifyOptions['level'] = optionTable.level.default,
): boolean => level !== 'open' && (level !== 'should' || lowest !== 'must')

/** Returns whether a rule is selected. */
export const isChosen = (
  options: Pick<VerifyOptions, 'only' | 'skip' | 'limits' | 'level'>,
  rule: RuleId,
): boolean => {
  const { only = [], skip = [], limits } = options
  const isSelected = (only.length === 0 || isListed(rule, only)) && !isListed(rule, skip)
  const isDeclared = rule !== 'refuses-outside-limits' || limits !== undefined || hasOwnLimits
  return isSelected && isSent(options, rule) && isDeclared
}

/**
 * Checks the limits of a service, of which a run needs some ids.
 *
 * @throws {OptionsError} if they leave too few
 */
export function checkCount({ limits, idRange }: Pick<VerifyOptions, 'limits' | 'idRange'>): void {
  if (limits === undefined) return
  const { count } = createIds(idRange, narrowLimits(limits).id)
  if (count >= minCount) return
  throw new OptionsError(`leave ${count} ids, and a run needs at least ${minCount}`, ['limits'])
}

/** Checks all options; throws an {@link OptionsError} that names the first wrong ones. */
export function checkVerifyOptions(options: VerifyOptions): void {
  table.checkOptions(options, optionTable)
  checkTokens(options)
  checkCount(options)
  if (!rules.some(({ id }) => isChosen(options, id)))
    throw new OptionsError('leaves no rule to judge', ['skip'])
}
