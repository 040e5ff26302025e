import { isBroken, type Verdict } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { getRule } from '../judge/rules.ts'

/** The side of an exchange that something is about. */
export type Side = 'request' | 'response'

/** A part of a request or an answer that contradicts the specification. */
export interface Violation {
  side: Side
  /** A warning, if the service doesn't have to keep the rule. */
  severity: 'error' | 'warning'
  rule: RuleId
  /** Its location, as a JSON pointer such as `/request/body/id` or `/response/status`. */
  place: string
  message: string
}

/** What Prism says about a request or an answer, if it differs from the violations. */
export interface Opinion {
  side: Side
  message: string
}

/** Returns whether a violation is no more than a warning; a client must send what a service should refuse even less. */
const isWarning = (rule: RuleId, side: Side): boolean => {
  const { level } = getRule(rule)
  return level === 'open' || (level === 'should' && side === 'response')
}

/** Converts the judge's findings to violations, one for each rule and side. */
export function toViolations(verdicts: readonly Verdict[]): Violation[] {
  const seen = new Set<string>()
  return verdicts.filter(isBroken).flatMap(({ rule, place, problem }) => {
    const side = place.startsWith('/request/') ? 'request' : 'response'
    const isOfServer = side === 'response' && getRule(rule).level === 'protocol'
    if (isOfServer || seen.has(`${side} ${rule}`)) return []
    seen.add(`${side} ${rule}`)
    return [{ side, severity: isWarning(rule, side) ? 'warning' : 'error', rule, place, message: problem }]
  })
}
