import { narrowLimits } from '../contract/narrow-limits.ts'
import type { Rule, RuleId } from '../judge/generated/rules.ts'
import { getRule, toCurrentId } from '../judge/rules.ts'

/** The options that choose rules. */
interface Choice {
  only?: readonly RuleId[]
  skip?: readonly RuleId[]
  level?: 'must' | 'should' | 'protocol'
  limits?: object
}

/** Whether openapi.yaml itself has limits of an id, a name, or a tag; other members have a rule of their own. */
const { id: ownIds, name: ownNames, tag: ownTags } = narrowLimits({})
const hasOwnLimits = [ownIds, ownNames, ownTags].some((own) => own !== undefined)

/** Returns whether a list names a rule, by the id that it has or had. */
export const isListed = (rule: RuleId, ids: readonly RuleId[] = []): boolean =>
  ids.some((id) => toCurrentId(id) === rule)

/** Returns whether a run sends and judges what a rule is about: rules about the protocol only on request. */
export const isSent = ({ only, level }: Choice, rule: RuleId): boolean =>
  getRule(rule).level !== 'protocol' || level === 'protocol' || isListed(rule, only)

/** Returns whether a rule fails the run if it is broken. What is about the protocol is only judged on request, so it always does. */
export const isFailing = ({ level }: Pick<Rule, 'level'>, lowest: Choice['level'] = 'must'): boolean =>
  level !== 'open' && (level !== 'should' || lowest !== 'must')

/** Returns whether a rule is selected. */
export const isChosen = (options: Choice, rule: RuleId): boolean => {
  const { only = [], skip = [], limits } = options
  const isSelected = (only.length === 0 || isListed(rule, only)) && !isListed(rule, skip)
  const isDeclared = rule !== 'refuses-outside-limits' || limits !== undefined || hasOwnLimits
  return isSelected && isSent(options, rule) && isDeclared
}
