import { parseExactJson } from '../contract/exact-json.ts'
import type { Exchange } from '../http/exchange.ts'
import { isSuccess } from '../judge/exchange.ts'

/** Reads an id from a body that is no JSON and was taken all the same. */
function guessId(text: string): bigint | undefined {
  const [, digits] = /"?id"?[:=>] ?"?(-?\d{1,19})(?!\d)/.exec(text) ?? []
  return digits === undefined ? undefined : BigInt(digits)
}

/** Gives the id of the plant that a request made, whether or not it should have; undefined where it made none. */
export function findCreatedId({ request, outcome }: Exchange): bigint | undefined {
  if (outcome.kind !== 'answer' || !isSuccess(outcome.answer.status)) return undefined
  const text = Buffer.concat(request.pieces as Buffer[]).toString()
  try {
    const { id } = parseExactJson(text) as { id: unknown }
    if (typeof id === 'bigint' || Number.isInteger(id)) return BigInt(id as number | bigint)
  } catch {
    // What is no JSON, or null, may name an id all the same.
  }
  return guessId(text)
}
