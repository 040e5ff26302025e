import { getRule, type Rule, type RuleId, rules, toCurrentId } from '../judge/rules.ts'
import type { Probe } from '../probes/probe.ts'
import type { VerifyOptions } from './options.ts'

type RuleChoice = Pick<VerifyOptions, 'only' | 'skip' | 'level'>

/** Says whether a run judges a rule; those about the protocol only on request. */
export function isChosen({ id, level }: Rule, { only = [], skip = [], level: lowest }: RuleChoice): boolean {
  const isListed = (ids: readonly string[]): boolean => ids.some((one) => toCurrentId(one) === id)
  const isAsked = level !== 'protocol' || lowest === 'protocol' || isListed(only)
  return isAsked && (only.length === 0 || isListed(only)) && !isListed(skip)
}

/** Says whether a rule fails the run if it is broken. */
export const isFailing = ({ level }: Rule, lowest: RuleChoice['level'] = 'must'): boolean =>
  level !== 'open' && (level !== 'should' || lowest !== 'must')

/** The rules that any exchange may break, whatever it was made for. */
const ofEveryExchange: readonly RuleId[] = [
  'responds',
  'no-server-error',
  'documented-status',
  'response-content-type',
  'response-body-schema',
  'response-format',
  'response-headers',
  'optional-response-headers',
  'error-body-schema',
  'rejection-status',
  'challenge',
  'hides-internals',
  'hides-credentials',
  'response-follows-http',
]

/** The rules that any accepted request may break, since what it sent may come back in another way. */
const ofEveryEcho: readonly RuleId[] = [
  'sent-comes-back',
  'integers-come-back',
  'strings-come-back',
  'left-out-stays-out',
  'undescribed-properties',
  'default-comes-back',
]

/** Makes what says whether a probe can show anything about the chosen rules. */
export function createIsSent(choice: RuleChoice): (probe: Probe) => boolean {
  const chosen = new Set(rules.filter((rule) => isChosen(rule, choice)).map(({ id }) => id))
  const hasAny = (ids: readonly RuleId[]): boolean => ids.some((id) => chosen.has(id))
  const isAll = (choice.only ?? []).length === 0
  const [isOfEvery, isOfEcho] = [hasAny(ofEveryExchange), hasAny(ofEveryEcho)]
  return ({ rule, echo, kind }) =>
    chosen.has(rule) ||
    (echo !== undefined && chosen.has(echo)) ||
    (!isAll && (isOfEvery || (isOfEcho && kind === 'accept')) && getRule(rule).level !== 'protocol')
}
