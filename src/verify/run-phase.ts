import * as fc from 'fast-check'
import type { Phase } from './checks/checks.ts'
import { randomChecks } from './checks/random-requests.ts'
import { confirm, type Failure, isolate, type Planned, runTrial } from './confirm.ts'
import type { Ledger } from './ledger.ts'
import { createRandom, toSeed } from './random.ts'
import { type Recovery, type Watched, watch } from './recovery.ts'
import { isBroken, type Session, type Trial } from './trial.ts'

/** Trials of one rule that may go without an answer before the rest of them are left out. */
const maxUnanswered = 3

/** Trials in turn that may go without an answer when they are run again before the rest of them are left out. */
const maxLostAgain = 5

/** Gives a trial random numbers of its own, so that it sends the same whatever runs before it or beside it. */
function withOwnRandom(trial: Trial, seed: number, place: string): Trial {
  const ownSeed = toSeed(`${seed} ${place} ${trial.title}`)
  return { ...trial, run: (session) => trial.run({ ...session, random: createRandom(ownSeed) }) }
}

function plan({ checks, hasRandomRequests = false }: Phase, session: Session): Planned[] {
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
    fc.sample(check.arbitrary, { seed, numRuns: check.runs }).map((value, index) => {
      const trial = withOwnRandom(check.toTrial(value), seed, `random ${checkIndex} ${index}`)
      return { trial, random: { check, index } }
    }),
  )
  return [...listed, ...made]
}

/** Runs the trials of a phase, one by one or many at once, then makes sure of what failed. */
export async function runPhase(
  phase: Phase,
  session: Session,
  ledger: Ledger,
  recovery: Recovery,
  progress: (done: number) => void,
): Promise<void> {
  const planned = plan(phase, session)
  const failures: Failure[] = []
  const lost: Planned[] = []
  const unanswered = new Map<string, number>()
  const waiting = planned.values()

  /** Runs a trial and takes down what it says; tells whether a request of it got no answer that says something. */
  async function take(item: Planned, watched: Watched): Promise<boolean> {
    const verdicts = await runTrial(item.trial, watched.session)
    ledger.count(verdicts, item)
    failures.push(...verdicts.filter(isBroken).map((verdict) => ({ ...item, verdict })))
    return watched.isLost()
  }

  const lose = ({ rule }: Planned): void => {
    if (rule !== undefined) ledger.lose(rule)
  }

  async function work(): Promise<void> {
    for (const item of waiting) {
      if (session.signal.aborted) return
      const kind = item.rule ?? item.trial.title
      if ((unanswered.get(kind) ?? 0) >= maxUnanswered) lose(item)
      else if (await take(item, watch(session))) {
        unanswered.set(kind, (unanswered.get(kind) ?? 0) + 1)
        lost.push(item)
        await recovery.wait()
      }
      progress(1)
    }
  }

  await Promise.all(Array.from({ length: phase.isConcurrent ? session.concurrency : 1 }, work))
  // What was lost among others, or in a short break, may tell something alone; what hangs or drops goes on doing so.
  let lostAgain = 0
  for (const item of lost) {
    if (session.signal.aborted) return
    const isLost = lostAgain >= maxLostAgain || (await take(item, watch(isolate(session))))
    if (isLost) lose(item)
    lostAgain = isLost ? lostAgain + 1 : 0
  }
  await confirm(failures, phase, session, ledger)
}
