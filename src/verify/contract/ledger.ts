import { type ContractFinding, toFindingKey } from '../../judge/contract/finding.ts'
import type { ContractRuleId } from '../../judge/contract/rules.ts'

/** What a run has found about each rule. */
export interface Ledger {
  /** Notes that a rule could have been broken. */
  count(rule: ContractRuleId): void
  tries(rule: ContractRuleId): number
  has(finding: ContractFinding): boolean
  add(finding: ContractFinding): void
  of(rule: ContractRuleId): readonly Found[]
  /** Notes a finding that didn't come again. */
  addOnce(finding: ContractFinding): void
  readonly once: readonly ContractFinding[]
}

/** A finding, and what else was sent that shows the same. */
export interface Found extends ContractFinding {
  alike: string[]
}

/** Makes an empty ledger. */
export function createLedger(): Ledger {
  const tries = new Map<ContractRuleId, number>()
  const found = new Map<string, Found>()
  const once = new Map<string, ContractFinding>()
  return {
    count: (rule) => void tries.set(rule, (tries.get(rule) ?? 0) + 1),
    tries: (rule) => tries.get(rule) ?? 0,
    has: (finding) => found.has(toFindingKey(finding)),
    add(finding) {
      const key = toFindingKey(finding)
      const same = found.get(key)
      if (same === undefined) found.set(key, { ...finding, alike: [] })
      else if (same.tried !== finding.tried && !same.alike.includes(finding.tried))
        same.alike.push(finding.tried)
    },
    of: (rule) => [...found.values()].filter((one) => one.rule === rule),
    addOnce: (finding) => void once.set(toFindingKey(finding), finding),
    get once() {
      return [...once.values()].filter((finding) => !found.has(toFindingKey(finding)))
    },
  }
}

/**
 * Carries out something that may show findings, and again if it does, since only what comes again counts.
 *
 * @param run makes its requests anew each time
 */
export async function confirm(ledger: Ledger, run: () => Promise<ContractFinding[]>): Promise<void> {
  const first = await run()
  for (const known of first.filter((one) => ledger.has(one))) ledger.add(known)
  const fresh = first.filter((one) => !ledger.has(one))
  if (fresh.length === 0) return
  const again = new Set((await run()).map(toFindingKey))
  for (const one of fresh)
    if (again.has(toFindingKey(one))) ledger.add(one)
    else ledger.addOnce(one)
}
