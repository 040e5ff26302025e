import type { Exchange } from '../http/exchange.ts'

/**
 * Why a service can't be judged: it doesn't answer, it refuses the token, nothing accepts plants at the URL, it started to
 * refuse plain plants during the run, the run was stopped, no answer says anything about the selected rules, or you have
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
