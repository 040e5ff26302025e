import type { Exchange } from '../http/exchange.ts'
import { type Ask, toHttpRequest } from '../probes/ask.ts'

/** The exchange of a request. */
export interface Sent extends Exchange {
  ask: Ask
  /** Those that stored its plants before. */
  earlier: readonly Exchange[]
}

/** Stores the plants that a request needs, and sends it. */
export async function sendAsk(ask: Ask, send: (ask: Ask) => Promise<Exchange>): Promise<Sent> {
  const earlier: Exchange[] = []
  for (const body of ask.stored ?? []) earlier.push(await send({ body }))
  return { ...(await send(ask)), ask, earlier }
}

/** Makes the bytes of a request of `learn` and `diff`. */
export const toRequest = (ask: Ask, base: URL, token: string) =>
  toHttpRequest(ask, { base, currentToken: () => token, agent: 'plant-store-drift' })
