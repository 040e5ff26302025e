import { type RuleId, rules } from '../../judge/generated/rules.ts'
import { getRule, isIn } from '../../judge/rules.ts'
import { isChosen, isListed, isSent } from '../option-table.ts'
import type { VerifyOptions } from '../options.ts'
import { type Phase, phases } from './checks.ts'

/** Rules whose trials always run, since all others need their results. */
const always: readonly RuleId[] = ['created-status', 'status-for-stored-id']

/** Rules whose trials send dozens of requests, and which judge themselves whether an answer comes. */
const ofLoad: readonly RuleId[] = ['requests-in-a-row', 'requests-at-once']

function findGround(chosen: readonly RuleId[]): ReadonlySet<RuleId> {
  const ground = new Set(chosen)
  for (const id of ground) for (const other of getRule(id).restsOn ?? []) ground.add(other)
  return ground
}

/** Returns a function that says how many trials of a check the chosen rules need. */
function createSampler(chosen: readonly RuleId[]): (rules: readonly RuleId[]) => number {
  const full = new Set([...always, ...chosen])
  const ground = findGround(chosen)
  const isAboutRefusals = chosen.some((id) => isIn(id, 'refusals'))
  const isAboutAll = chosen.some((id) => isIn(id, 'answers'))
  // An unusual text can crash a service, too.
  const isAboutTexts = chosen.includes('refused-body-no-5xx')
  return (shown) => {
    if (shown.some((id) => full.has(id))) return Number.POSITIVE_INFINITY
    if (isAboutRefusals && shown.some((id) => isIn(id, 'refuses'))) return 2
    const isNeeded = (id: RuleId): boolean =>
      ground.has(id) || (isAboutTexts && (isIn(id, 'texts') || id === 'text-limits'))
    return shown.some(isNeeded) || (isAboutAll && !shown.some((id) => ofLoad.includes(id))) ? 1 : 0
  }
}

/** Leaves out trials that show nothing about the chosen rules and the rules that they rest on. */
export function choosePhases(options: VerifyOptions): readonly Phase[] {
  const isRandom = (id: RuleId): boolean => isChosen(options, id)
  const toCount = createSampler(rules.map(({ id }) => id).filter(isRandom))
  return phases.map((phase) => ({
    ...phase,
    isRandom,
    checks: phase.checks.flatMap((check) => {
      const isAsked = [check.rule, ...(check.also ?? [])].some((id) => isListed(id, options.only))
      if (!isSent(options, check.rule) && !isAsked) return []
      const count = toCount([check.rule, ...(check.also ?? [])])
      return count === 0 ? [] : [{ ...check, trials: (session) => check.trials(session).slice(0, count) }]
    }),
  }))
}
