import type { Contract } from '../contract/contract.ts'
import type { AccessOptions } from '../http/access.ts'
import type { Exchange } from '../http/exchange.ts'
import type { RuleId } from '../judge/rules.ts'
import type { AnyBaselineEntry, JudgedCases, Report } from '../reports/report.ts'

/** Options of a run that judges a service by its description. */
export interface VerifyOptions extends AccessOptions {
  /** What the service is judged by; the plant store by default. */
  contract?: Contract
  /** A valid token, or a function that gets one, and another one when it is no longer accepted. */
  token?: string | ((signal: AbortSignal) => string | Promise<string>)
  /** An invalid token, which is tried in addition to changed ones. */
  invalidToken?: string
  /** A valid token of another user, who must not read or change what the run creates, if the description has a 403 or 404 for it. */
  otherToken?: string
  /** Valid credentials, by the names of security schemes; of basic, `user:password`. */
  credentials?: Readonly<Record<string, string>>
  /** Values of parameters, by their names, such as the key of a record that the run may read. */
  params?: Readonly<Record<string, string>>
  /** Whether only GET and HEAD are sent; false by default. */
  safe?: boolean
  /** The operations to judge, by their ids; all by default. What they change may be something that the run has not created. */
  operations?: readonly string[]
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
  /** Requests at the same time, from 1 to 256; 12 by default. */
  concurrency?: number
  /** Called for each record that the run leaves behind. */
  onCreated?: (record: CreatedRecord) => void
  /** Draws the same random requests as an earlier run; random by default. */
  seed?: number
  /** How many requests to send; checks of stored records come on top. By default 250 for each operation with a body, and 60 for each other one. */
  maxRequests?: number
  /** Milliseconds for each response; 10000 by default. */
  requestLimit?: number
  /** Milliseconds for the whole run; 120000 by default. */
  limit?: number
  /** Milliseconds to wait until the service is ready; 0 by default. */
  wait?: number
  /** Findings that are known. */
  baseline?: readonly BaselineEntry[]
  /** Whether reports show credentials. */
  showToken?: boolean
  /** Stops the run. */
  signal?: AbortSignal
  /** Called while the run goes on, with the operation that is judged. */
  onProgress?: (progress: Progress) => void
}

/** How far a run is. */
export interface Progress {
  done: number
  total: number
  operation: string
}

/** A record that a run leaves behind. */
export interface CreatedRecord {
  resource: string
  /** Its key, and the keys of what it belongs to before it, in the order of its path. */
  key: readonly string[]
  /** What was sent to create it. */
  sent: unknown
}

/** A finding that is known, and why it is accepted for now. */
export interface BaselineEntry extends AnyBaselineEntry {
  rule: RuleId
  /** What was seen: the status and the content type of the response, and the place of what is wrong. */
  seen: string
  /** The operations that show it. */
  requests: readonly string[]
}

/**
 * Why a service can't be judged: it doesn't respond, accepts no credentials, has nothing at the address, accepts
 * nothing that could be sent, or no longer what it has accepted; or the run was stopped.
 */
export type UnjudgedKind = 'unreachable' | 'unauthorized' | 'not-found' | 'untried' | 'changed' | 'stopped'

/** The reason in one sentence, without its period, and the exchange that shows it. */
export interface UnjudgedReason {
  kind: UnjudgedKind
  message: string
  exchange?: Exchange
}

/** The result of a run; each case is a rule, but `flaky-requests` is what failed once. */
export interface VerifyReport extends Report, JudgedCases<BaselineEntry> {
  unjudged?: NonNullable<Report['unjudged']> & { kind: UnjudgedKind }
  seed: number
  requests: number
}
