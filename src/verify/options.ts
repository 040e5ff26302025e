import { type Limits, LimitsError, parseLimits } from '../contract/limits.ts'
import { describeUnknownOption, OptionsError } from '../contract/options-error.ts'
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

/** The values of options that aren't given. */
export const defaults = {
  requestLimit: 10_000,
  limit: 120_000,
  wait: 0,
  concurrency: 24,
  level: 'must',
} as const

/** The least and the greatest value of options that are integers. */
export const ranges = {
  requestLimit: [1, 600_000],
  limit: [1, 86_400_000],
  wait: [0, 86_400_000],
  concurrency: [1, 256],
  seed: [-2147483648, 2147483647],
} as const

const names: Record<keyof VerifyOptions, true> = {
  token: true,
  invalidToken: true,
  requestLimit: true,
  limit: true,
  concurrency: true,
  seed: true,
  idRange: true,
  limits: true,
  flags: true,
  only: true,
  skip: true,
  level: true,
  baseline: true,
  showToken: true,
  signal: true,
  onProgress: true,
  wait: true,
  thorough: true,
}

/** The fewest ids of a range: a run uses about a thousand. */
const minRange = 10_000n

function checkInteger(option: keyof typeof ranges, value: number | undefined): void {
  const [from, to] = ranges[option]
  if (value === undefined || (Number.isInteger(value) && value >= from && value <= to)) return
  throw new VerifyOptionsError(`must be an integer from ${from} to ${to}, got ${value}`, option)
}

/** What a token must consist of, so that a header can hold it. */
export const tokenProblem = 'may contain only ASCII letters, digits, and punctuation, and must not be empty'

/** Returns whether a value can be sent as a token. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)

function checkToken(option: 'token' | 'invalidToken', value: unknown): void {
  if (!isToken(value)) throw new VerifyOptionsError(tokenProblem, option)
}

function checkRules(option: 'only' | 'skip' | 'baseline', ids: readonly string[] = []): void {
  const unknown = ids.find((id) => !isRuleId(id))
  if (unknown === undefined) return
  throw new VerifyOptionsError(
    `names the rule ${unknown}, which doesn't exist. \`plant-store rules\` lists all rules`,
    option,
  )
}

function checkChoice(options: VerifyOptions): void {
  if (rules.some(({ id }) => isChosen(options, id))) return
  throw new VerifyOptionsError('leaves no rule to judge', 'skip')
}

function checkRange({ from, to }: IdRange): void {
  const isInt64 = from >= -(2n ** 63n) && to < 2n ** 63n
  if (isInt64 && to - from + 1n >= minRange) return
  throw new VerifyOptionsError(
    `must be int64 and have at least ${minRange} ids, got ${from} to ${to}`,
    'idRange',
  )
}

/** The fewest ids that limits may leave. */
const minCount = 2000n

function checkLimits({ limits, idRange }: VerifyOptions): void {
  try {
    if (limits !== undefined) parseLimits(limits)
  } catch (error) {
    if (!(error instanceof LimitsError)) throw error
    throw new VerifyOptionsError(`are wrong: ${error.message}`, 'limits')
  }
  const { count } = createIds(idRange, limits?.id)
  if (count >= minCount) return
  throw new VerifyOptionsError(`leave ${count} ids, and a run needs at least ${minCount}`, 'limits')
}

/**
 * Makes the values inside the declared limits.
 *
 * @throws {VerifyOptionsError} if nothing can be generated from them
 */
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

/**
 * Reads the base address of a service.
 *
 * @throws {VerifyOptionsError} if it is not one
 */
export function parseBase(url: string | URL): URL {
  const base = URL.canParse(String(url)) ? new URL(url) : undefined
  if (base !== undefined && (base.username !== '' || base.password !== '')) {
    throw new VerifyOptionsError('the URL must have no user and password in it; pass the token as token')
  }
  if (base !== undefined && /^https?:$/.test(base.protocol) && base.search === '' && base.hash === '')
    return base
  throw new VerifyOptionsError(
    base !== undefined && base.search + base.hash !== ''
      ? 'the URL must have no query and no fragment'
      : `the URL must be the base address of a service, like http://127.0.0.1:4010, got ${url}`,
  )
}

/**
 * Checks the names and values of options.
 *
 * @throws {VerifyOptionsError} that names the first wrong one
 */
export function checkOptions(options: VerifyOptions): void {
  const unknown = describeUnknownOption(options, names)
  if (unknown !== undefined) throw new VerifyOptionsError(unknown)
  if (typeof options.token !== 'function') checkToken('token', options.token)
  if (options.invalidToken !== undefined) checkToken('invalidToken', options.invalidToken)
  if (options.invalidToken === options.token)
    throw new VerifyOptionsError('must not be the token', 'invalidToken')
  for (const option of Object.keys(ranges) as (keyof typeof ranges)[]) checkInteger(option, options[option])
  if (options.idRange !== undefined) checkRange(options.idRange)
  checkLimits(options)
  checkRules('only', options.only)
  checkRules('skip', options.skip)
  checkRules(
    'baseline',
    options.baseline?.map(({ rule }) => rule),
  )
  checkChoice(options)
}
