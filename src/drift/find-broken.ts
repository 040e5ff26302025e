import { operation } from '../contract/generated/operation.ts'
import { decodeBody } from '../http/decode-body.ts'
import { type Exchange, joinPieces } from '../http/exchange.ts'
import type { Finding } from '../judge/exchange.ts'
import { judgeExchange } from '../judge/judge-exchange.ts'
import { judgeRefusal } from '../judge/judge-refused.ts'
import { getRule } from '../judge/rules.ts'

/** Lists the must rules that an exchange breaks. */
export function findBroken(
  { request, outcome }: Exchange,
  prefix: string,
  known: Parameters<typeof judgeExchange>[2] & { isForHttpLayer?: boolean } = {},
): Finding[] {
  if (outcome.kind !== 'answer') return []
  const { method, path } = request
  const { answer } = outcome
  const headers = request.headers.map(({ name, value }) => [name.toLowerCase(), value] as const)
  const coding = headers.find(([name]) => name === 'content-encoding')?.[1]
  const judged = {
    method,
    path: path.slice(prefix.length).replace(/\?.*/s, ''),
    headers,
    body: decodeBody(joinPieces(request), coding) ?? joinPieces(request),
  }
  const isOther =
    judged.path !== operation.path || method !== operation.method || known.isForHttpLayer === true
  // The specification says nothing about other operations; only a 400 is always an Error.
  const judgeOther = () => (answer.status === 400 ? judgeRefusal(answer, known) : [])
  const verdicts = isOther ? judgeOther() : judgeExchange(judged, answer, known)
  return verdicts.filter(
    (verdict): verdict is Finding =>
      verdict.problem !== undefined &&
      verdict.place.startsWith('/response') &&
      getRule(verdict.rule).level === 'must',
  )
}
