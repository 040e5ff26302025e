import * as fc from 'fast-check'
import type { Phase } from './checks/checks.ts'
import { randomChecks } from './checks/random-requests.ts'
import { confirm, type Failure, type Planned, runTrial } from './confirm.ts'
import type { Ledger } from './ledger.ts'
import { createRandom, toSeed } from './random.ts'
import { isBroken, isBrokenBy, type Session, type Trial } from './trial.ts'

/** Requests of one rule that may run out of time before the rest of them are left out. */
const maxTimeouts = 3

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
      return { trial, rule: trial.title, random: { check, index } }
    }),
  )
  return [...listed, ...made]
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
      if (session.signal.aborted) return
      if ((timeouts.get(item.rule) ?? 0) >= maxTimeouts) continue
      const verdicts = await runTrial(item.trial, session)
      ledger.count(verdicts)
      if (verdicts.some((verdict) => isBrokenBy(verdict, 'timeout'))) {
        timeouts.set(item.rule, (timeouts.get(item.rule) ?? 0) + 1)
      }
      failures.push(...verdicts.filter(isBroken).map((verdict) => ({ ...item, verdict })))
      progress(1)
    }
  }
  await Promise.all(Array.from({ length: phase.isConcurrent ? session.concurrency : 1 }, work))
  await confirm(failures, phase, session, ledger)
}
