import * as fc from 'fast-check'
import { wasRefused } from '../http/exchange.ts'
import { isBroken } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { createRandom, toSeed } from '../probes/random.ts'
import type { Phase } from './checks/checks.ts'
import { randomChecks } from './checks/random-requests.ts'
import type { Failure, Past, Planned } from './confirm.ts'
import { findFailures } from './find-failures.ts'
import type { FlakyLog } from './flaky.ts'
import type { Ledger } from './ledger.ts'
import { type Ran, settleTrial, watchTrial, withNewConnections } from './run-trial.ts'
import { isBrokenBy, type Session, type Trial } from './trial.ts'

/** How many trials of one rule may get no answer before the others are skipped, and how many repeated ones in a row. */
const maxUnanswered = 3
const maxLostAgain = 5

/** How many trials that got no answer run once more on a connection that stays open. */
const maxKeptAgain = 3

/** How often trials run again if the service changes in between. */
const maxRounds = 5

/** Gives a trial of a check its own random numbers, so that its requests don't depend on other trials. */
function withOwnRandom(trial: Trial, check: RuleId, seed: number, place: string): Trial {
  const ownSeed = toSeed(`${seed} ${place} ${trial.title}`)
  const { title: name, toParts } = trial
  return {
    ...trial,
    planned: { name, check },
    ...(toParts && {
      toParts: (isBroken) =>
        toParts(isBroken).map((part, index) => withOwnRandom(part, check, seed, `${place} ${index}`)),
    }),
    run: (session) => trial.run({ ...session, random: createRandom(ownSeed) }),
  }
}

/** Returns whether a request was taken as its rule, or a rule that leaves it open, says. */
const isKept = ({ verdicts }: Ran, rule: RuleId | undefined): boolean =>
  verdicts.some(({ rule: own, kind }) => kind === 'kept' && (own === rule || own === 'created-status')) &&
  !verdicts.some(isBroken)

/** Makes the trials of a phase. */
export function planPhase({ checks, hasRandomRequests, isRandom }: Phase, session: Session): Planned[] {
  const { seed } = session
  const listed = checks.flatMap(({ rule, trials }) =>
    trials({ ...session, random: createRandom(toSeed(`${seed} ${rule}`)) }).map((trial, index) => ({
      trial: withOwnRandom(trial, rule, seed, `${rule} ${index}`),
      rule,
    })),
  )
  if (!hasRandomRequests) return listed
  const made = randomChecks.flatMap((check, checkIndex) =>
    fc.sample(check.arbitrary, { seed, numRuns: check.runs }).flatMap((value, index) => {
      const rule = check.toRule(value)
      const made = { ...check.toTrial(value), isDrawn: true }
      const trial = withOwnRandom(made, rule, seed, `random ${checkIndex} ${index}`)
      return isRandom?.(rule) === false ? [] : [{ trial, random: { check, index, rule } }]
    }),
  )
  return [...listed, ...made]
}

const toKind = ({ rule, trial }: Planned): string => rule ?? trial.title

/** A trial that ran. It counts once the service has accepted a plain plant after it. */
export interface Pending {
  item: Planned
  ran: Ran
}

interface PhaseRun {
  phase: Phase
  planned: readonly Planned[]
  session: Session
  ledger: Ledger
  flaky: FlakyLog
  /** The trials of all phases so far. */
  history: Past[]
  /** Trials of this and of earlier phases that don't count yet. */
  pending: Pending[]
  /** Whether no later phase sends plain plants. */
  isLast: boolean
  onTrial: (item: Planned) => void
}

/** Runs the trials of a phase, then confirms failures. */
export async function runPhase(run: PhaseRun): Promise<void> {
  const { phase, planned, session, ledger, flaky, history, pending } = run
  const failures: Failure[] = []
  let again: Planned[] = []
  const unanswered = new Map<string, number>()

  function count(item: Planned, { verdicts, notes, span, duration }: Ran): void {
    ledger.count(verdicts, { ...item, duration })
    for (const note of notes) ledger.note(...note)
    failures.push(...verdicts.filter(isBroken).map((verdict) => ({ ...item, verdict, span })))
  }

  /** Counts the trials after which the service accepted a plain plant. */
  function settle(): void {
    for (const { item, ran } of pending.splice(0)) {
      const condition = session.look(ran.span)
      if (condition === 'same') count(item, ran)
      if (condition === 'recovered') again.push(item)
      if (condition === undefined) pending.push({ item, ran })
    }
  }

  /** Runs a trial, or its parts if it isn't kept; returns whether something is broken. */
  async function runAmongOthers(item: Planned): Promise<boolean> {
    const ran = await watchTrial(item.trial, session)
    const isFailure = ran.verdicts.some(isBroken)
    history.push({ trial: item.trial, span: ran.span })
    if (item.trial.toParts && ran.verdicts.length > 0 && !isKept(ran, item.rule)) {
      let isFound = false
      for (const trial of item.trial.toParts(isFailure))
        isFound = (await runAmongOthers({ ...item, trial })) || isFound
      // A service may limit how much there is in a request, but not fail because of it.
      if (isFound || !isFailure || ran.verdicts.some(({ exchanges }) => exchanges.some(wasRefused)))
        return isFound
    }
    if (ran.isLost || ran.isDoubtful) await session.check(ran.span)
    // Load may cause dropped connections; run alone, a trial shows whether its own request causes them.
    if (!ran.verdicts.some((verdict) => isBrokenBy(verdict, 'dropped'))) pending.push({ item, ran })
    if (ran.isLost) {
      unanswered.set(toKind(item), (unanswered.get(toKind(item)) ?? 0) + 1)
      again.push(item)
    }
    return isFailure
  }

  async function work(waiting: Iterable<Planned>): Promise<void> {
    for (const item of waiting) {
      if (session.signal.aborted) return
      if ((unanswered.get(toKind(item)) ?? 0) < maxUnanswered) await runAmongOthers(item)
      run.onTrial(item)
    }
  }

  /** Runs trials again, alone: some got no answer only because of the others, and the rest hang or drop again. */
  async function runAgain(items: Iterable<Planned>): Promise<void> {
    let lost = 0
    let kept = 0
    for (const item of items) {
      if (session.signal.aborted) return
      let ran = lost < maxLostAgain ? await settleTrial(item.trial, withNewConnections(session)) : undefined
      // An answer without a length hangs only on a connection that stays open.
      if (ran?.isLost === false && kept++ < maxKeptAgain) ran = await settleTrial(item.trial, session)
      lost = ran === undefined || ran.isLost ? lost + 1 : 0
      if (ran === undefined) flaky.explain([item.trial.title])
      if (ran === undefined || ran.verdicts.length === 0) continue
      // Failures are confirmed already.
      if (ran.isDoubtful) count(item, ran)
      else pending.push({ item, ran })
    }
  }

  const waiting = planned.values()
  await Promise.all(Array.from({ length: phase.isConcurrent ? session.concurrency : 1 }, () => work(waiting)))
  for (let round = 1; ; round++) {
    const hasFailed = pending.some(({ ran }) => ran.verdicts.some(isBroken))
    if (hasFailed || run.isLast) await session.check({ from: session.sent(), to: session.sent() })
    settle()
    if (session.signal.aborted) return
    if (again.length === 0 || round > maxRounds) break
    const items = new Set(again)
    again = []
    await runAgain(items)
  }
  await findFailures(failures, { phase, session, ledger, flaky, history })
}
