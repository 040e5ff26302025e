import type { Burst } from '../http/curl.ts'
import type { Exchange } from '../http/exchange.ts'
import type { RuleId } from '../judge/generated/rules.ts'

/** The rules that a service may break only under concurrency, and whether each request needs its own id. */
const hasFreshIds: Partial<Record<RuleId, boolean>> = { 'requests-at-once': true, 'stored-id-no-5xx': false }

/** Says how many requests at the same time it takes to reproduce a finding; undefined if one request is enough. */
export function findBurst(rule: RuleId, exchanges: readonly Exchange[]): Burst | undefined {
  const fresh = hasFreshIds[rule]
  const atOnce = Math.max(1, ...exchanges.map((exchange) => exchange.atOnce ?? 1))
  return fresh === undefined || atOnce === 1 ? undefined : { atOnce, hasFreshIds: fresh }
}
