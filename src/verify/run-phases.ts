import type { Sender } from '../http/sender.ts'
import type { Phase } from './checks/checks.ts'
import type { Past, Planned } from './confirm.ts'
import type { FlakyLog } from './flaky.ts'
import type { Health } from './health.ts'
import type { Ledger } from './ledger.ts'
import type { VerifyOptions } from './options.ts'
import { describeLeftOut, estimateTimeLeft, planRun } from './plan.ts'
import { type Pending, planPhase, runPhase } from './run-phase.ts'
import type { Session } from './trial.ts'

interface PhasesOptions {
  phases: readonly Phase[]
  session: Session
  health: Health
  sender: Sender
  ledger: Ledger
  flaky: FlakyLog
  options: VerifyOptions
}

/** How far the phases got. */
export interface PhasesEnd {
  trials: number
  total: number
  /** Estimated milliseconds for the remaining trials. */
  timeLeft: number
  leftOut: string[]
}

/** A phase with its trials, and how many answers the run waits for, one after another, for each request. */
interface PlannedPhase {
  phase: Phase
  planned: readonly Planned[]
  wait: number
}

const add = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const countSteps = (planned: readonly Planned[]): number =>
  add(planned.map(({ trial: { steps = 1 } }) => steps))

/** Runs phases one after another; the first answers decide how much the later ones send. */
export async function runPhases(run: PhasesOptions): Promise<PhasesEnd> {
  const { phases, session, sender, ledger, flaky, options } = run
  const { concurrency, memory } = session
  const start = performance.now()
  let trials = 0
  let done = 0
  let waited = 0
  const pending: Pending[] = []
  const history: Past[] = []

  function plan(phase: Phase): PlannedPhase {
    const isConcurrent = phase.isConcurrent || (memory.plan.isSlow && phase.mayOverlap === true)
    const planned = planPhase(phase, session)
    const steps = Math.max(1, countSteps(planned))
    const longest = Math.max(0, ...planned.map(({ trial }) => trial.steps ?? 1))
    const wait = isConcurrent ? Math.max(longest, steps / concurrency) / steps : 1
    return { phase: { ...phase, isConcurrent }, planned, wait }
  }

  function adapt(): void {
    if (options.thorough) return
    memory.plan = planRun({ latency: sender.latency, rate: sender.rate, concurrency })
  }

  adapt()
  let all = phases.map(plan)
  function measure(): PhasesEnd {
    const waits = add(all.map(({ planned, wait }) => countSteps(planned) * wait))
    const steps = add(all.map(({ planned }) => countSteps(planned)))
    const { sent, limited, rate } = sender
    const elapsed = performance.now() - start
    const waitsLeft = Math.max(0, waits - waited)
    const requestsLeft = Math.max(0, steps - done)
    return {
      trials,
      total: add(all.map(({ planned }) => planned.length)),
      timeLeft: estimateTimeLeft({ elapsed, waited, waitsLeft, requestsLeft, sent, limited, rate }),
      leftOut: describeLeftOut(memory.plan),
    }
  }

  for (const index of phases.keys()) {
    const item = all[index]
    if (session.signal.aborted || item === undefined) break
    if (item.phase.mayCrash) run.health.expectCrashes()
    function onTrial({ rule, trial: { title, steps = 1 } }: Planned): void {
      trials++
      done += steps
      waited += steps * (item?.wait ?? 1)
      options.onProgress?.({ ...measure(), rule: rule ?? title, requests: sender.sent })
    }
    const isLast = index === phases.length - 1
    await runPhase({ ...item, session, ledger, flaky, history, pending, isLast, onTrial })
    if (index > 0) continue
    const before = memory.plan
    adapt()
    if (memory.plan !== before) all = [item, ...phases.slice(1).map(plan)]
  }
  return measure()
}
