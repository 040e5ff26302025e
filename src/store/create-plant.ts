import { toExactInteger } from '../contract/exact-integer.ts'
import { parseExactJson } from '../contract/exact-json.ts'
import { operation, pickNewPlant, pickPlant } from '../contract/generated/operation.ts'
import { validateNewPlant } from '../contract/generated/validators.ts'
import { describeProblems, describeValue } from '../contract/problems.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { jsonHeaders } from './answers.ts'
import type { DecodedBody } from './body.ts'
import type { PlantAnswer } from './exchange.ts'
import type { FailureName } from './failure-names.ts'
import { OptionsError } from './options-error.ts'
import type { StoredPlant } from './storage/plant-storage.ts'

/** Why a request is refused: in a word and, where the request shows it, in detail. */
interface Refused {
  failure: FailureName
  detail?: string
}

/** What was read from a request: a plant, or why there is none. */
export type Reading = { plant: StoredPlant; failure?: undefined } | Refused

/** Keeps the members that the schema names, and the id in the form in which equal ids are the same value. */
function toStoredPlant(plant: NewPlant): StoredPlant {
  const stored = pickNewPlant(plant)
  // Adding 0 makes -0 the 0 that it is equal to.
  stored.id = typeof stored.id === 'bigint' ? toExactInteger(stored.id) : stored.id + 0
  return Object.freeze(stored)
}

/**
 * Checks plants that come from a developer and not over the wire.
 *
 * @throws {OptionsError} naming the first plant and the members that are wrong, or an id that comes twice
 */
export function checkPlants(plants: unknown, whole: string): StoredPlant[] {
  if (!Array.isArray(plants))
    throw new OptionsError(`${whole} must be an array of plants, got ${describeValue(plants)}`)
  const places = new Map<unknown, number>()
  return plants.map((plant, index) => {
    const place = `${whole}[${index}]`
    if (!validateNewPlant(plant)) {
      throw new OptionsError(
        `${place}: ${describeProblems(validateNewPlant.errors, plant, { whole: 'the plant' })}`,
      )
    }
    const stored = toStoredPlant(plant)
    const earlier = places.get(stored.id)
    if (earlier !== undefined)
      throw new OptionsError(`${place} has the id ${stored.id} of ${whole}[${earlier}]`)
    places.set(stored.id, index)
    return stored
  })
}

/** Tells whether a Content-Type is that of the operation, whatever its parameters (RFC 8259 section 11 defines none). */
export function isJsonContentType(contentType: string | undefined): boolean {
  if (contentType === operation.contentType) return true
  const [mediaType = ''] = (contentType ?? '').split(';')
  return (
    mediaType.trim().toLowerCase() === operation.contentType &&
    !/,/.test((contentType ?? '').replace(/"[^"]*"/g, ''))
  )
}

/** Reads a NewPlant from a body, or says why it is none (specification sections 2 and 4). */
export function readNewPlant({ text, isUtf8 }: DecodedBody, token: string | undefined): Reading {
  if (!isUtf8) return { failure: 'malformed-json', detail: 'the body is not JSON: it is not valid UTF-8' }
  if (text === '') return { failure: 'missing-body' }
  let body: unknown
  try {
    body = parseExactJson(text)
  } catch (error) {
    return { failure: 'malformed-json', detail: `the body is not JSON: ${(error as Error).message}` }
  }
  if (validateNewPlant(body)) return { plant: toStoredPlant(body as NewPlant) }
  const detail = describeProblems(validateNewPlant.errors, body, { whole: 'the body', secret: token })
  return { failure: 'invalid-plant', detail }
}

/** Answers with the Plant that was created: the 200 of specification section 4, rules 1 and 2. */
export function answerCreated(plant: StoredPlant): PlantAnswer {
  return { status: 200, headers: jsonHeaders, body: JSON.stringify(pickPlant(plant)) }
}
