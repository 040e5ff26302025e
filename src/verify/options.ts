import { type Limits, LimitsError, parseLimits } from '../contract/limits.ts'
import {
  checkToken,
  choice,
  findWrongOption,
  integer,
  type OptionTable,
  readBase,
  toDefaults,
  tokenOptions,
} from '../contract/options.ts'
import { OptionsError } from '../contract/options-error.ts'
import { type RuleId, rules } from '../judge/generated/rules.ts'
import { isRuleId } from '../judge/rules.ts'
import { createIds, type IdRange } from './ids.ts'
import { createInside, type Inside } from './inside.ts'
import type { BaselineEntry } from './report.ts'

/** Thrown if an option has a wrong value. */
export class VerifyOptionsError extends OptionsError {
  override name = 'VerifyOptionsError'
  /** What is wrong, without the name of the option. */
  readonly problem: string
  /** The option; undefined for the URL. */
  readonly option: keyof VerifyOptions | undefined

  constructor(problem: string, option?: keyof VerifyOptions) {
    super(option === undefined ? problem : `${option} ${problem}`)
    this.problem = problem
    this.option = option
  }
}

/** The progress of a run. */
export interface Progress {
  /** Trials that are done. */
  trials: number
  /** All planned trials. */
  total: number
  /** The rule that the last trial was for, or what that trial sent at random. */
  rule: string
  /** Requests that were sent. */
  requests: number
  /** Estimated milliseconds for the remaining trials. */
  timeLeft: number
}

/** Options of a run. */
export interface VerifyOptions {
  /** A valid token, or a function that gets one, which is called again when the token is no longer accepted. */
  token: string | ((signal: AbortSignal) => string | Promise<string>)
  /** An invalid token, which is tried in addition to random ones. */
  invalidToken?: string
  /** Milliseconds for each answer; 10000 by default. */
  requestLimit?: number
  /** Milliseconds for the whole run; 120000 by default. */
  limit?: number
  /** Milliseconds to wait until the service is ready, which don't count as part of the run; 0 by default. */
  wait?: number
  /** Whether a slow service gets all requests, too; false by default. */
  thorough?: boolean
  /** Requests at the same time, from 1 to 256; 24 by default. */
  concurrency?: number
  /** Repeats the requests of an earlier run, except for ids and random tokens; random by default. */
  seed?: number
  /** The ids to use, both ends included, at least 10,000; by default ids that are probably free. */
  idRange?: IdRange
  /** The ids, names and tags that the service accepts; all by default. */
  limits?: Limits
  /** Flags for the command that tries a rule again, if `plant-store verify` needs other ones for the same options, such as `--limits limits.yaml`. */
  flags?: readonly string[]
  /** The rules to judge; all by default. */
  only?: readonly RuleId[]
  /** Rules that are not judged. */
  skip?: readonly RuleId[]
  /** The level from which a broken rule fails the run; `must` by default. */
  level?: 'must' | 'should'
  /** Rules that are known to be broken. */
  baseline?: readonly BaselineEntry[]
  /** Whether reports show tokens. */
  showToken?: boolean
  /** Stops the run. */
  signal?: AbortSignal
  /** Called after every trial. */
  onProgress?: (progress: Progress) => void
}

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
  return `must be int64 and have at least ${minRange} ids, got ${from} to ${to}`
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

/** All options, with what the command line says about them. */
export const optionTable = {
  ...tokenOptions,
  token: {
    isRequired: true,
    check: (value: unknown) => (typeof value === 'function' ? undefined : checkToken(value)),
  },
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

/** Reads the base address of a service; throws a {@link VerifyOptionsError} if it isn't one. */
export const parseBase = (url: string | URL): URL => readBase(url, VerifyOptionsError)

/** Checks the names and values of options; throws a {@link VerifyOptionsError} that names the first wrong one. */
export function checkOptions(options: VerifyOptions): void {
  const wrong = findWrongOption(options, optionTable)
  if (wrong !== undefined)
    throw new VerifyOptionsError(wrong.problem, wrong.option as keyof VerifyOptions | undefined)
}
