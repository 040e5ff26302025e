import { type Limits, LimitsError, parseLimits } from '../contract/limits.ts'
import {
  checkToken,
  choice,
  findWrongOption,
  integer,
  type OptionSpec,
  type OptionTable,
  readBase,
  toDefaults,
  tokenOptions,
} from '../contract/options.ts'
import { type RuleId, rules } from '../judge/generated/rules.ts'
import { isRuleId } from '../judge/rules.ts'
import type { Inside } from '../probes/source.ts'
import { createIds, type IdRange } from './ids.ts'
import { createInside } from './inside.ts'
import { type VerifyOptions, VerifyOptionsError } from './options.ts'
import type { BaselineEntry } from './report.ts'

/** The fewest ids of a range: a run uses about a thousand. */
const minRange = 10_000n
/** The fewest ids that limits may leave. */
const minCount = 2000n

function checkRules(ids: readonly string[]): string | undefined {
  const unknown = ids.find((id) => !isRuleId(id))
  return unknown && `names the rule ${unknown}, which doesn't exist. \`plant-store rules\` lists all rules`
}

function checkRange({ from, to }: IdRange): string | undefined {
  const isInt64 = from >= -(2n ** 63n) && to < 2n ** 63n
  if (isInt64 && to - from + 1n >= minRange) return undefined
  return `must be a range of int64 values with at least ${minRange} ids, got ${from} to ${to}`
}

function checkLimits(limits: Limits, { idRange }: Partial<VerifyOptions>): string | undefined {
  try {
    parseLimits(limits)
  } catch (error) {
    if (!(error instanceof LimitsError)) throw error
    return `are wrong: ${error.message}`
  }
  const { count } = createIds(idRange, limits.id)
  return count >= minCount ? undefined : `leave ${count} ids, and a run needs at least ${minCount}`
}

const token: OptionSpec = {
  isRequired: true,
  check: (value) => (typeof value === 'function' ? undefined : checkToken(value)),
}

/** All options, with their ranges, defaults, and checks. */
export const optionTable = {
  ...tokenOptions,
  token,
  requestLimit: integer(1, 600_000, 10_000),
  limit: integer(1, 86_400_000, 120_000),
  wait: integer(0, 86_400_000, 0),
  thorough: {},
  concurrency: integer(1, 256, 24),
  seed: integer(-2147483648, 2147483647),
  idRange: { check: checkRange },
  limits: { check: checkLimits },
  flags: {},
  only: { check: checkRules },
  skip: {
    check: (ids: readonly RuleId[], options: VerifyOptions) =>
      checkRules(ids) ??
      (rules.some(({ id }) => isChosen(options, id)) ? undefined : 'leaves no rule to judge'),
  },
  level: choice('must', 'should'),
  baseline: { check: (entries: readonly BaselineEntry[]) => checkRules(entries.map(({ rule }) => rule)) },
  showToken: {},
  signal: {},
  onProgress: {},
} satisfies OptionTable<VerifyOptions>

/** The values of options that aren't given. */
export const defaults = toDefaults(optionTable)

/** Makes the values inside the declared limits; throws a {@link VerifyOptionsError} if it can't. */
export function createLimited(limits: Limits = {}, seed = 0): Inside {
  try {
    return createInside(limits, seed)
  } catch (error) {
    throw new VerifyOptionsError((error as Error).message, 'limits')
  }
}

/** Returns whether a rule is selected. */
export const isChosen = (
  { only = [], skip = [], limits }: Pick<VerifyOptions, 'only' | 'skip' | 'limits'>,
  rule: RuleId,
): boolean =>
  (only.length === 0 || only.includes(rule)) &&
  !skip.includes(rule) &&
  (rule !== 'refuses-outside-limits' || limits !== undefined)

/** Reads the base address of a service; throws a {@link VerifyOptionsError} for any other text. */
export const parseBase = (url: string | URL): URL => readBase(url, VerifyOptionsError)

/** Checks the names and values of options; throws a {@link VerifyOptionsError} that names the first wrong one. */
export function checkOptions(options: object, table: OptionTable = optionTable): void {
  const wrong = findWrongOption(options, table)
  if (wrong !== undefined)
    throw new VerifyOptionsError(wrong.problem, wrong.option as keyof VerifyOptions | undefined)
}
