import { type Exchange, isLimiting } from '../http/exchange.ts'
import { isBroken, type Verdict } from '../judge/finding.ts'
import type { Span } from './health.ts'
import type { Session, Trial } from './trial.ts'

/** How often a trial runs again if the service changes in between. */
const maxRepeats = 3

/** The same session, with a new connection for every request. */
export const withNewConnections = (session: Session): Session => ({
  ...session,
  hasNewConnections: true,
  send: (request, how) => session.send(request, { ...how, fresh: true }),
})

export interface Ran {
  verdicts: readonly Verdict[]
  /** Its observations, which are noted once its verdicts count. */
  notes: readonly Parameters<Session['observe']>[]
  span: Span
  /** Milliseconds. */
  duration: number
  /** Whether a request got no answer, or one that only asks for fewer requests. */
  isLost: boolean
  /** Whether a change in the service may explain a failure: a refusal, or a missing answer. */
  isDoubtful: boolean
}

const isLostBy = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'answer' ? isLimiting(outcome.answer) : outcome.kind !== 'stopped'

const isDoubtful = (verdict: Verdict): boolean => {
  const outcome = verdict.exchanges.at(-1)?.outcome
  return isBroken(verdict) && (outcome?.kind !== 'answer' || outcome.answer.status >= 300)
}

/** Returns whether a reused connection was closed at that moment, as a service may do. */
const wasClosed = (verdict: Verdict): boolean =>
  isBroken(verdict) && verdict.exchanges.some(({ outcome }) => outcome.kind === 'dropped' && outcome.reused)

/** Runs a trial once, with the token that is valid now, and watches its requests. */
export async function watchTrial(trial: Trial, session: Session): Promise<Ran> {
  const notes: Parameters<Session['observe']>[] = []
  let isLost = false
  const start = performance.now()
  const from = session.sent()
  const watched: Session = {
    ...session,
    token: session.currentToken(),
    observe: (...note) => void notes.push(note),
    async send(request, options) {
      const exchange = await session.send(request, { tried: trial.title, ...options })
      isLost ||= isLostBy(exchange)
      return exchange
    },
  }
  watched.sendBytes = async (requests, bytes) => {
    const exchanges = await session.sendBytes(requests, bytes)
    isLost ||= !bytes.isLast && exchanges.slice(0, 1).some(isLostBy)
    return exchanges
  }
  let verdicts = await trial.run(watched)
  if (verdicts.some(wasClosed)) verdicts = await trial.run(withNewConnections(watched))
  verdicts = verdicts.filter(({ rule }) => session.isSent(rule))
  return {
    verdicts,
    notes,
    span: { from, to: session.sent() },
    duration: performance.now() - start,
    isLost,
    isDoubtful: verdicts.some(isDoubtful),
  }
}

/** Runs a trial until no change in the service explains its failures; undefined if the run has to stop. */
export async function settleTrial(trial: Trial, session: Session): Promise<Ran | undefined> {
  for (let left = maxRepeats; ; left--) {
    const ran = await watchTrial(trial, session)
    if (!ran.isDoubtful) return ran
    const condition = await session.check(ran.span)
    if (condition === 'stopped') return undefined
    // If the service changes whenever this trial runs, the trial is the cause.
    if (condition === 'same' || left === 0) return ran
  }
}

/** Runs a trial until no change in the service explains its failures; returns no verdict if the run has to stop. */
export const runTrial = async (trial: Trial, session: Session): Promise<readonly Verdict[]> =>
  (await settleTrial(trial, session))?.verdicts ?? []
