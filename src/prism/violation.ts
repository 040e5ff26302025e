import type { Finding, Verdict } from '../judge/exchange.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { getRule } from '../judge/rules.ts'
import type { Diagnostic } from './load-prism.ts'

/** Something that one side did and that `openapi.yaml` does not say. */
export interface Violation {
  side: 'request' | 'response'
  severity: 'error' | 'warning'
  /** The rule that it touches. */
  rule: RuleId
  /** Where it is, as a JSON pointer such as `/request/body/id` or `/response/status`. */
  place: string
  message: string
}

/** Finds the part of the exchange that Prism means, as a JSON pointer. */
function toPlace(side: Violation['side'], { code, message, path = [] }: Diagnostic): string {
  if (message.includes('status code')) return `/${side}/status`
  if (/content type|media type/.test(message)) return `/${side}/headers/content-type`
  if (code === 401) return `/${side}/headers`
  const missing = code === 'required' ? /property '(\w+)'/.exec(message)?.[1] : undefined
  return `/${[side, 'body', missing ?? path[1]].filter((step) => step !== undefined).join('/')}`
}

/** Says whether Prism's words hold: not of ids, as its bounds of an int64 are those of an exact number, nor of statuses, which it does not name. */
const isExact = ({ code, message }: Diagnostic, side: Violation['side']): boolean =>
  !message.includes('status code') && (side === 'response' || (code !== 'minimum' && code !== 'maximum'))

const isViolation = (verdict: Verdict): verdict is Finding =>
  verdict.problem !== undefined &&
  (verdict.place.startsWith('/request/') || getRule(verdict.rule).level !== 'should')

/** Gives what the judge found, in Prism's words where Prism has something to say about the same place. */
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
