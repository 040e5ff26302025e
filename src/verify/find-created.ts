import { operation } from '../contract/generated/operation.ts'
import { type Exchange, isSuccess, joinPieces } from '../http/exchange.ts'
import { parseExactJson } from '../json/exact-json.ts'
import { withoutOthers } from '../probes/plain-plant.ts'

/** A plant that a run leaves behind. */
export interface CreatedPlant {
  /** Its id, in digits, since a JavaScript number can't hold every id; undefined if the request had none. */
  id?: string
  name?: string
  tag?: string
  /** Set if no complete answer says whether the service created it. */
  unsure?: true
}

/** The body of most plants, which needs no parser. */
const plainBody = /^\{"id":(-?\d+),"name":"([^"\\]*)"(?:,"tag":"([^"\\]*)")?\}$/

/** Reads an id from a body that isn't JSON but was accepted. */
function guessId(text: string): string | undefined {
  const [, digits] = /"?id"?[:=>] ?"?(-?\d{1,19})(?!\d)/.exec(text) ?? []
  return digits === undefined ? undefined : String(BigInt(digits))
}

const isText = (value: unknown): value is string => typeof value === 'string'

function readPlant(text: string): CreatedPlant {
  const [whole, digits, plainName, plainTag] = plainBody.exec(withoutOthers(text)) ?? []
  let id = digits
  let name: unknown = plainName
  let tag: unknown = plainTag
  try {
    if (whole === undefined) {
      const body = Object(parseExactJson(text)) as Record<string, unknown>
      ;({ name, tag } = body)
      const given = body['id']
      if (typeof given === 'bigint' || Number.isInteger(given)) id = String(BigInt(given as number | bigint))
    }
  } catch {
    // Even a body that isn't JSON may have an id.
  }
  id ??= guessId(text)
  return { ...(id !== undefined && { id }), ...(isText(name) && { name }), ...(isText(tag) && { tag }) }
}

/** Returns the plant that a request created, even if the service should have refused it; undefined if it created none. */
export function findCreated({ request, outcome }: Exchange): CreatedPlant | undefined {
  const isUnsure = outcome.kind === 'timeout' || outcome.kind === 'dropped' || outcome.kind === 'garbage'
  const isCreated = outcome.kind === 'answer' && isSuccess(outcome.answer.status)
  if (request.method !== operation.method || !(isCreated || isUnsure)) return undefined
  const plant = readPlant(joinPieces(request).toString())
  if (plant.id === undefined && plant.name === undefined) return undefined
  return isUnsure ? { ...plant, unsure: true } : plant
}
