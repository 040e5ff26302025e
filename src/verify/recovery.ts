import { setTimeout as wait } from 'node:timers/promises'
import { type Exchange, isLimiting } from '../http/exchange.ts'
import { createPlainPlant, createRequest, writePlant } from './create-request.ts'
import type { Session } from './trial.ts'

/** A session of which is known whether all of its requests were answered. */
export interface Watched {
  session: Session
  /** Tells whether a request got no answer, or one that only asks for fewer requests. */
  isLost(): boolean
}

const isLostBy = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'answer' ? isLimiting(outcome.answer) : outcome.kind !== 'stopped'

/** Watches over the requests of a trial. */
export function watch(session: Session): Watched {
  let isLost = false
  const send: Session['send'] = async (request, options) => {
    const exchange = await session.send(request, options)
    isLost ||= isLostBy(exchange)
    return exchange
  }
  return { session: { ...session, send }, isLost: () => isLost }
}

/** Milliseconds between two looks whether a service is back: as long in all as one may take to start again. */
const pauses = [100, 200, 400, 800, 1600, 1600]

/** What is done where a request was lost. */
export interface Recovery {
  /** Waits until plain plants are answered again, or hang; about five seconds at most. */
  wait(): Promise<void>
}

/** Makes what waits for a service that is away, once in a run at most where it stays away. */
export function createRecovery(session: Session): Recovery {
  let waiting: Promise<void> | undefined
  // What did not come back once is not waited for again.
  let isDown = false
  async function look(): Promise<void> {
    for (const pause of pauses) {
      const request = createRequest(session, writePlant(createPlainPlant(session)))
      const { outcome } = await session.send(request, { fresh: true })
      if (outcome.kind === 'answer' || outcome.kind === 'timeout') return
      await wait(pause, undefined, { signal: session.signal }).catch(() => {})
    }
    isDown = true
  }
  return {
    async wait() {
      if (isDown) return
      waiting ??= look().finally(() => {
        waiting = undefined
      })
      await waiting
    },
  }
}
