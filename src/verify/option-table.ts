import type { Limits } from '../contract/generated/limits.ts'
import { narrowLimits } from '../contract/narrow-limits.ts'
import { usableLimits } from '../contract/usable-limits.ts'
import { accessOptions } from '../http/access.ts'
import { checkTokens, serviceOptions, wait } from '../http/service-options.ts'
import { rules } from '../judge/generated/rules.ts'
import { isRuleId } from '../judge/rules.ts'
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
import { isChosen } from './chosen.ts'
import { createIds, type IdRange } from './ids.ts'
import { createInside } from './inside.ts'

import type { VerifyOptions } from './options.ts'

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
export const baselineEntry: Schema = object(
  { rule, seen: words, requests: array(words, 1), reason: words },
  ['rule', 'seen', 'requests', 'reason'],
  true,
)

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

/**
 * Checks the limits of a service, of which a run needs some ids.
 *
 * @throws {OptionsError} if they leave too few
 */
function checkCount({ limits, idRange }: Pick<VerifyOptions, 'limits' | 'idRange'>): void {
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
