import * as fc from 'fast-check'
import type { Phase } from './checks/checks.ts'
import { randomChecks } from './checks/random-requests.ts'
import { confirm, type Failure, type Planned } from './confirm.ts'
import type { Ledger } from './ledger.ts'
import { createRandom, toSeed } from './random.ts'
import { isolate, type Ran, settleTrial, watchTrial } from './run-trial.ts'
import { isBroken, isBrokenBy, type Session, type Trial } from './trial.ts'

/** Trials of one rule that may go without an answer before the rest of them are left out. */
const maxUnanswered = 3

/** Trials in a row that may go without an answer when they run again before the rest of them are left out. */
const maxLostAgain = 5

/** How often trials run again because the service changed meanwhile. */
const maxRounds = 5

/** Gives a trial random numbers of its own, so that it sends the same whatever runs before it or at the same time. */
function withOwnRandom(trial: Trial, seed: number, place: string): Trial {
  const ownSeed = toSeed(`${seed} ${place} ${trial.title}`)
  return { ...trial, run: (session) => trial.run({ ...session, random: createRandom(ownSeed) }) }
}

/** Makes the trials of a phase. */
export function planPhase(
  { checks, hasRandomRequests = false, randomRules }: Phase,
  session: Session,
): Planned[] {
  const { seed } = session
  const listed = checks.flatMap(({ rule, trials }) => {
    const random = createRandom(toSeed(`${seed} ${rule}`))
    return trials({ ...session, random }).map((trial, index) => ({
      trial: withOwnRandom(trial, seed, `${rule} ${index}`),
      rule,
    }))
  })
  if (!hasRandomRequests) return listed
  const made = randomChecks.flatMap((check, checkIndex) =>
    fc
      .sample(check.arbitrary, { seed, numRuns: Math.ceil(check.runs * session.memory.plan.randomShare) })
      .flatMap((value, index) => {
        const rule = check.toRule(value)
        if (randomRules !== undefined && (rule === undefined || !randomRules.has(rule))) return []
        const trial = withOwnRandom(check.toTrial(value), seed, `random ${checkIndex} ${index}`)
        return [{ trial, random: { check, index } }]
      }),
  )
  return [...listed, ...made]
}

const toKind = ({ rule, trial }: Planned): string => rule ?? trial.title

/** A trial that ran, and counts once a plain plant was accepted after it. */
export interface Pending {
  item: Planned
  ran: Ran
}

/** A phase to run. */
interface PhaseOptions {
  phase: Phase
  planned: readonly Planned[]
  session: Session
  ledger: Ledger
  /** Trials that do not count yet, of this phase and of earlier ones. */
  pending: Pending[]
  /** Whether no later phase shows that plain plants are still accepted. */
  isLast: boolean
  onTrial: (item: Planned) => void
}

/** Runs the trials of a phase, then makes sure of what failed. */
export async function runPhase({
  phase,
  planned,
  session,
  ledger,
  pending,
  isLast,
  onTrial,
}: PhaseOptions): Promise<void> {
  const failures: Failure[] = []
  let again: Planned[] = []
  const unanswered = new Map<string, number>()

  function count(item: Planned, { verdicts, notes }: Ran): void {
    ledger.count(verdicts, item)
    for (const note of notes) ledger.note(...note)
    failures.push(...verdicts.filter(isBroken).map((verdict) => ({ ...item, verdict })))
  }

  const lose = ({ rule }: Planned): void => {
    if (rule !== undefined) ledger.lose(rule)
  }

  /** Counts the trials after which a plain plant was accepted. */
  function settle(): void {
    for (const { item, ran } of pending.splice(0)) {
      const condition = session.look(ran.span)
      if (condition === 'same') count(item, ran)
      if (condition === 'recovered') again.push(item)
      if (condition === undefined) pending.push({ item, ran })
    }
  }

  async function runAmongOthers(item: Planned): Promise<void> {
    const ran = await watchTrial(item.trial, session)
    if (ran.isLost || ran.isDoubtful) await session.check(ran.span)
    const wasDropped = ran.verdicts.some((verdict) => isBrokenBy(verdict, 'dropped'))
    // Connections may be dropped because of the load: whether this request drops one shows when it runs alone.
    if (!wasDropped) pending.push({ item, ran })
    if (ran.isLost) {
      unanswered.set(toKind(item), (unanswered.get(toKind(item)) ?? 0) + 1)
      again.push(item)
    }
    settle()
  }

  async function work(waiting: Iterable<Planned>): Promise<void> {
    for (const item of waiting) {
      if (session.signal.aborted) return
      if ((unanswered.get(toKind(item)) ?? 0) >= maxUnanswered) lose(item)
      else await runAmongOthers(item)
      onTrial(item)
    }
  }

  /** Runs trials again, alone: what was lost among others may show something; what hangs or drops continues to. */
  async function runAgain(items: readonly Planned[]): Promise<void> {
    let lost = 0
    for (const item of items) {
      if (session.signal.aborted) return
      const ran = lost < maxLostAgain ? await settleTrial(item.trial, isolate(session)) : undefined
      if (ran === undefined || ran.isLost) lose(item)
      lost = ran === undefined || ran.isLost ? lost + 1 : 0
      if (ran === undefined || ran.verdicts.length === 0) continue
      // A failure was checked already.
      if (ran.isDoubtful) count(item, ran)
      else pending.push({ item, ran })
    }
  }

  const waiting = planned.values()
  await Promise.all(Array.from({ length: phase.isConcurrent ? session.concurrency : 1 }, () => work(waiting)))
  for (let round = 1; ; round++) {
    const hasFailed = pending.some(({ ran }) => ran.verdicts.some(isBroken))
    if (hasFailed || isLast) await session.check({ from: session.sent(), to: session.sent() })
    if (session.signal.aborted) return
    settle()
    if (again.length === 0 || round > maxRounds) break
    const items = again
    again = []
    await runAgain([...new Set(items)])
  }
  again.forEach(lose)
  await confirm(failures, phase, session, ledger)
}
