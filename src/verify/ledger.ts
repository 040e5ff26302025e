import { type Exchange, joinPieces } from '../http/exchange.ts'
import { isBroken, type Verdict } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import type { Trial } from './trial.ts'

/** What was tried, with one request or a few. */
export type Tried = Omit<Trial, 'run'> & {
  /** What it shows, if the finding itself is about another one. */
  shown?: Verdict
}

/** One way in which a rule is broken. */
export interface Found extends Verdict {
  /** The rule of the check that found it, if it is another one. */
  check?: RuleId | undefined
  /** Identifies the cause; a rule has one finding for each cause. */
  cause?: string
  /** The trial that shows it, and those that failed in the same way. */
  trials: readonly [Tried, ...Tried[]]
  /** A broken rule that explains it, so that it isn't reported by itself. */
  hiddenBy?: RuleId | undefined
  /** The rules of the checks whose requests have to come before it. */
  after?: readonly RuleId[]
  /** Whether it happens only now and then. */
  isRare?: boolean
}

/** A finding that is shown by all trials of two; the first one has its exchanges. */
export const joinTrials = (found: Found, other: Found): Found => {
  const [first, ...others] = other.trials
  return { ...found, trials: [...found.trials, { ...first, shown: other }, ...others] }
}

interface RuleLog {
  /** How many requests tried it. */
  tries: number
  /** Milliseconds that the trials of its check took. */
  duration: number
  /** Why trials couldn't test it, although nothing was wrong. */
  moot?: string
  /** The trials that kept the rule of their check, by their titles. */
  readonly kept: Set<string>
  /** How it is broken, simplest first. */
  findings: readonly Found[]
  /** The first failures of the causes that the run didn't try again. */
  readonly more: Found[]
  /** Observations, each with its subjects. */
  readonly notes: Map<string, string[]>
}

/** The results of the rules so far. */
export interface Ledger {
  /** What the run tried, as a baseline names it. */
  readonly tried: ReadonlySet<string>
  of(rule: RuleId): RuleLog
  isBroken(rule: RuleId): boolean
  /** Returns the broken rule of some that the report names, so that what rests on it isn't reported by itself. */
  findGround(rules: readonly RuleId[]): RuleId | undefined
  broken(): RuleId[]
  /** Counts the requests that tried each rule, and notes which trials of a check kept its rule. */
  count(verdicts: readonly Verdict[], trial?: { rule?: RuleId; trial: Tried; duration: number }): void
  /** Adds a finding; of two with the same cause, the simpler one stays. */
  add(finding: Found): void
  /** Counts and adds what the run as a whole found, outside of the trials of a check. */
  report(verdict: Verdict, title: string, cause?: string): void
  note(rule: RuleId, subject: string, note: string): void
}

/** An object of whole numbers and words. */
const simple = /^\{(?:"\w+":(?:-?\d+|"[a-z]+")(?:,(?!\})|\}$))+$/i

/** Returns the complexity of exchanges: lower for fewer requests, for short and simple bodies, whose digits don't count. */
export const measure = (exchanges: readonly Exchange[]): number =>
  exchanges.reduce((sum, { request }) => {
    const size = request.pieces.reduce((bytes, piece) => bytes + piece.length, 0)
    const body = size < 200 ? joinPieces(request).toString() : ''
    return sum + 1000 + (simple.test(body) ? body.replaceAll(/\d/g, '').length : 100 + size)
  }, 0)

export function createLedger(isReported: (rule: RuleId) => boolean = () => true): Ledger {
  const logs = new Map<RuleId, RuleLog>()
  const tried = new Set<string>()

  function of(rule: RuleId): RuleLog {
    const log = logs.get(rule) ?? {
      tries: 0,
      duration: 0,
      kept: new Set(),
      findings: [],
      more: [],
      notes: new Map(),
    }
    logs.set(rule, log)
    return log
  }

  const ledger: Ledger = {
    tried,
    of,
    isBroken: (rule) => of(rule).findings.length > 0,
    findGround: (rules) => rules.find((rule) => isReported(rule) && ledger.isBroken(rule)),
    broken: () => [...logs].filter(([, { findings }]) => findings.length > 0).map(([rule]) => rule),
    count(verdicts, planned) {
      const seen = new Set<string>()
      for (const { rule, kind, problem, exchanges } of verdicts) {
        const last = exchanges.at(-1)
        const key = `${rule} ${last?.number}`
        if (kind === 'moot') of(rule).moot = problem
        else if (!seen.has(key)) of(rule).tries++
        seen.add(key)
      }
      if (planned?.rule !== undefined) of(planned.rule).duration += planned.duration
      const { planned: own, isDrawn = false } = planned?.trial ?? {}
      // A random request is another one each time.
      if (own !== undefined && planned?.rule !== undefined && verdicts.some(({ kind }) => kind !== 'moot')) {
        tried.add(own.name)
        if (!isDrawn) tried.add(own.check)
      }
      const ofRule = verdicts.filter(({ rule, kind }) => rule === planned?.rule && kind !== 'moot')
      const isKept = ofRule.length > 0 && !ofRule.some(isBroken)
      if (planned?.rule !== undefined && isKept) of(planned.rule).kept.add(planned.trial.title)
    },
    add(finding) {
      const log = of(finding.rule)
      const same = log.findings.find(({ cause }) => cause === finding.cause)
      const isSimpler = same === undefined || measure(finding.exchanges) < measure(same.exchanges)
      const joined =
        same === undefined ? finding : isSimpler ? joinTrials(finding, same) : joinTrials(same, finding)
      const all = [...log.findings.filter((other) => other !== same), joined]
      log.findings = all.sort((one, other) => measure(one.exchanges) - measure(other.exchanges))
    },
    report(verdict, title, cause) {
      ledger.count([verdict])
      ledger.add({ ...verdict, ...(cause && { cause }), trials: [{ title }] })
    },
    note(rule, subject, note) {
      const { notes } = of(rule)
      notes.set(note, [...(notes.get(note) ?? []), subject])
    },
  }
  return ledger
}
