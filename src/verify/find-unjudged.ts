import type { Verdict } from '../judge/finding.ts'
import { rules as allRules, type Rule, type RuleId } from '../judge/generated/rules.ts'
import { getRule, isIn } from '../judge/rules.ts'
import type { Case } from '../reports/report.ts'
import type { FlakyLog } from './flaky.ts'
import type { Ledger } from './ledger.ts'
import { isListed } from './option-table.ts'
import type { VerifyOptions } from './options.ts'
import type { BaselineEntry, Reason, Report } from './report.ts'

/** The state of a run at its end. */
export interface Ended {
  base: URL
  facts: Pick<Report, 'subject' | 'startedAt' | 'duration' | 'seed' | 'requests' | 'leftOut'>
  ledger: Ledger
  flaky: FlakyLog
  plantsLeft: ReadonlySet<string>
  unjudged: Reason | undefined
  /** Why no plain plant was created, so that nothing else was tried. */
  broken: Verdict | undefined
  /** All valid tokens of the run. */
  tokens: readonly string[]
  options: VerifyOptions
}

/** Why a rule wasn't judged; `isOwed` if the run should have judged it, `ground` is the broken rule that it rests on. */
interface Untried {
  reason: string
  isOwed: boolean
  ground?: RuleId
}

/** Says why a rule wasn't judged. */
export function explainUntried(ended: Ended, rule: Rule): Untried {
  const { ledger, options } = ended
  const { id, restsOn = [] } = rule
  if (ended.unjudged !== undefined) return { reason: 'the run ended first', isOwed: false }
  if (ended.broken !== undefined) return { reason: ended.broken.problem, isOwed: true }
  const isNamed = isListed(id, options.only)
  const { moot } = ledger.of(id)
  if (moot !== undefined) return { reason: moot, isOwed: isNamed }
  const grounds: readonly RuleId[] = isIn(id, 'created') ? ['created-status', ...restsOn] : restsOn
  const ground = grounds.find(ledger.isBroken)
  if (ground !== undefined)
    return { reason: `can't be judged while ${ground} is broken`, isOwed: true, ground }
  const hasTried = allRules.some((other) => ledger.of(other.id).tries > 0)
  if (isIn(id, 'errors') && hasTried) return { reason: 'the service never answers 400', isOwed: isNamed }
  if (id === 'id-zero') return { reason: 'the id 0 may be stored already', isOwed: isNamed }
  return {
    reason: hasTried ? 'no answer shows whether the service keeps this' : 'no request was sent for this',
    // A service need not answer 401.
    isOwed: id !== 'challenge-on-401' || isNamed,
  }
}

/** Says why a run without a broken rule proves nothing: it couldn't judge some rules that it should have judged. */
export function findUnjudged(
  ended: Ended,
  cases: readonly Case[],
  baseline: readonly BaselineEntry[],
): Reason | undefined {
  const { ledger, options } = ended
  if (ledger.of('created-status').tries === 0 && ledger.broken().length === 0) {
    const why =
      options.idRange === undefined
        ? 'the service may answer all of them with 429'
        : 'all ids in the range may already be stored'
    return { kind: 'unreachable', message: `no answer to a plain plant could be judged; ${why}` }
  }
  const isExcused = (id: RuleId): boolean =>
    isListed(id, options.skip) || baseline.some(({ rule }) => rule === id)
  // A failure was seen, and the report names the rule that explains it.
  const isExplained = (id: RuleId): boolean =>
    ledger.of(id).findings.every(({ hiddenBy }) => hiddenBy !== undefined && isExcused(hiddenBy))
  function isOwed(rule: Rule): boolean {
    if (rule.level !== 'must') return false
    if (ledger.isBroken(rule.id)) return !isExplained(rule.id)
    const { isOwed, ground } = explainUntried(ended, rule)
    return isOwed && (ground === undefined || !isExcused(ground))
  }
  const skipped = cases.filter(({ status }) => status === 'skipped')
  const areAll = skipped.length === cases.length
  const owed = skipped.flatMap(({ title, reason }) => {
    const rule = getRule(title as RuleId)
    return areAll || (isOwed(rule) && !isExcused(rule.id)) ? [{ id: rule.id, reason }] : []
  })
  if (owed.length === 0) return undefined
  const byReason = new Map<string | undefined, RuleId[]>()
  for (const { id, reason } of owed) byReason.set(reason, [...(byReason.get(reason) ?? []), id])
  const reasons = [...byReason].map(([reason, ids]) => `${ids.join(', ')}: ${reason}`)
  const help = areAll ? '' : '. To accept that, skip these rules, or pass --baseline FILE --update-baseline'
  const message = `some selected rules can't be judged. ${reasons.join('; ')}${help}`
  return { kind: 'untried', message, rules: owed.map(({ id }) => id) }
}
