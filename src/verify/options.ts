import { type Limits, LimitsError, parseLimits } from '../contract/limits.ts'
import { type RuleId, rules } from '../judge/generated/rules.ts'
import { isRuleId } from '../judge/rules.ts'
import { createIds, type IdRange } from './ids.ts'
import { createInside, type Inside } from './inside.ts'
import type { BaselineEntry } from './report.ts'

/** Thrown where an option has a value that it cannot have. */
export class VerifyOptionsError extends TypeError {
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

/** How a service is judged. */
export interface VerifyOptions {
  /** A valid token. */
  token: string
  /** A token that is not valid any more, tried besides random ones. */
  invalidToken?: string
  /** Milliseconds in which every answer has to come; 10000 by default. */
  requestLimit?: number
  /** Milliseconds for the whole run; 120000 by default. */
  limit?: number
  /** Requests at the same time, from 1 to 256; 24 by default. */
  concurrency?: number
  /** Repeats the requests of an earlier run, but for ids and tokens that are made up; random by default. */
  seed?: number
  /** The ids to use, both ends included, at least 10,000; by default such as are likely to be unused. */
  idRange?: IdRange
  /** What the service accepts of ids, names and tags; everything by default. */
  limits?: Limits
  /** The file that the limits were read from, for the command that tries a rule again. */
  limitsFile?: string
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
  /** Told after every trial. */
  onProgress?: (progress: { trials: number; requests: number }) => void
}

/** The fewest ids of a range: a run takes about a thousand. */
const minRange = 10_000n

function checkInteger(
  option: 'requestLimit' | 'limit' | 'concurrency' | 'seed',
  value: number | undefined,
  from: number,
  to: number,
): void {
  if (value === undefined || (Number.isInteger(value) && value >= from && value <= to)) return
  throw new VerifyOptionsError(`must be an integer from ${from} to ${to}, got ${value}`, option)
}

function checkToken(option: 'token' | 'invalidToken', value: unknown): void {
  // What cannot be in a header cannot be sent; the token itself is not repeated.
  if (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)) return
  throw new VerifyOptionsError('must consist of ASCII letters, digits and signs, and not be empty', option)
}

function checkRules(option: 'only' | 'skip' | 'baseline', ids: readonly string[] = []): void {
  const unknown = ids.find((id) => !isRuleId(id))
  if (unknown === undefined) return
  throw new VerifyOptionsError(
    `names the rule ${unknown}, which there is not. \`plant-store rules\` lists them`,
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
 * Makes what lies inside of the limits that are declared.
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

/** Returns whether a rule is to be judged. */
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
 * @throws {VerifyOptionsError} where it is none
 */
export function parseBase(url: string | URL): URL {
  const base = URL.canParse(String(url)) ? new URL(url) : undefined
  if (base !== undefined && (base.username !== '' || base.password !== '')) {
    throw new VerifyOptionsError('the URL must have no user and password in it; pass the token as token')
  }
  if (base !== undefined && /^https?:$/.test(base.protocol) && base.search === '' && base.hash === '')
    return base
  throw new VerifyOptionsError(
    `the URL must be the base address of a service, like http://127.0.0.1:4010, got ${url}`,
  )
}

/**
 * Checks options for values that they cannot have.
 *
 * @throws {VerifyOptionsError} that names the first one
 */
export function checkOptions(options: VerifyOptions): void {
  checkToken('token', options.token)
  if (options.invalidToken !== undefined) checkToken('invalidToken', options.invalidToken)
  if (options.invalidToken === options.token)
    throw new VerifyOptionsError('must not be the token', 'invalidToken')
  checkInteger('requestLimit', options.requestLimit, 1, 600_000)
  checkInteger('limit', options.limit, 1, 86_400_000)
  checkInteger('concurrency', options.concurrency, 1, 256)
  checkInteger('seed', options.seed, -(2 ** 31), 2 ** 31 - 1)
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
