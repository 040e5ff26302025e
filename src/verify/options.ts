import type { Limits } from '../contract/generated/limits.ts'
import { narrowLimits } from '../contract/narrow-limits.ts'
import { usableLimits } from '../contract/usable-limits.ts'
import { type AccessOptions, accessOptions } from '../http/access.ts'
import { checkTokens, serviceOptions, wait } from '../http/service-options.ts'
import { type RuleId, rules } from '../judge/generated/rules.ts'
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
import type { CreatedPlant } from './find-created.ts'
import { createIds, type IdRange } from './ids.ts'
import { createInside } from './inside.ts'
import type { BaselineEntry } from './report.ts'

/** The progress of a run. */
export interface Progress {
  /** Trials that are done. */
  trials: number
  /** All planned trials. */
  total: number
  /** The rule that the last trial was for, or the title of a random trial. */
  rule: string
  /** Requests that were sent. */
  requests: number
  /** Estimated milliseconds for the remaining trials. */
  timeLeft: number
}

/** Options of a run. */
export interface VerifyOptions extends AccessOptions {
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
  /** Whether to send all requests even if the service is slow; false by default. */
  thorough?: boolean
  /** Requests at the same time, from 1 to 256; 24 by default. */
  concurrency?: number
  /** Repeats the requests of an earlier run, except for ids, plain names and tags, and random tokens; random by default. */
  seed?: number
  /** The ids to use, both ends included, at least 10,000; by default ids that are probably free. */
  idRange?: IdRange
  /** The ids, names, and tags that the service accepts; all by default. */
  limits?: Limits
  /** A prefix of the names of plants, except in requests that test the name: letters, digits, `-`, and `_`. */
  namePrefix?: string
  /** Called for each plant that the run leaves behind, as soon as the service has created it. */
  onCreated?: (plant: CreatedPlant) => void
  /** Flags for the command that tries a rule again, if `plant-store verify` needs other ones for the same options, such as `--limits limits.yaml`. */
  flags?: readonly string[]
  /** The rules to judge; all by default. */
  only?: readonly RuleId[]
  /** Rules that are not judged. */
  skip?: readonly RuleId[]
  /** The lowest level at which a broken rule fails the run; `must` by default. What is only about the protocol is sent and judged with `protocol`. */
  level?: 'must' | 'should' | 'protocol'
  /** How many times to run everything, each with another seed; 1 by default. The report is that of the worst run, with what differs. */
  repeat?: number
  /** Whether requests that fail once, and succeed when they are sent again, fail the run; false by default. */
  failOnFlaky?: boolean
  /** Findings that are known. */
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
