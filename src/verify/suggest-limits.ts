import { isSuccess } from '../http/exchange.ts'
import { type RuleId, rules } from '../judge/generated/rules.ts'
import { isIn } from '../judge/rules.ts'
import { kindOfIds } from '../probes/ids.ts'
import type { Found, Ledger, Tried } from './ledger.ts'

/** Common limits of ids: those of common types, and positive ids. */
const minima = [-(2n ** 53n) + 1n, -(2n ** 31n), 0n, 1n]
const maxima = [2n ** 62n, 2n ** 53n - 1n, 2n ** 32n - 1n, 2n ** 31n - 1n]

const readIds = (trials: readonly Tried[]): bigint[] => trials.flatMap(({ id }) => id ?? [])

const isRefused = ({ exchanges }: Found): boolean => {
  const outcome = exchanges.at(-1)?.outcome
  return outcome?.kind === 'answer' && outcome.answer.status < 500 && !isSuccess(outcome.answer.status)
}

/** Says whether a finding is about the value of an id, not about the form in which it is written. */
const isAboutValue = ({ trials: [{ kind }] }: Found): boolean => kind === kindOfIds

/** Suggests limits that explain all ids that a service refused, as a sentence for the finding of a rule. */
export function suggestIdLimits(rule: RuleId, ledger: Ledger): string | undefined {
  if (!isIn(rule, 'ids') || !ledger.of(rule).findings.some((one) => isAboutValue(one) && isRefused(one)))
    return undefined
  const logs = rules.filter(({ id }) => isIn(id, 'ids')).map(({ id }) => ledger.of(id))
  const found = logs.flatMap(({ findings }) => findings.filter(isRefused))
  const refused = readIds(found.flatMap(({ trials }) => trials))
  const accepted = readIds(logs.flatMap(({ kept }) => [...kept.values()]))
  const low = refused.filter((id) => id <= 0n)
  const high = refused.filter((id) => id > 0n)
  const minimum = minima.find((limit) => low.every((id) => id < limit) && accepted.every((id) => id >= limit))
  const maximum = maxima.find(
    (limit) => high.every((id) => id > limit) && accepted.every((id) => id <= limit),
  )
  const limits = [
    ...(low.length > 0 && minimum !== undefined ? [`minimum: ${minimum}`] : []),
    ...(high.length > 0 && maximum !== undefined ? [`maximum: ${maximum}`] : []),
  ]
  if (limits.length === 0) return undefined
  return `If this limit is intended, declare it: --limits limits.yaml with id: { ${limits.join(', ')} }`
}
