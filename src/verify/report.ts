import type { Rule, RuleId } from '../judge/generated/rules.ts'
import type { ShownExchange } from '../reports/show.ts'
import type { Unjudged } from './preflight.ts'

/** One way in which a rule is broken. */
export interface ShownCause {
  /** What was tried. */
  title: string
  problem: string
  exchanges: ShownExchange[]
  /** What else was tried and failed in the same way. */
  alike?: string[]
}

/** How a rule is broken: by the simplest request that shows it, and by every other cause. */
export interface ShownFinding extends ShownCause {
  /** The other causes, simplest first, up to nine. */
  others?: ShownCause[]
  /** How many more causes there are. */
  more?: number
  /** What helps to understand or to settle the finding, each a sentence. */
  hints?: string[]
  /** The command that tries the rule again in the same way. */
  repeat: string
}

/**
 * What is known of a rule: it is kept or broken, its check was left out or had nothing to try, another broken rule hides
 * it, or the specification leaves it open.
 */
export type RuleStatus = 'kept' | 'broken' | 'known' | 'hidden' | 'untried' | 'open'

/** What was observed where the specification is silent. */
export interface Note {
  note: string
  count: number
  subjects: string[]
}

/** A rule and what came of it. */
export interface RuleResult {
  rule: Rule
  status: RuleStatus
  /** How often it was tried. */
  tries: number
  finding?: ShownFinding
  /** Why it is hidden, untried or known to be broken. */
  reason?: string
  /** What was observed, how often, and a few of what it was observed of. */
  notes: Note[]
}

/** A rule that is known to be broken, and why that is borne with for now. */
export interface BaselineEntry {
  rule: RuleId
  reason: string
}

/** What came of a run. */
export interface Report {
  url: string
  /** ISO 8601. */
  startedAt: string
  /** Milliseconds. */
  duration: number
  seed: number
  requests: number
  /** The level from which a broken rule fails the run. */
  level: 'must' | 'should'
  /** `kept`, `broken`, or `unjudged` where the service could not be judged or the run was stopped. */
  outcome: 'kept' | 'broken' | 'unjudged'
  unjudged?: Unjudged
  rules: RuleResult[]
  /** Ids of the plants that the run left behind. */
  plantsLeft: string[]
  /** Entries of the baseline whose rule is not broken any more. */
  staleBaseline: BaselineEntry[]
}

/** Tells whether a broken rule fails the run. */
export const isFailure = ({ level }: Pick<Report, 'level'>, { rule, status }: RuleResult): boolean =>
  status === 'broken' && (rule.level === 'must' || (rule.level === 'should' && level === 'should'))
