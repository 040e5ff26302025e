import { groups, type Rule, type RuleGroup, type RuleId, rules } from './generated/rules.ts'

/** The rules by their ids, also by those that they had before. */
const byId: ReadonlyMap<string, Rule> = new Map(
  rules.flatMap((rule) => [
    [rule.id, rule],
    ...(rule.was === undefined ? [] : ([[rule.was, rule]] as const)),
  ]),
)

export const getRule = (id: RuleId): Rule => byId.get(id) as Rule

/** Returns the id that a rule has today; a text that was never one stays as it is. */
export const toCurrentId = <Id extends string>(id: Id): Id => (byId.get(id)?.id ?? id) as Id

export const isRuleId = (text: string): text is RuleId => byId.has(text)

export const isIn = (id: RuleId, group: RuleGroup): boolean => getRule(id).groups?.includes(group) ?? false

const findGroup = (id: RuleId) => groups[isIn(id, 'credentials') ? 'credentials' : 'bodies']

/** Returns the rule that a 5xx breaks if it answers a request that must be refused by a rule: its own if it isn't about such requests only. */
export const toServerErrorRule = (id: RuleId): RuleId =>
  (isIn(id, 'refuses') ? findGroup(id).serverErrors : undefined) ?? id

/** Returns the open rule that records the status of a refusal under a rule. */
export const toStatusRule = (id: RuleId): RuleId => getRule(id).status ?? findGroup(id).status ?? id
