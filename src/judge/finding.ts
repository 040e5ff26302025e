import type { Exchange } from '../http/exchange.ts'
import { getRule, type RuleId, type RuleLevel } from './rules.ts'

/** What an exchange shows about a rule that it breaks. */
export interface Finding {
  rule: RuleId
  level: RuleLevel
  /** The id of the operation; undefined if it is about the service as a whole. */
  operation: string | undefined
  /** The JSON pointer of what is broken, in the description. */
  place: string
  /** One sentence, without its period. */
  message: string
  expected?: string
  actual?: string
  tried: string
  /** The exchanges that show it, in their order; those that made the records come first. */
  exchanges: readonly Exchange[]
}

/** What is wrong, before it is known what was sent. */
export type BareFinding = Pick<Finding, 'rule' | 'place' | 'message' | 'expected' | 'actual'>

/** Makes a finding. */
export const toFinding = (
  wrong: BareFinding,
  rest: Pick<Finding, 'operation' | 'tried' | 'exchanges'>,
): Finding => ({ ...wrong, level: getRule(wrong.rule).level, ...rest })

/** Names what findings with the same cause have in common. */
export const toFindingKey = ({ rule, operation, place }: Finding): string =>
  `${rule} ${operation ?? ''} ${place}`
