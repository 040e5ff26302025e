import type { Exchange } from '../http/exchange.ts'
import type { RuleId } from './generated/rules.ts'
import { getRule } from './rules.ts'

/** What exchanges show about a rule, from the judge to the last line of a report. */
export interface Finding<Shown = Exchange> {
  /** `error` and `note` have a problem, and a note never fails a run. `kept` says that the rule is kept, `moot` why the exchanges show neither. */
  kind: 'error' | 'note' | 'kept' | 'moot'
  /** The rule that it is about, if there is one. */
  rule?: RuleId
  /** A JSON pointer, such as `/request/body/id`, `/response/status`, or `/response/headers/content-type`; a pact has pointers of its own. */
  place: string
  /** A sentence; empty if the rule is kept. */
  problem: string
  expected?: string
  actual?: string
  /** The exchanges that show it, in their order. */
  exchanges: readonly Shown[]
}

/** A finding about a rule. */
export interface Verdict extends Finding {
  rule: RuleId
}

/** Makes a verdict without exchanges. Without a problem, the rule is kept; a problem with an open rule is a note. */
export const toVerdict = (
  rule: RuleId,
  place: string,
  problem?: string,
  values: Pick<Finding, 'expected' | 'actual'> = {},
): Verdict =>
  problem === undefined
    ? { kind: 'kept', rule, place, problem: '', exchanges: [] }
    : {
        kind: getRule(rule).level === 'open' ? 'note' : 'error',
        rule,
        place,
        problem,
        ...values,
        exchanges: [],
      }

/** Says why exchanges show nothing about a rule, although nothing is wrong. */
export const toMoot = (rule: RuleId, place: string, problem: string): Verdict => ({
  ...toVerdict(rule, place),
  kind: 'moot',
  problem,
})

/** Says that a verdict rests on exchanges. */
export const withExchanges = (verdicts: readonly Verdict[], ...exchanges: Exchange[]): Verdict[] =>
  verdicts.map((verdict) => ({ ...verdict, exchanges }))

export const isBroken = ({ kind }: Pick<Finding, 'kind'>): boolean => kind === 'error' || kind === 'note'
