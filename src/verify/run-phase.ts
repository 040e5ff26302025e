import * as fc from 'fast-check'
import type { Phase } from './checks/checks.ts'
import { type RandomCheck, randomChecks } from './checks/random-requests.ts'
import { type Ledger, measure } from './ledger.ts'
import type { Session, Trial, Verdict } from './trial.ts'

/** Requests of one rule that may run out of time before the rest of them are left out. */
const maxTimeouts = 3

/** Trials of one rule that are run again to see whether they fail alone. */
const maxConfirmed = 3

/** How often a failing trial is run again at most. */
const maxReruns = 3

/** Requests that are made smaller, each step one more request. */
const maxShrinks = 150

interface Planned {
  trial: Trial
  rule: string
  random?: { check: RandomCheck; index: number }
}

type Broken = Verdict & { problem: string }
type Failure = Planned & { verdict: Broken }

const isBroken = (verdict: Verdict): verdict is Broken => verdict.problem !== undefined

const endedBy = ({ exchanges }: Verdict, kind: string): boolean =>
  exchanges.some(({ outcome }) => outcome.kind === kind)

/** The same session, with a connection of its own for every request. */
const isolate = (session: Session): Session => ({
  ...session,
  send: (request) => session.send(request, { fresh: true }),
})

/** Runs a trial; again where a connection that was used before was closed just then, as a service may do. */
async function runTrial(trial: Trial, session: Session): Promise<Verdict[]> {
  const verdicts = await trial.run(session)
  const wasClosed = verdicts.some(
    ({ problem, exchanges }) =>
      problem !== undefined && exchanges.some(({ outcome }) => outcome.kind === 'dropped' && outcome.reused),
  )
  return wasClosed ? trial.run(isolate(session)) : verdicts
}

function plan({ checks, hasRandomRequests = false }: Phase, session: Session): Planned[] {
  const listed = checks.flatMap(({ rule, trials }) => trials(session).map((trial) => ({ trial, rule })))
  if (!hasRandomRequests) return listed
  const made = randomChecks.flatMap((check) =>
    fc.sample(check.arbitrary, { seed: session.seed, numRuns: check.runs }).map((value, index) => {
      const trial = check.toTrial(value)
      return { trial, rule: trial.title, random: { check, index } }
    }),
  )
  return [...listed, ...made]
}

/** Makes a failing random request smaller for as long as it fails. */
async function shrink({ random, verdict }: Failure, session: Session): Promise<Broken> {
  if (random === undefined || endedBy(verdict, 'timeout')) return verdict
  const { check, index } = random
  let smallest = verdict
  let left = maxShrinks
  const property = fc.asyncProperty(check.arbitrary, async (value) => {
    if (left-- <= 0) return true
    const verdicts = await check.toTrial(value).run(session)
    const found = verdicts.filter(isBroken)
    // Another rule of texts may be the better name for what is left of the request.
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

const toFamily = (rule: string): string =>
  /^(?:text-keeps|plant-echoes|created-is-200)/.test(rule)
    ? 'created'
    : rule.replace(/^refuses-.*/, 'refuses')

const isRelated = (one: string, other: string): boolean => toFamily(one) === toFamily(other)

/** Runs a failing trial again; gives what fails most of the times, as ids differ from time to time. */
async function rerun({ trial, verdict }: Failure, alone: Session): Promise<Broken | undefined> {
  const wanted = endedBy(verdict, 'timeout') ? 1 : 2
  let failed = 0
  for (let run = 0; run < maxReruns && run - failed < maxReruns - wanted + 1; run++) {
    const verdicts = await runTrial(trial, alone)
    // A service that does not come back was brought down just then.
    if (verdicts.length === 0 && endedBy(verdict, 'dropped')) return verdict
    const found = verdicts.filter(isBroken).find(({ rule }) => rule === verdict.rule)
    if (found !== undefined && ++failed === wanted) return found
  }
  return undefined
}

/** Runs failing trials again, alone, to tell what always fails from what fails among others. */
async function confirm(
  failures: readonly Failure[],
  session: Session,
  ledger: Ledger,
  flakyRule: string,
): Promise<void> {
  const alone = isolate(session)
  for (const rule of new Set(failures.map(({ verdict }) => verdict.rule))) {
    const ofRule = failures.filter(({ verdict }) => verdict.rule === rule)
    // Those of tables come first, as they are small already.
    const sorted = ofRule.toSorted(
      (one, other) =>
        Number(one.random !== undefined) - Number(other.random !== undefined) ||
        measure(one.verdict.exchanges) - measure(other.verdict.exchanges),
    )
    if (ledger.findings.has(rule) && sorted[0]?.random !== undefined) continue
    let flaky: Failure | undefined
    for (const failure of sorted.slice(0, maxConfirmed)) {
      const found = await rerun(failure, alone)
      if (found !== undefined) {
        const { rule: shrunkRule, problem, exchanges } = await shrink({ ...failure, verdict: found }, alone)
        ledger.add({ rule: shrunkRule, title: failure.trial.title, problem, exchanges })
        flaky = undefined
        break
      }
      flaky ??= failure
    }
    if (flaky !== undefined) {
      const { trial, verdict } = flaky
      // What was taken once is taken, though its id may be stored the next time.
      const isOwn = rule === flakyRule || (rule.startsWith('refuses-') && !ledger.findings.has(flakyRule))
      const problem = isOwn ? verdict.problem : `${verdict.problem}, but not when tried again alone`
      const blamed = isOwn ? rule : flakyRule
      ledger.add({ rule: blamed, title: trial.title, problem, exchanges: verdict.exchanges })
    }
  }
}

/** Runs the trials of a phase, one by one or many at once, then makes sure of what failed. */
export async function runPhase(
  phase: Phase,
  session: Session,
  ledger: Ledger,
  progress: (done: number) => void,
): Promise<void> {
  const planned = plan(phase, session)
  const failures: Failure[] = []
  const timeouts = new Map<string, number>()
  const waiting = planned.values()
  async function work(): Promise<void> {
    for (const item of waiting) {
      if ((timeouts.get(item.rule) ?? 0) >= maxTimeouts) continue
      const verdicts = await runTrial(item.trial, session)
      ledger.count(verdicts)
      const broken = verdicts.filter(isBroken)
      if (broken.some((verdict) => endedBy(verdict, 'timeout'))) {
        timeouts.set(item.rule, (timeouts.get(item.rule) ?? 0) + 1)
      }
      failures.push(...broken.map((verdict) => ({ ...item, verdict })))
      progress(1)
    }
  }
  await Promise.all(Array.from({ length: phase.isConcurrent ? session.concurrency : 1 }, work))
  await confirm(failures, session, ledger, phase.flakyRule)
}
