import { operation } from '../contract/generated/operation.ts'
import { cutQuery, type Exchange } from '../http/exchange.ts'
import type { Verdict } from '../judge/finding.ts'
import { judgeExchange, type Known } from '../judge/judge-exchange.ts'
import { judgeRefusal } from '../judge/judge-refused.ts'
import { getRule } from '../judge/rules.ts'
import type { BrokenRule } from './options.ts'

/** What is known about a request besides its exchange. */
type KnownRequest = Known & { isForHttpLayer?: boolean }

/** Lists the must rules that an exchange breaks. */
function findBroken({ request, outcome }: Exchange, known: KnownRequest): Verdict[] {
  if (outcome.kind !== 'answer') return []
  const { answer } = outcome
  const path = cutQuery(request.path.slice(known.basePath?.length ?? 0))
  const isOther = path !== operation.path || request.method !== operation.method || known.isForHttpLayer
  // The specification says nothing about other operations; only a 400 is always an Error.
  const judgeOther = () => (answer.status === 400 ? judgeRefusal(answer, known) : [])
  const verdicts = isOther ? judgeOther() : judgeExchange(request, answer, known)
  return verdicts.filter(
    ({ kind, place, rule }) =>
      kind === 'error' && place.startsWith('/response') && getRule(rule).level === 'must',
  )
}

/**
 * Collects what a service shows and a fake doesn't imitate.
 *
 * @param basePath the path of the base address, without a slash at its end
 */
export function createNotes(basePath: string) {
  const broken = new Map<string, BrokenRule>()
  const notImitated = new Set<string>()
  return {
    /** The must rules that the service breaks. */
    broken,
    /** What else the fake can't imitate. */
    notImitated,
    /** Returns whether the exchange breaks no must rule. */
    judge(title: string, exchange: Exchange, known: KnownRequest = {}): boolean {
      const found = findBroken(exchange, { basePath, ...known })
      for (const { rule, problem } of found) {
        const { statement } = getRule(rule)
        if (!broken.has(rule)) broken.set(rule, { rule, statement, problem, by: title })
      }
      return found.length === 0
    },
  }
}

/** What was collected. */
export type Notes = ReturnType<typeof createNotes>
