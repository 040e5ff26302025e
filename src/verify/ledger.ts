import { setTimeout as sleep } from 'node:timers/promises'
import { type Finding, toFindingKey } from '../judge/finding.ts'
import type { RuleId } from '../judge/rules.ts'
import type { Health } from './condition.ts'

/** What a run has found about each rule. */
export interface Ledger {
  /** Notes that a rule could have been broken. */
  count(rule: RuleId): void
  tries(rule: RuleId): number
  has(finding: Finding): boolean
  add(finding: Finding): void
  of(rule: RuleId): readonly LedgerFinding[]
  /** Notes a finding that didn't come again. */
  addOnce(finding: Finding): void
  readonly once: readonly Finding[]
}

/** A finding, and what else was sent that shows the same. */
export interface LedgerFinding extends Finding {
  alike: string[]
}

export function createLedger(): Ledger {
  const tries = new Map<RuleId, number>()
  const found = new Map<string, LedgerFinding>()
  const once = new Map<string, Finding>()
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

/** What was found, and whether it says nothing, since something is stored that must not be. */
export interface Attempt {
  findings: readonly Finding[]
  isMoot: boolean
}

/** Milliseconds before something is tried again after there was no response. */
const pause = 500

interface ConfirmContext {
  ledger: Ledger
  health: Health
  signal: AbortSignal
}

/**
 * Carries out something that may show findings, and again if it does, since only what comes again counts, and only
 * while the service accepts plain requests.
 *
 * @param run makes its requests anew each time
 */
export async function confirmAttempt(
  { ledger, health, signal }: ConfirmContext,
  run: () => Promise<Attempt>,
): Promise<void> {
  if (signal.aborted) return
  const { findings: first } = await run()
  for (const known of first.filter((one) => ledger.has(one))) ledger.add(known)
  const fresh = first.filter((one) => !ledger.has(one))
  if (fresh.length === 0) return
  // A service that restarts needs a moment.
  if (fresh.some(hasNoResponse)) await sleep(pause)
  const keep = async (findings: readonly Finding[]): Promise<Finding[]> => {
    const second = await run()
    const again = new Set(second.findings.map(toFindingKey))
    // What was stored the first time can't be stored again.
    const isLasting = (one: Finding): boolean => second.isMoot || again.has(toFindingKey(one))
    for (const one of findings) if (!isLasting(one)) ledger.addOnce(one)
    return findings.filter(isLasting)
  }
  let lasting = await keep(fresh)
  if (lasting.length === 0) return
  const condition = await health.check()
  if (condition === 'recovered') lasting = await keep(lasting)
  if (condition !== 'changed') for (const one of lasting) ledger.add(one)
}

/** The same for what is never moot. */
export const confirm = (context: ConfirmContext, run: () => Promise<readonly Finding[]>): Promise<void> =>
  confirmAttempt(context, async () => ({ findings: await run(), isMoot: false }))

const hasNoResponse = ({ exchanges }: Finding): boolean => exchanges.at(-1)?.outcome.kind !== 'answer'
