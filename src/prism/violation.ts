import { isBroken, type Verdict } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { getRule } from '../judge/rules.ts'
import type { Diagnostic } from './load-prism.ts'

/** A part of a request or an answer that contradicts `openapi.yaml`. */
export interface Violation {
  side: 'request' | 'response'
  severity: 'error' | 'warning'
  rule: RuleId
  /** Its location, as a JSON pointer such as `/request/body/id` or `/response/status`. */
  place: string
  message: string
}

/** Returns the part of the exchange that a finding of Prism is about, as a JSON pointer. */
function toPlace(side: Violation['side'], { code, message, path = [] }: Diagnostic): string {
  if (message.includes('status code')) return `/${side}/status`
  if (/content type|media type/.test(message)) return `/${side}/headers/content-type`
  if (code === 401) return `/${side}/headers`
  const missing = code === 'required' ? /property '(\w+)'/.exec(message)?.[1] : undefined
  return `/${[side, 'body', missing ?? path[1]].filter((step) => step !== undefined).join('/')}`
}

/** Returns whether Prism's message is exact. It isn't for ids, since Prism rounds the bounds of int64, or for statuses, which the message doesn't name. */
const isExact = ({ code, message }: Diagnostic, side: Violation['side']): boolean =>
  !message.includes('status code') && (side === 'response' || (code !== 'minimum' && code !== 'maximum'))

const isViolation = (verdict: Verdict): boolean =>
  isBroken(verdict) && (verdict.place.startsWith('/request/') || getRule(verdict.rule).level !== 'should')

/** Converts the judge's findings to violations, with Prism's message if it has one for the same place. */
export function toViolations(
  verdicts: readonly Verdict[],
  diagnostics: Readonly<Record<Violation['side'], readonly Diagnostic[]>>,
): Violation[] {
  const seen = new Set<string>()
  return verdicts.filter(isViolation).flatMap(({ rule, place, problem }) => {
    const side = place.startsWith('/request/') ? 'request' : 'response'
    if (seen.has(`${side} ${rule}`)) return []
    seen.add(`${side} ${rule}`)
    const ofPrism = diagnostics[side].find((diagnostic) => toPlace(side, diagnostic) === place)
    const isOpen = getRule(rule).level === 'open'
    const isWarning = isOpen || (side === 'response' && ofPrism?.severity === 1)
    const message = ofPrism !== undefined && isExact(ofPrism, side) ? ofPrism.message : problem
    return [{ side, severity: isWarning ? 'warning' : 'error', rule, place, message }]
  })
}
