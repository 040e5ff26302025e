import type { Operation } from '../contract/contract.ts'
import type { RejectionReason } from '../judge/expectation.ts'
import type { RuleId } from '../judge/rules.ts'
import type { Path } from '../options/problems.ts'
import type { Draft } from './draft.ts'

/** One request of an operation that is made for one rule, as a change of a plain one. */
export interface Probe {
  operation: Operation
  rule: RuleId
  kind: 'accept' | 'reject' | 'open'
  /** Where the description says what the response has to be. */
  place: string
  tried: string
  reason?: RejectionReason
  /** Changes a plain request; undefined if that can't be done. */
  change(plain: Draft): Draft | undefined
  /** The rule that is broken if what was sent comes back in another way, if that isn't the one of the probe. */
  echo?: RuleId
  /** The path in the body that is special, which nothing else may change. */
  path?: Path
  /** Probes with only one of its changes each; one of them may show the same finding. */
  parts?: readonly Probe[]
}

/** Makes probes of a draft that was accepted. */
export type ListProbes = (plain: Draft, seed: number) => Probe[]
