import type { Limits } from '../contract/generated/limits.ts'
import type { AccessOptions } from '../http/access.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import type { CreatedPlant } from './find-created.ts'
import type { IdRange } from './ids.ts'
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
