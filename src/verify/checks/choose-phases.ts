import type { RuleId } from '../../judge/generated/rules.ts'
import { getRule, isIn } from '../../judge/rules.ts'
import type { Check } from '../trial.ts'
import { answerRules, type Phase, phases } from './checks.ts'

/** Rules that always run first, since all others need what they learn. */
const always: readonly RuleId[] = ['created-is-200', 'status-for-stored-id']

/** Rules that any request can break, so that every check is needed. */
const byAnyRequest: ReadonlySet<RuleId> = new Set(['answers-every-request', 'rate-limit'])

/** How many trials of each check are enough to judge what all refusals have in common. */
const sampleSize = 2

/** Adds the rules that the given rules rest on, since those may explain a failure. */
function addGround(chosen: readonly RuleId[]): ReadonlySet<RuleId> {
  const ground = new Set([...always, ...chosen])
  for (const id of ground) for (const other of getRule(id).restsOn ?? []) ground.add(other)
  return ground
}

const takeSample = ({ rule, trials }: Check): Check => ({
  rule,
  trials: (session) => trials(session).slice(0, sampleSize),
})

/** Returns which rules without trials of their own a check can break: those about all refusals, or about every unusual body. */
function toNeeded(ground: ReadonlySet<RuleId>): (check: Check) => Check[] {
  const isAboutRefusals = [...ground].some((id) => answerRules.includes(id) && !isIn(id, 'created'))
  const isAboutBodies = ground.has('refused-body-no-5xx')
  return (check) => {
    const { rule } = check
    const isOdd = isIn(rule, 'bodies') || isIn(rule, 'texts') || rule === 'text-limits'
    if (ground.has(rule) || (isAboutBodies && isOdd)) return [check]
    return isAboutRefusals && isIn(rule, 'refuses') ? [takeSample(check)] : []
  }
}

/** Skips the checks that say nothing about the selected rules and those that they rest on. */
export function choosePhases(only: readonly RuleId[] | undefined): readonly Phase[] {
  if (only === undefined || only.length === 0 || only.some((id) => byAnyRequest.has(id))) return phases
  const toChecks = toNeeded(addGround(only))
  return phases.map((phase) => ({
    ...phase,
    checks: phase.checks.flatMap(toChecks),
    randomRules: new Set(only),
  }))
}
