import { type Exchange, isSuccess, joinPieces } from '../http/exchange.ts'
import { parseExactJson } from '../json/exact-json.ts'
import { withoutOthers } from '../probes/plain-plant.ts'

/** The body of most plants, which needs no parser. */
const plainBody = /^\{"id":(-?\d+),"name":"[^"\\]*"(?:,"tag":"[^"\\]*")?\}$/

/** Reads an id from a body that isn't JSON but was accepted. */
function guessId(text: string): bigint | undefined {
  const [, digits] = /"?id"?[:=>] ?"?(-?\d{1,19})(?!\d)/.exec(text) ?? []
  return digits === undefined ? undefined : BigInt(digits)
}

/** Returns the id of the plant that a request created, even if the service should have refused it; undefined if it created none. */
export function findCreatedId({ request, outcome }: Exchange): bigint | undefined {
  if (outcome.kind !== 'answer' || !isSuccess(outcome.answer.status)) return undefined
  const text = joinPieces(request).toString()
  const [, plain] = plainBody.exec(withoutOthers(text)) ?? []
  if (plain !== undefined) return BigInt(plain)
  try {
    const { id } = parseExactJson(text) as { id: unknown }
    if (typeof id === 'bigint' || Number.isInteger(id)) return BigInt(id as number | bigint)
  } catch {
    // Even a body that isn't JSON may have an id.
  }
  return guessId(text)
}
