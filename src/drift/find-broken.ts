import { operation } from '../contract/generated/operation.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Verdict } from '../judge/finding.ts'
import { judgeExchange, type Known } from '../judge/judge-exchange.ts'
import { judgeRefusal } from '../judge/judge-refused.ts'
import { getRule } from '../judge/rules.ts'

/** Lists the must rules that an exchange breaks. */
export function findBroken(
  { request, outcome }: Exchange,
  known: Known & { isForHttpLayer?: boolean } = {},
): Verdict[] {
  if (outcome.kind !== 'answer') return []
  const { answer } = outcome
  const { basePath = '', isForHttpLayer = false } = known
  const path = request.path.slice(basePath.length).replace(/\?.*/s, '')
  const isOther = path !== operation.path || request.method !== operation.method || isForHttpLayer
  // The specification says nothing about other operations; only a 400 is always an Error.
  const judgeOther = () => (answer.status === 400 ? judgeRefusal(answer, known) : [])
  const verdicts = isOther ? judgeOther() : judgeExchange(request, answer, known)
  return verdicts.filter(
    ({ kind, place, rule }) =>
      kind === 'error' && place.startsWith('/response') && getRule(rule).level === 'must',
  )
}
