import * as fc from 'fast-check'
import type { RuleId } from '../judge/generated/rules.ts'
import { getRule, isIn } from '../judge/rules.ts'
import type { Phase } from './checks/checks.ts'
import type { RandomCheck } from './checks/random-requests.ts'
import { findCause } from './find-cause.ts'
import { findHiding } from './find-hiding.ts'
import { type Ledger, measure } from './ledger.ts'
import { runTrial, withNewConnections } from './run-trial.ts'
import { type Broken, isBroken, isBrokenBy, type Session, type Trial } from './trial.ts'

/** How many trials of one rule are run again alone. */
const maxConfirmed = 3

/** How many causes of one rule are run again and reported. */
const maxCauses = 10

const maxReruns = 3

/** How many steps may make a random request smaller; each step sends one request. */
const maxShrinks = 150

/** How many requests are sent to reproduce a failure under load that couldn't be reproduced alone. */
const maxRecurring = 120

/** A trial to run, and the check that it belongs to. */
export interface Planned {
  trial: Trial
  /** The rule of its check; undefined for random requests, which can break several rules. */
  rule?: RuleId
  random?: { check: RandomCheck; index: number; rule: RuleId }
}

export type Failure = Planned & { verdict: Broken }

async function shrink({ random, verdict }: Failure, session: Session): Promise<Broken> {
  if (random === undefined || isBrokenBy(verdict, 'timeout')) return verdict
  const { check, index } = random
  let smallest = verdict
  let left = maxShrinks
  const property = fc.asyncProperty(check.arbitrary, async (value) => {
    if (left-- <= 0) return true
    const verdicts = await runTrial(check.toTrial(value), session)
    const found = verdicts.filter(isBroken)
    // Another rule about texts may fit the smaller request better.
    const match =
      found.find(({ rule }) => rule === verdict.rule) ??
      found.find(({ rule }) => isRelated(rule, verdict.rule))
    if (match === undefined) return true
    smallest = match
    return false
  })
  await fc.check(property, { seed: session.seed, path: String(index), numRuns: 1 })
  return smallest
}

const isRelated = (one: RuleId, other: RuleId): boolean =>
  (isIn(one, 'texts') && isIn(other, 'texts')) || (isIn(one, 'refuses') && isIn(other, 'refuses'))

/** Runs a failing trial again, alone; returns the most frequent failure, since each run has other ids. */
async function rerun({ trial, verdict }: Failure, alone: Session): Promise<Broken | undefined> {
  const wanted = isBrokenBy(verdict, 'timeout') ? 1 : 2
  let failed = 0
  for (let run = 0; run < maxReruns && run - failed < maxReruns - wanted + 1; run++) {
    const verdicts = await runTrial(trial, alone)
    // If the service doesn't recover, this trial brought it down.
    if (verdicts.length === 0 && isBrokenBy(verdict, 'dropped')) return verdict
    const found = verdicts.filter(isBroken).find(({ rule }) => rule === verdict.rule)
    if (found !== undefined && ++failed === wanted) return found
  }
  return undefined
}

/** Runs a trial that doesn't fail alone together with others like it; returns repeated failures, since one lost answer may be bad luck. */
async function recur(
  { trial, verdict }: Failure,
  { isConcurrent }: Phase,
  session: Session,
): Promise<Broken | undefined> {
  const atOnce = isConcurrent ? session.concurrency : 1
  for (let sent = 0; sent < maxRecurring && !session.signal.aborted; ) {
    const runs = await Promise.all(Array.from({ length: atOnce }, () => runTrial(trial, session)))
    const verdicts = runs.flat()
    const found = verdicts.filter(isBroken).find(({ rule }) => rule === verdict.rule)
    // A service that is too slow for so many requests at once is slow, not wrong.
    if (found !== undefined && !isBrokenBy(found, 'timeout')) return found
    sent += Math.max(atOnce, new Set(verdicts.map(({ exchanges }) => exchanges.at(-1))).size)
  }
  return undefined
}

/** Records a failure that doesn't happen alone: under its own rule if it happens again under load, or else as a note. */
async function addFlaky(failure: Failure, phase: Phase, session: Session, ledger: Ledger): Promise<void> {
  const { trial, verdict } = failure
  const { flakyRule } = phase
  const isKnown = ledger.findings.has(flakyRule)
  // A request that was accepted once counts as accepted: its id may be stored the next time.
  const wasTakenOnce = isIn(verdict.rule, 'refuses') && !isKnown
  const found = wasTakenOnce ? verdict : isKnown ? undefined : await recur(failure, phase, session)
  if (session.signal.aborted) return
  if (found === undefined) {
    if (!isKnown) ledger.note(flakyRule, trial.title, `${verdict.problem}, but not when tried again`)
    return
  }
  const { rule, problem, exchanges } = found
  const isOwn = wasTakenOnce || rule === flakyRule
  const hiddenBy = getRule(isOwn ? rule : flakyRule).restsOn?.find((ground) => ledger.findings.has(ground))
  ledger.add({
    rule: isOwn ? rule : flakyRule,
    ...(hiddenBy && { hiddenBy }),
    title: trial.title,
    problem: isOwn ? problem : `${problem}, but not when tried again alone`,
    exchanges,
  })
}

function sortByGround(rules: Iterable<RuleId>): RuleId[] {
  const toDepth = (rule: RuleId): number =>
    Math.max(0, ...(getRule(rule).restsOn ?? []).map((ground) => 1 + toDepth(ground)))
  return [...rules].sort((one, other) => toDepth(one) - toDepth(other))
}

type Cause = [cause: string, failures: [Failure, ...Failure[]]]

/** Groups failures by cause, simplest first, alternating between checks. */
function groupByCause(failures: readonly Failure[]): Cause[] {
  const causes = new Map<string, [Failure, ...Failure[]]>()
  for (const failure of failures) {
    const cause = findCause(failure)
    const known = causes.get(cause)
    if (known === undefined) causes.set(cause, [failure])
    else known.push(failure)
  }
  const turns = new Map<RuleId | undefined, number>()
  const inTurn = [...causes].map((group) => {
    const check = group[1][0].rule
    const turn = turns.get(check) ?? 0
    turns.set(check, turn + 1)
    return { group, turn }
  })
  return inTurn.sort((one, other) => one.turn - other.turn).map(({ group }) => group)
}

/** Runs failing trials again, alone, to distinguish failures that always happen from those under load. */
export async function confirm(
  failures: readonly Failure[],
  phase: Phase,
  session: Session,
  ledger: Ledger,
): Promise<void> {
  const alone = withNewConnections(session)
  // Trials from tables come first, since they are small and of one kind.
  const sorted = failures.toSorted(
    (one, other) =>
      Number(one.random !== undefined) - Number(other.random !== undefined) ||
      measure(one.verdict.exchanges) - measure(other.verdict.exchanges),
  )

  const controls = new Map<string, Promise<boolean>>()

  /** Adds the finding of a cause, or returns what fails but not alone; nothing if the run ended. */
  async function confirmCause(
    cause: string,
    ofCause: readonly [Failure, ...Failure[]],
    tries: number,
  ): Promise<Failure | undefined> {
    const [first] = ofCause
    const last = first.verdict.exchanges.at(-1)
    const verdicts = failures
      .map(({ verdict }) => verdict)
      .filter(({ exchanges }) => exchanges.at(-1) === last)
    const hiddenBy = await findHiding({ found: first.verdict, verdicts, session: alone, controls }, ledger)
    for (const failure of ofCause.slice(0, tries)) {
      // A failure that another rule explains isn't blamed, so it needs no confirmation.
      const found = hiddenBy === undefined ? await rerun(failure, alone) : failure.verdict
      if (session.signal.aborted) return undefined
      if (found === undefined) continue
      const { rule, problem, exchanges } =
        hiddenBy === undefined ? await shrink({ ...failure, verdict: found }, alone) : found
      const { title } = failure.trial
      const check = failure.rule ?? failure.random?.rule
      const alike = [...new Set(ofCause.map(({ trial }) => trial.title))].filter((other) => other !== title)
      ledger.add({
        rule,
        cause,
        title,
        problem,
        exchanges,
        alike,
        ...(check && { check }),
        ...(hiddenBy && { hiddenBy }),
      })
      return undefined
    }
    return first
  }

  for (const rule of sortByGround(new Set(sorted.map(({ verdict }) => verdict.rule)))) {
    const ofRule = sorted.filter(({ verdict }) => verdict.rule === rule)
    const ofTables = ofRule.filter(({ random }) => random === undefined)
    // A random text is unusual in several ways, and a known failure may explain it.
    const isKnown = [...ledger.findings.keys()].some(
      (found) => found === rule || (isIn(found, 'texts') && isIn(rule, 'texts')),
    )
    if (isKnown && ofTables.length === 0) continue
    const isRandom = ofTables.length === 0
    // Making a random request smaller takes many requests, so one per rule has to be enough.
    const causes = isRandom ? groupByCause(ofRule).slice(0, 1) : groupByCause(ofTables)
    const flaky: Failure[] = []
    for (const [index, [cause, ofCause]] of causes.slice(0, maxCauses).entries()) {
      const failure = await confirmCause(cause, ofCause, index === 0 ? maxConfirmed : 1)
      if (session.signal.aborted) return
      if (failure !== undefined) flaky.push(failure)
    }
    if (causes.length > maxCauses) ledger.addMore(rule, causes.length - maxCauses)
    const [first] = flaky
    if (first !== undefined && !ledger.findings.has(rule)) await addFlaky(first, phase, session, ledger)
  }
}
