import * as fc from 'fast-check'
import { wasRefused, wasTaken } from '../http/exchange.ts'
import { isBroken, type Verdict } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { getRule, isIn } from '../judge/rules.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import type { Phase } from './checks/checks.ts'
import type { RandomCheck } from './checks/random-requests.ts'
import { findBefore, type Past, plainPlant } from './find-before.ts'
import { findCause } from './find-cause.ts'
import type { FlakyLog } from './flaky.ts'
import { isLate } from './judge.ts'
import { type Found, type Ledger, measure, type Tried } from './ledger.ts'
import { type Ran, runTrial, withNewConnections } from './run-trial.ts'
import { sendPlant } from './send-ask.ts'
import { isBrokenBy, type Session, type Trial } from './trial.ts'

/** How many failing trials of a rule's first cause are run again, and how often each. */
const maxConfirmed = 3
const maxReruns = 3

/** How many causes of a rule are run again and reported. */
const maxCauses = 10

/** How many requests may make a random one smaller, and how many may reproduce a failure that happens only under load. */
const maxShrinks = 150
const maxRecurring = 120

/** A trial to run, and the check that it belongs to. */
export interface Planned {
  trial: Trial
  /** The rule of its check; undefined for random requests, which can break several rules. */
  rule?: RuleId
  random?: { check: RandomCheck; index: number; rule: RuleId }
}

export type Failure = Planned & { verdict: Verdict; span: Ran['span'] }

/** What it takes to confirm the failures of a phase. */
interface Confirming {
  phase: Phase
  session: Session
  ledger: Ledger
  flaky: FlakyLog
  /** The trials of the run so far. */
  history: readonly Past[]
}

const isRelated = (one: RuleId, other: RuleId): boolean =>
  (['texts', 'refuses'] as const).some((group) => isIn(one, group) && isIn(other, group))

async function shrink({ random, verdict }: Failure, session: Session): Promise<Verdict> {
  if (random === undefined || isBrokenBy(verdict, 'timeout')) return verdict
  const { check, index } = random
  let smallest = verdict
  let left = maxShrinks
  const property = fc.asyncProperty(check.arbitrary, async (value) => {
    if (left-- <= 0) return true
    const found = (await runTrial(check.toTrial(value), session)).filter(isBroken)
    // Another rule about texts may fit the smaller request better.
    const match =
      found.find(({ rule }) => rule === verdict.rule) ??
      found.find(({ rule }) => isRelated(rule, verdict.rule))
    smallest = match ?? smallest
    return match === undefined
  })
  await fc.check(property, { seed: session.seed, path: String(index), numRuns: 1 })
  return smallest
}

/** Runs a failing trial again, alone; returns a failure if most runs fail, since each run has other ids. */
async function rerun({ trial, verdict }: Failure, session: Session): Promise<Verdict | undefined> {
  const fresh = withNewConnections(session)
  const isSlow = isLate(verdict)
  const wanted = isSlow ? maxReruns : isBrokenBy(verdict, 'timeout') ? 1 : 2
  let failed = 0
  for (let run = 0; run < maxReruns && run - failed <= maxReruns - wanted; run++) {
    // Other requests in between, a different number each time, show whether every n-th request is slow, whatever it is.
    for (let other = 0; isSlow && other < run; other++) await sendPlant(session, createPlainPlant(session))
    // The end of a connection, or of an answer without a length, shows only on a connection that stays open.
    const isKept = verdict.place === '/response/headers/connection' || (wanted === 1 && run === maxReruns - 1)
    const alone = isKept ? session : fresh
    const verdicts = await runTrial(trial, alone)
    // If the service doesn't recover, this trial brought it down.
    if (verdicts.length === 0 && (isBrokenBy(verdict, 'dropped') || isBrokenBy(verdict, 'gone')))
      return verdict
    const found = verdicts.filter(isBroken).find(({ rule }) => rule === verdict.rule)
    if (found !== undefined && ++failed === wanted) return found
    // The text of the first run is stored now, so a service with unique texts refuses it.
    if (
      isIn(verdict.rule, 'texts') &&
      alone.memory.hasUniqueTexts &&
      verdicts.some(({ exchanges }) => exchanges.some(wasRefused))
    )
      return verdict
  }
  return undefined
}

/** Repeats a trial that doesn't fail alone, at the same time if its phase is concurrent, since one lost answer may be bad luck. */
async function recur(
  { trial, verdict }: Failure,
  { isConcurrent }: Phase,
  session: Session,
): Promise<Verdict | undefined> {
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

/** Records a failure that happens only after other requests; returns whether it is one. */
async function addBefore(failure: Failure, { session, ledger, history }: Confirming): Promise<boolean> {
  // Each search takes dozens of requests.
  const isPossible = !session.memory.plan.isSlow && !isBrokenBy(failure.verdict, 'timeout')
  const found = isPossible ? await findBefore(failure, history, session) : undefined
  if (found === undefined) return false
  const { verdict, before } = found
  const [only] = before
  const what = before.length === 1 && only !== undefined ? only.title : `${before.length} trials of the run`
  const title = `${failure.trial.title}, ${only === undefined ? 'on one connection' : `after ${what}`}`
  const cause = only === undefined ? plainPlant.title : what
  const { rule: check = failure.random?.rule } = failure
  const alike = (id: RuleId): boolean =>
    isIn(id, 'credentials') && ledger.of(id).findings.some((found) => found.cause === cause)
  // Credentials that stick to a connection are one mistake, whatever the other ones are.
  const hiddenBy = isIn(verdict.rule, 'credentials')
    ? ledger.findGround(ledger.broken().filter(alike))
    : undefined
  ledger.add({ ...verdict, check, cause, trials: [{ ...failure.trial, title }], hiddenBy })
  return true
}

/** Records a failure that doesn't happen alone: under its own rule if it happens again under load, or else as flaky. */
async function addFlaky(failure: Failure, confirming: Confirming): Promise<void> {
  const { phase, session, ledger, flaky } = confirming
  const { trial } = failure
  // A tag that a service makes up only once is that of somebody else.
  const isForeign = failure.verdict.rule === 'omitted-tag-stays-out'
  const verdict: Verdict = { ...failure.verdict, ...(isForeign && { rule: 'plant-echoes-tag' }) }
  const { flakyRule } = phase
  const isKnown = ledger.isBroken(flakyRule)
  // A request that was accepted once counts as accepted: its id may be stored the next time.
  const wasTakenOnce = isIn(verdict.rule, 'refuses') && !isKnown
  let found = wasTakenOnce ? verdict : isKnown ? undefined : await recur(failure, phase, session)
  if (!isKnown && !session.ids.areFew && isWrongText(verdict)) found ??= verdict
  if (session.signal.aborted) return
  if (found === undefined) {
    if (!isKnown) addOnce(failure, flaky)
    return
  }
  flaky.explain([trial.title])
  const isOwn = wasTakenOnce || found.rule === flakyRule
  const rule = isOwn || found === verdict ? found.rule : flakyRule
  ledger.add({
    ...found,
    rule,
    hiddenBy: ledger.findGround(getRule(rule).restsOn ?? []),
    trials: [trial],
    problem: wasTakenOnce
      ? found.problem
      : `${found.problem}, but not ${isOwn ? 'each time' : 'when tried again alone'}`,
  })
}

/** Returns whether a success has another name or tag than was sent, which no load explains. */
const isWrongText = ({ place, exchanges }: Verdict): boolean =>
  /^\/response\/body\/(?:name|tag)$/.test(place) && exchanges.some(wasTaken)

/** Counts a failure that didn't come again. */
function addOnce({ trial, verdict }: Failure, flaky: FlakyLog): void {
  const last = verdict.exchanges.at(-1)
  const problem = isLate(verdict) ? 'the answer took far longer than others' : verdict.problem
  if (last !== undefined) flaky.add(last, trial.title, problem, isLate(verdict))
}

/** Returns the broken rule that explains a failure. */
function findHiding({ verdict, trial }: Failure, ledger: Ledger): RuleId | undefined {
  const isTaken = verdict.exchanges.slice(-1).some(wasTaken)
  const grounds = [
    ...(trial.restsOn === undefined ? [] : [trial.restsOn]),
    ...(getRule(verdict.rule).restsOn ?? []),
  ]
  // A service that creates plants with another status can be judged by everything else.
  return ledger.findGround(grounds.filter((ground) => ground !== 'created-status' || !isTaken))
}

/** Counts the rules in the longest chain of rules that a rule rests on. */
const toDepth = (rule: RuleId): number =>
  Math.max(0, ...(getRule(rule).restsOn ?? []).map((ground) => 1 + toDepth(ground)))

type Cause = [cause: string, failures: [Failure, ...Failure[]]]

/** Lists the trials of failures, each with what shows it. */
const toTried = ([first, ...others]: Cause[1]): Found['trials'] => {
  const toOne = ({ trial, verdict: shown }: Failure): Tried => ({ ...trial, shown })
  return [toOne(first), ...others.map(toOne)]
}

/** Groups failures by cause, simplest first, and takes turns between checks. */
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
export async function confirm(failures: readonly Failure[], confirming: Confirming): Promise<void> {
  const { session, ledger, flaky } = confirming
  const alone = withNewConnections(session)
  // Trials from tables come first, since they are small and of one kind.
  const sorted = failures.toSorted(
    (one, other) =>
      Number(one.random !== undefined) - Number(other.random !== undefined) ||
      measure(one.verdict.exchanges) - measure(other.verdict.exchanges),
  )

  const explain = (some: readonly Failure[]): void => flaky.explain(some.map(({ trial }) => trial.title))

  /** Adds the finding of a cause; returns whether its failures happen alone. */
  async function confirmCause([cause, ofCause]: Cause, tries: number): Promise<boolean> {
    const [first] = ofCause
    const hiddenBy = findHiding(first, ledger)
    for (const failure of ofCause.slice(0, tries)) {
      // A failure that another rule explains isn't reported by itself, so it needs no confirmation.
      let found: Verdict | undefined = failure.verdict
      if (hiddenBy === undefined) found = await rerun(failure, session)
      if (found !== undefined && hiddenBy === undefined)
        found = await shrink({ ...failure, verdict: found }, alone)
      if (session.signal.aborted) return true
      if (found === undefined) continue
      const check = failure.rule ?? failure.random?.rule
      ledger.add({ ...found, check, cause, trials: [failure.trial, ...toTried(ofCause)], hiddenBy })
      return true
    }
    return false
  }

  const rules = new Set(sorted.map(({ verdict }) => verdict.rule))
  for (const rule of [...rules].sort((one, other) => toDepth(one) - toDepth(other))) {
    const ofRule = sorted.filter(({ verdict }) => verdict.rule === rule)
    const ofTables = ofRule.filter(({ random }) => random === undefined)
    const isRandom = ofTables.length === 0
    // A random text is unusual in several ways, and a known failure may explain it.
    const isKnown = ledger
      .broken()
      .some((found) => found === rule || (isIn(found, 'texts') && isIn(rule, 'texts')))
    if (isKnown && isRandom) {
      explain(ofRule)
      continue
    }
    // Making a random request smaller takes many requests, so one per rule has to be enough.
    const causes = isRandom ? groupByCause(ofRule).slice(0, 1) : groupByCause(ofTables)
    const unconfirmed: Failure[] = []
    for (const [index, cause] of causes.slice(0, maxCauses).entries()) {
      const isConfirmed = await confirmCause(cause, index === 0 ? maxConfirmed : 1)
      // A failure that couldn't be tried again isn't reported.
      if (session.signal.aborted) return
      if (isConfirmed) explain(cause[1])
      else unconfirmed.push(cause[1][0])
    }
    for (const [, more] of causes.slice(maxCauses)) {
      explain(more)
      ledger.of(rule).more.push({ ...more[0].verdict, trials: toTried(more) })
    }
    const [first, ...others] = unconfirmed.toSorted(
      (one, other) => Number(isWrongText(other.verdict)) - Number(isWrongText(one.verdict)),
    )
    if (first === undefined) continue
    // Nobody promises that each answer is fast.
    if (isLate(first.verdict)) {
      for (const one of unconfirmed) addOnce(one, flaky)
      continue
    }
    if (ledger.isBroken(rule)) {
      explain(unconfirmed)
      continue
    }
    if (await addBefore(first, confirming)) {
      explain(unconfirmed)
      continue
    }
    for (const one of others) if (!isWrongText(one.verdict)) addOnce(one, flaky)
    await addFlaky(first, confirming)
  }
}
