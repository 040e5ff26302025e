import type { Exchange } from '../http/exchange.ts'

/**
 * Why a service can't be judged: nothing answers there, it refuses the token, nothing accepts plants there, it began to
 * refuse plain plants during the run, the run was stopped, no answer could show what was asked, or limits have to be
 * declared first.
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
