import type { Exchange } from '../http/exchange.ts'
import type { Rule, RuleId } from '../judge/generated/rules.ts'
import type { Judgment } from '../reports/judgment.ts'
import type { ShownExchange } from '../reports/show.ts'

/** One way in which a rule is broken. */
export interface ShownCause {
  title: string
  problem: string
  exchanges: ShownExchange[]
  /** What else was tried and failed in the same way. */
  alike?: string[]
}

/** How a rule is broken: the simplest request that shows it, and the other causes. */
export interface ShownFinding extends ShownCause {
  /** The other causes, simplest first, up to nine. */
  others?: ShownCause[]
  /** How many more causes there are. */
  more?: number
  /** Sentences that help to understand or to fix the finding. */
  hints?: string[]
  /** The command that checks the rule again in the same way. */
  repeat: string
}

/**
 * The result of a rule: kept, broken, or known to be broken; hidden by another broken rule, or not tried; open if the
 * specification leaves it open.
 */
export type RuleStatus = 'kept' | 'broken' | 'known' | 'hidden' | 'untried' | 'open'

/** An observation about something that the specification leaves open. */
export interface Note {
  note: string
  count: number
  subjects: string[]
}

/** A rule and its result. */
export interface RuleResult {
  rule: Rule
  status: RuleStatus
  /** How many requests tried it. */
  tries: number
  finding?: ShownFinding
  /** Why it is hidden, not tried, or known to be broken. */
  reason?: string
  /** The observations, how often each was made, and a few examples. */
  notes: Note[]
}

/** A rule that is known to be broken, and why that is accepted for now. */
export interface BaselineEntry {
  rule: RuleId
  reason: string
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
}

/** Says why a service can't be judged, in a sentence for a person. */
export interface Unjudged {
  kind: UnjudgedKind
  message: string
  /** The exchange that shows it. */
  exchange?: ShownExchange
}

/** The result of a run. */
export interface Report {
  url: string
  /** ISO 8601. */
  startedAt: string
  /** Milliseconds. */
  duration: number
  seed: number
  requests: number
  /** The lowest level at which a broken rule fails the run. */
  level: 'must' | 'should'
  /** `passed`, `failed`, or `unjudged` if the service can't be judged or the run was stopped. */
  outcome: Judgment['outcome']
  unjudged?: Unjudged
  /** What the run shortened because the service is slow, such as "10 of 25 plain plants in a row". */
  leftOut: string[]
  rules: RuleResult[]
  /** Ids of the plants that the run left behind. */
  plantsLeft: string[]
  /** Entries of the baseline whose rule is no longer broken. */
  staleBaseline: BaselineEntry[]
}

/** Says whether a broken rule fails the run. */
export const isFailure = ({ level }: Pick<Report, 'level'>, { rule, status }: RuleResult): boolean =>
  status === 'broken' && (rule.level === 'must' || (rule.level === 'should' && level === 'should'))
