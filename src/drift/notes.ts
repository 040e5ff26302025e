import { operation } from '../contract/generated/operation.ts'
import type { Exchange } from '../http/exchange.ts'
import { cutQuery } from '../http/mask.ts'
import { type Verdict, withExchanges } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { judgeExchange, type Known } from '../judge/judge-exchange.ts'
import { judgeRefusal } from '../judge/judge-refused.ts'
import { getRule } from '../judge/rules.ts'

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
 * Rules that don't keep a fake from imitating the rest of an answer: one of HTTP, since the specification says nothing about
 * the headers of a refusal, and those of an Error, which a 400 of the fake always is.
 */
const imitable: readonly RuleId[] = [
  'challenge-on-401',
  'error-content-type',
  'error-has-error',
  'error-has-message',
]

/**
 * Collects what a service shows and a fake doesn't imitate.
 *
 * @param basePath the path of the base address, without a slash at its end
 */
export function createNotes(basePath: string) {
  const broken = new Map<RuleId, Verdict & { tried: string }>()
  const notImitated = new Set<string>()
  return {
    /** The must rules that the service breaks. */
    broken,
    /** What else the fake can't imitate. */
    notImitated,
    /** Returns whether the exchange breaks no must rule that the fake keeps. */
    judge(title: string, exchange: Exchange, known: KnownRequest = {}): boolean {
      const found = findBroken(exchange, { basePath, ...known })
      // The same one each time, in whatever order the answers come.
      for (const verdict of withExchanges(found, exchange))
        if (title < (broken.get(verdict.rule)?.tried ?? '\uffff'))
          broken.set(verdict.rule, { ...verdict, tried: title })
      return found.every(({ rule }) => imitable.includes(rule))
    },
  }
}

/** What was collected. */
export type Notes = ReturnType<typeof createNotes>
