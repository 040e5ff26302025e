import type { Exchange } from '../http/exchange.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import type { Verdict } from './trial.ts'

/** A rule that is broken: by what, and the requests that show it. */
interface Finding {
  rule: RuleId
  title: string
  problem: string
  exchanges: readonly Exchange[]
}

/** What is known of the rules so far. */
export interface Ledger {
  /** Counts the requests that tried each rule. */
  count(verdicts: readonly Verdict[]): void
  /** Keeps the smallest finding of a rule. */
  add(finding: Finding): void
  note(rule: RuleId, subject: string, note: string): void
  /** Notes that a trial of a rule got no answer that could tell. */
  lose(rule: RuleId): void
  /** The rules of which trials were lost. */
  readonly lost: ReadonlySet<RuleId>
  readonly tries: ReadonlyMap<RuleId, number>
  readonly findings: ReadonlyMap<RuleId, Finding>
  readonly notes: ReadonlyMap<RuleId, ReadonlyMap<string, readonly string[]>>
}

/** Tells how many bytes the bodies of exchanges have together. */
export const measure = (exchanges: readonly Exchange[]): number =>
  exchanges.reduce(
    (sum, { request }) => sum + request.pieces.reduce((size, piece) => size + piece.length, 0),
    exchanges.length * 1000,
  )

/** Makes an empty ledger. */
export function createLedger(): Ledger {
  const tries = new Map<RuleId, number>()
  const findings = new Map<RuleId, Finding>()
  const notes = new Map<RuleId, Map<string, string[]>>()
  const lost = new Set<RuleId>()
  return {
    tries,
    lost,
    findings,
    lose: (rule) => lost.add(rule),
    notes,
    count(verdicts) {
      const seen = new Map<RuleId, Set<Exchange | undefined>>()
      for (const { rule, exchanges } of verdicts) {
        const ofRule = seen.get(rule) ?? new Set()
        seen.set(rule, ofRule.add(exchanges.at(-1)))
      }
      for (const [rule, ofRule] of seen) tries.set(rule, (tries.get(rule) ?? 0) + ofRule.size)
    },
    add(finding) {
      const known = findings.get(finding.rule)
      if (known === undefined || measure(finding.exchanges) < measure(known.exchanges)) {
        findings.set(finding.rule, finding)
      }
    },
    note(rule, subject, note) {
      const ofRule = notes.get(rule) ?? new Map<string, string[]>()
      notes.set(rule, ofRule.set(note, [...(ofRule.get(note) ?? []), subject]))
    },
  }
}
