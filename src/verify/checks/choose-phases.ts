import type { Rule } from '../../judge/rules.ts'
import { answerRules, type Phase, phases } from './checks.ts'

/** Rules that run first whatever is judged, as all others need what they learn. */
const always = ['created-is-200', 'status-for-stored-id']

/** Adds the rules on which rules rest, as those may be to blame. */
function addGround(chosen: readonly string[], rules: readonly Rule[]): ReadonlySet<string> {
  const ground = new Set([...always, ...chosen])
  for (const id of ground)
    for (const other of rules.find((rule) => rule.id === id)?.restsOn ?? []) ground.add(other)
  return ground
}

/** Leaves out the checks that tell nothing of the rules that were asked for; every check tells of those without trials of their own. */
export function choosePhases(only: readonly string[] | undefined, rules: readonly Rule[]): readonly Phase[] {
  if (only === undefined || only.length === 0 || only.some((id) => answerRules.includes(id))) return phases
  const ground = addGround(only, rules)
  return phases.map((phase) => ({
    ...phase,
    checks: phase.checks.filter(({ rule }) => ground.has(rule)),
    hasRandomRequests:
      phase.hasRandomRequests === true && only.some((id) => /^(?:text-keeps|refuses|created)-/.test(id)),
  }))
}
