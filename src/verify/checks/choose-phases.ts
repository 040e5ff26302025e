import type { RuleId } from '../../judge/generated/rules.ts'
import { getRule, isIn } from '../../judge/rules.ts'
import { answerRules, type Phase, phases } from './checks.ts'

/** Rules that run first whatever is judged, as all others need what they learn. */
const always: readonly RuleId[] = ['created-is-200', 'status-for-stored-id']

/** Adds the rules on which rules rest, as those may be to blame. */
function addGround(chosen: readonly RuleId[]): ReadonlySet<RuleId> {
  const ground = new Set([...always, ...chosen])
  for (const id of ground) for (const other of getRule(id).restsOn ?? []) ground.add(other)
  return ground
}

/** Leaves out the checks that tell nothing of the rules that were asked for; every check tells of those without trials of their own. */
export function choosePhases(only: readonly RuleId[] | undefined): readonly Phase[] {
  if (only === undefined || only.length === 0 || only.some((id) => answerRules.includes(id))) return phases
  const ground = addGround(only)
  return phases.map((phase) => ({
    ...phase,
    checks: phase.checks.filter(({ rule }) => ground.has(rule)),
    hasRandomRequests: phase.hasRandomRequests === true && only.some((id) => isIn(id, 'random')),
  }))
}
