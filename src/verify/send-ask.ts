import type { Exchange } from '../http/exchange.ts'
import { type Ask, toHttpRequest } from '../probes/ask.ts'
import type { SentPlant } from '../probes/source.ts'
import type { Session } from './trial.ts'

/** Sends a request to the service, with the right credentials unless it says otherwise. */
export const sendAsk = (session: Session, ask: Ask, how?: { fresh?: boolean }): Promise<Exchange> =>
  session.send(toHttpRequest(ask, session), how)

/** Sends a plant. */
export const sendPlant = (session: Session, plant: SentPlant): Promise<Exchange> =>
  sendAsk(session, { plant })
