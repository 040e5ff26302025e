import type { ShownExchange } from '../reports/show.ts'
import type { UnjudgedKind } from '../verify/report.ts'

/** One thing that differs. */
export interface Difference {
  /** A sentence. */
  problem: string
  /** The same without texts that vary between runs, as a baseline has it. */
  stable: string
  /** Why it is accepted, if the baseline has it. */
  reason?: string
}

/** A difference that is known, why it is accepted, and the titles of the cases that show it. */
export interface KnownDifference {
  /** What differs, without texts that vary between runs. */
  difference: string
  reason: string
  cases: readonly string[]
}

/** How a case ended. */
export interface CaseResult {
  title: string
  topic: string
  /** `known` if the baseline has all differences. */
  status: 'same' | 'different' | 'known' | 'skipped'
  differences: readonly Difference[]
  /** Why it was skipped. */
  reason?: string
  /** The exchanges with the service; the last answer differs, and those before it stored plants. */
  real?: readonly ShownExchange[]
  /** The same of the fake. */
  fake?: readonly ShownExchange[]
  /** The keys of the configuration that make the fake answer like the service, if there are some. */
  hint?: string
}

/** How a fake and a real service differ. */
export interface DiffReport {
  url: string
  /** ISO 8601. */
  startedAt: string
  /** Milliseconds. */
  duration: number
  requests: number
  outcome: 'passed' | 'failed' | 'unjudged'
  /** Why the service can't be compared, or not to the end; `cases` are those that were done before. */
  unjudged?: { kind: UnjudgedKind; message: string }
  cases: readonly CaseResult[]
  /** The entries of the baseline whose difference is gone, each with the cases that no longer show it. */
  staleBaseline: readonly KnownDifference[]
}
