import { operation } from '../contract/generated/operation.ts'
import { type Exchange, isSuccess, readHeader } from '../http/exchange.ts'
import { sleep } from '../http/limit-time.ts'
import { toVerdict } from '../judge/finding.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import type { Ledger } from './ledger.ts'
import { sendAsk } from './send-ask.ts'
import type { Session } from './trial.ts'

/** How often a plain plant shows whether the Date is still the same, and after how many milliseconds: a service may write it once a second, from a clock that it reads as seldom. */
const looks = 3
const pause = 1100

/** Watches whether the Date of the answers stands still. */
export interface DateWatch {
  watch(exchange: Exchange): void
  /** If all answers had the same Date, waits for another one, and adds a finding if none comes. */
  confirm(session: Session, ledger: Ledger, pause?: number): Promise<void>
}

/** Reads the Date of a created plant, since a server or a proxy in front of the service may answer other requests. */
const readDate = ({ request, outcome }: Exchange): string | undefined =>
  outcome.kind === 'answer' && request.method === operation.method && isSuccess(outcome.answer.status)
    ? readHeader(outcome.answer, 'date')
    : undefined

export function createDateWatch(): DateWatch {
  let first: Exchange | undefined
  let isMoving = false
  function watch(exchange: Exchange): void {
    const date = readDate(exchange)
    if (date === undefined) return
    first ??= exchange
    isMoving ||= date !== readDate(first)
  }
  return {
    watch,
    async confirm(session, ledger, milliseconds = pause) {
      const rule = 'answer-has-date'
      if (first === undefined || ledger.isBroken(rule)) return
      let last = first
      for (let look = 0; look < looks && !isMoving; look++) {
        await sleep(milliseconds, session.signal)
        last = await sendAsk(session, { plant: createPlainPlant(session) })
        // Without a Date, nothing shows whether it moves.
        isMoving ||= session.signal.aborted || readDate(last) !== readDate(first)
      }
      if (isMoving) return
      const problem = `the header Date must be the time of the answer, but stays ${readDate(first)}`
      const verdict = toVerdict(rule, '/response/headers/date', problem)
      ledger.report(
        { ...verdict, exchanges: [first, last] },
        'plain plants over more than 3 seconds',
        'standing',
      )
    },
  }
}
