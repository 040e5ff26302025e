import { operation } from '../contract/generated/operation.ts'
import { type Exchange, isSuccess } from '../http/exchange.ts'
import { readSent } from '../judge/read-body.ts'

/** A plant that a run leaves behind. */
export interface CreatedPlant {
  /** Its id, in digits, since a JavaScript number can't hold every id; undefined if the request had none. */
  id?: string
  name?: string
  tag?: string
  /** Set if no complete answer says whether the service created it. */
  unsure?: true
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Returns the plant that a request created, even if the service should have refused it; undefined if it created none. */
export function findCreated(exchange: Exchange): CreatedPlant | undefined {
  const { request, outcome } = exchange
  const isUnsure = outcome.kind === 'timeout' || outcome.kind === 'dropped' || outcome.kind === 'garbage'
  const isCreated = outcome.kind === 'answer' && isSuccess(outcome.answer.status)
  if (request.method !== operation.method || !(isCreated || isUnsure)) return undefined
  const sent = readSent(exchange)
  // A service may accept a body that isn't JSON.
  const { id, name, tag } = Object.keys(sent).length > 0 ? sent : { ...request.plant }
  const isWhole = typeof id === 'bigint' || Number.isInteger(id)
  if (!isWhole && !isText(name)) return undefined
  return {
    ...(isWhole && { id: String(BigInt(id as number | bigint)) }),
    ...(isText(name) && { name }),
    ...(isText(tag) && { tag }),
    ...(isUnsure && { unsure: true as const }),
  }
}
