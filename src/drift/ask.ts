import type { Exchange } from '../http/exchange.ts'
import { type Ask, toHttpRequest } from '../probes/ask.ts'

/** The exchange of a request. */
export interface Sent extends Exchange {
  ask: Ask
  /** Those before it. */
  earlier: readonly Exchange[]
}

/** Sends a request after those that come before it. */
export async function sendAsk(ask: Ask, send: (ask: Ask) => Promise<Exchange>): Promise<Sent> {
  const earlier: Exchange[] = []
  for (const one of ask.before ?? []) earlier.push(await send(one))
  return { ...(await send(ask)), ask, earlier }
}

/** Makes the bytes of a request of `learn` and `diff`. */
export const toRequest = (ask: Ask, base: URL, token: string) =>
  toHttpRequest(ask, { base, currentToken: () => token, agent: 'plant-store-drift' })
