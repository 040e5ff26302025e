import { type Exchange, joinPieces } from '../http/exchange.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { wasTaken } from './judge-trial.ts'
import type { Verdict } from './trial.ts'

/** One way in which a rule is broken, and the requests that show it. */
export interface Finding {
  rule: RuleId
  /** The rule of the check that found it, if it is another one. */
  check?: RuleId
  /** Identifies the cause; a rule has one finding for each cause. */
  cause?: string
  title: string
  problem: string
  exchanges: readonly Exchange[]
  /** What else was tried and failed in the same way. */
  alike?: readonly string[]
  /** A broken rule that explains it, so that it isn't reported by itself. */
  hiddenBy?: RuleId
}

/** The results of the rules so far. */
export interface Ledger {
  /** Counts the requests that tried each rule, and notes which trials of a check kept its rule. */
  count(verdicts: readonly Verdict[], trial?: { rule?: RuleId; trial: { title: string } }): void
  /** Adds a finding; of two with the same cause, the simpler one stays. */
  add(finding: Finding): void
  /** Notes that a rule has more causes than the run tried again. */
  addMore(rule: RuleId, count: number): void
  readonly more: ReadonlyMap<RuleId, number>
  note(rule: RuleId, subject: string, note: string): void
  /** Notes that a trial of a rule got no useful answer. */
  lose(rule: RuleId): void
  readonly lost: ReadonlySet<RuleId>
  readonly tries: ReadonlyMap<RuleId, number>
  /** The titles of the trials that kept the rule of their check. */
  readonly kept: ReadonlyMap<RuleId, ReadonlySet<string>>
  /** Why the trials of a rule said nothing about it, although nothing was wrong. */
  readonly moot: ReadonlyMap<RuleId, string>
  /** Whether a valid plant was created. */
  readonly hasCreated: boolean
  /** The findings of every broken rule, simplest first. */
  readonly findings: ReadonlyMap<RuleId, readonly Finding[]>
  readonly notes: ReadonlyMap<RuleId, ReadonlyMap<string, readonly string[]>>
}

const plain = /^\{"id":-?\d+,"name":"[A-Za-z]+"(?:,"tag":"[A-Za-z]+")?\}$/

/** Returns the complexity of exchanges: lower for fewer and shorter ones, and for plain plants. */
export const measure = (exchanges: readonly Exchange[]): number =>
  exchanges.reduce((sum, { request }) => {
    const size = request.pieces.reduce((bytes, piece) => bytes + piece.length, 0)
    const isPlain = size < 100 && plain.test(joinPieces(request).toString())
    return sum + size + (isPlain ? 1000 : 1100)
  }, 0)

export function createLedger(): Ledger {
  const tries = new Map<RuleId, number>()
  const kept = new Map<RuleId, Set<string>>()
  const findings = new Map<RuleId, Finding[]>()
  const notes = new Map<RuleId, Map<string, string[]>>()
  const more = new Map<RuleId, number>()
  const lost = new Set<RuleId>()
  const moots = new Map<RuleId, string>()
  let hasCreated = false

  function noteKept(verdicts: readonly Verdict[], rule: RuleId, title: string): void {
    const own = verdicts.filter((verdict) => verdict.rule === rule && verdict.moot === undefined)
    if (own.length === 0 || own.some(({ problem }) => problem !== undefined)) return
    kept.set(rule, (kept.get(rule) ?? new Set()).add(title))
  }

  return {
    tries,
    kept,
    moot: moots,
    lost,
    findings,
    more,
    notes,
    addMore: (rule, count) => more.set(rule, (more.get(rule) ?? 0) + count),
    get hasCreated() {
      return hasCreated
    },
    lose: (rule) => lost.add(rule),
    count(verdicts, planned) {
      const seen = new Map<RuleId, Set<Exchange | undefined>>()
      for (const { rule, exchanges, moot } of verdicts) {
        const last = exchanges.at(-1)
        hasCreated ||= rule === 'created-is-200' && last !== undefined && wasTaken(last)
        if (moot !== undefined) {
          moots.set(rule, moot)
          continue
        }
        const ofRule = seen.get(rule) ?? new Set()
        seen.set(rule, ofRule.add(last))
      }
      for (const [rule, ofRule] of seen) tries.set(rule, (tries.get(rule) ?? 0) + ofRule.size)
      if (planned?.rule !== undefined) noteKept(verdicts, planned.rule, planned.trial.title)
    },
    add(finding) {
      const known = findings.get(finding.rule) ?? []
      const same = known.find(({ cause }) => cause === finding.cause)
      const isSimpler = same !== undefined && measure(finding.exchanges) < measure(same.exchanges)
      if (same !== undefined && !isSimpler) return
      const others = known.filter((other) => other !== same)
      findings.set(
        finding.rule,
        [...others, finding].sort((one, other) => measure(one.exchanges) - measure(other.exchanges)),
      )
    },
    note(rule, subject, note) {
      const ofRule = notes.get(rule) ?? new Map<string, string[]>()
      notes.set(rule, ofRule.set(note, [...(ofRule.get(note) ?? []), subject]))
    },
  }
}
