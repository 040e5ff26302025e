import type { RuleId } from '../judge/generated/rules.ts'
import { getRule, isIn } from '../judge/rules.ts'
import type { Phase } from './checks/checks.ts'
import { confirm, type Failure, isWrongText, type Past } from './confirm.ts'
import { explain, findCause, findGround, toTried } from './explain.ts'
import type { FlakyLog } from './flaky.ts'
import { isLate } from './judge.ts'
import { type Ledger, measure } from './ledger.ts'
import { shrink } from './shrink.ts'
import type { Session } from './trial.ts'

/** How many failing trials of a rule's first cause are run again. */
const maxTries = 3

/** How many causes of a rule are run again and reported. */
const maxCauses = 10

/** What it takes to turn the failures of a phase into findings. */
interface Finding {
  phase: Phase
  session: Session
  ledger: Ledger
  flaky: FlakyLog
  /** The trials of the run so far. */
  history: readonly Past[]
}

/** Counts the rules in the longest chain of rules that a rule rests on. */
const toDepth = (rule: RuleId): number =>
  Math.max(0, ...(getRule(rule).restsOn ?? []).map((ground) => 1 + toDepth(ground)))

type OfCause = [Failure, ...Failure[]]

/** Groups failures by cause, simplest first. */
function groupByCause(failures: readonly Failure[]): OfCause[] {
  const causes = new Map<string, OfCause>()
  for (const failure of failures) {
    const cause = findCause(failure)
    const known = causes.get(cause)
    if (known === undefined) causes.set(cause, [failure])
    else known.push(failure)
  }
  return [...causes.values()]
}

/** Turns the failures of a phase into findings: each is tried again, made smaller, and explained. */
export async function findFailures(failures: readonly Failure[], finding: Finding): Promise<void> {
  const { phase, session, ledger, flaky, history } = finding
  const forget = (some: readonly Failure[]): void => flaky.explain(some.map(({ trial }) => trial.title))

  /** Adds the finding of a failure that happens again, alone or among others; returns whether it does. */
  async function find(failure: Failure, alike: readonly Failure[], isAmong = false): Promise<boolean> {
    const context = { alike, ledger, flakyRule: phase.flakyRule }
    // A failure that another rule explains isn't reported by itself, so it needs no confirmation.
    if (findGround(failure, ledger) !== undefined) {
      ledger.add(explain(failure, { verdict: failure.verdict, how: 'alone' }, context))
      return true
    }
    const { isConcurrent } = phase
    const confirmed = await confirm(failure, session, isAmong ? { history, isConcurrent } : undefined)
    if (confirmed === undefined) return false
    const smaller = await shrink(failure, confirmed, session)
    // A failure that couldn't be tried again isn't reported.
    if (!session.signal.aborted) ledger.add(explain(failure, smaller, context))
    return true
  }

  async function findOfRule(rule: RuleId, ofRule: readonly Failure[]): Promise<void> {
    const ofTables = ofRule.filter(({ random }) => random === undefined)
    const isRandom = ofTables.length === 0
    // A random text is unusual in several ways, and a known failure may explain it.
    const isKnown = (found: RuleId): boolean =>
      found === rule || (isIn(found, 'texts') && isIn(rule, 'texts'))
    if (isRandom && ledger.broken().some(isKnown)) return forget(ofRule)
    // Making a random request smaller takes many requests, so one per rule has to be enough.
    const causes = isRandom ? groupByCause(ofRule).slice(0, 1) : groupByCause(ofTables)
    const unconfirmed: Failure[] = []
    for (const [index, ofCause] of causes.slice(0, maxCauses).entries()) {
      let isFound = false
      for (const failure of ofCause.slice(0, index === 0 ? maxTries : 1))
        isFound ||= await find(failure, ofCause)
      if (session.signal.aborted) return
      if (isFound) forget(ofCause)
      else unconfirmed.push(ofCause[0])
    }
    for (const more of causes.slice(maxCauses)) {
      forget(more)
      const [first, ...others] = more
      ledger.of(rule).more.push({ ...first.verdict, trials: [toTried(first), ...others.map(toTried)] })
    }
    // A wrong text can't be bad luck.
    unconfirmed.sort((one, other) => Number(isWrongText(other.verdict)) - Number(isWrongText(one.verdict)))
    const [first] = unconfirmed
    const isExplained =
      first === undefined ||
      ledger.isBroken(rule) ||
      (await find(first, [first], true)) ||
      session.signal.aborted
    if (isExplained) return forget(unconfirmed)
    for (const { trial, verdict } of unconfirmed) {
      const last = verdict.exchanges.at(-1)
      if (last !== undefined && !isLate(verdict)) flaky.add(last, trial.title, verdict.problem)
    }
  }

  // Trials from tables come first, since they are small and of one kind.
  const sorted = failures.toSorted(
    (one, other) =>
      Number(one.random !== undefined) - Number(other.random !== undefined) ||
      measure(one.verdict.exchanges) - measure(other.verdict.exchanges),
  )
  const rules = [...new Set(sorted.map(({ verdict }) => verdict.rule))]
  for (const rule of rules.sort((one, other) => toDepth(one) - toDepth(other))) {
    if (session.signal.aborted) return
    await findOfRule(
      rule,
      sorted.filter(({ verdict }) => verdict.rule === rule),
    )
  }
}
