import type { Exchange } from '../http/exchange.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import type { BaselineEntry as AnyEntry, Report as AnyReport, Judged } from '../reports/report.ts'

/** A finding that is known, and why it is accepted for now. */
export interface BaselineEntry extends AnyEntry {
  rule: RuleId
  /** What was seen: the status, the content type, and the kind of body of the answer, and the place of what is wrong. */
  seen: string
  /** The kinds of requests that show it. */
  requests: readonly string[]
}

/**
 * Why a service can't be judged: it doesn't answer, it refuses the token, nothing accepts plants at the URL, it started to
 * refuse plain plants during the run, the run was stopped, no answer shows whether it keeps the selected rules, or you have
 * to declare limits first.
 */
export type UnjudgedKind =
  | 'unreachable'
  | 'unauthorized'
  | 'not-found'
  | 'changed'
  | 'stopped'
  | 'untried'
  | 'limits'

/** The reason in one sentence, without the final period, and the exchange that shows it. */
export interface Reason {
  kind: UnjudgedKind
  message: string
  exchange?: Exchange
  /** The rules that can't be judged although the run should have judged them. */
  rules?: readonly RuleId[]
}

/** The result of a run; each case is a rule that the specification doesn't leave open, but `flaky-requests` counts what failed once. */
export interface Report extends AnyReport, Judged<BaselineEntry> {
  unjudged?: NonNullable<AnyReport['unjudged']> & { kind: UnjudgedKind }
  seed: number
  requests: number
  /** What the run shortened because the service is slow, such as "10 of 25 plain plants in a row". */
  leftOut: readonly string[]
  /** Ids of the plants that the run left behind. */
  plantsLeft: readonly string[]
}
