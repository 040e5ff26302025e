import { describeContentType } from '../contract/content-type.ts'
import { parseExactMembers } from '../contract/exact-json.ts'
import { newPlantMembers } from '../contract/generated/operation.ts'
import { createLimitsCheck, type Limits } from '../contract/limits.ts'
import { describeProblems, describeValue } from '../contract/problems.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { validateNewPlant } from '../contract/validators.ts'
import type { DecodedBody } from './body.ts'
import { createReadToken, createTokenCheck } from './credentials.ts'
import { type PlantRequest, readHeader } from './exchange.ts'
import type { FailureName } from './failures.ts'
import type { Habit } from './habits.ts'
import { pickSentMembers } from './sent-members.ts'
import type { StoredPlant } from './storage/plant-storage.ts'
import { toStoredPlant } from './stored-plant.ts'

/** The result of reading a request: a plant, or the failure and its details if there are any. */
type ReadPlant = { plant: StoredPlant; failure?: undefined } | { failure: FailureName; detail?: string }

/** Checks if a request asks for the documented error, like users of Prism do (RFC 7240 defines the header). */
const asksForError = (prefer: string | undefined): boolean =>
  prefer !== undefined && /(?:^|[,;])\s*code\s*=\s*"?400"?\s*(?:[,;]|$)/i.test(prefer)

/** The name of the encoding that doesn't change the body (RFC 9110 section 12.5.3). */
const isIdentity = (coding: string | undefined): boolean =>
  coding === undefined || coding === '' || coding.toLowerCase() === 'identity'

/** How a store reads requests differently. */
export interface Reading {
  /** Habits of some services that the store imitates; none by default. */
  habits?: readonly Habit[]
  /** The ids, names, and tags that the store accepts; all by default. */
  limits?: Limits
  /** What happens to members that the schema doesn't name, `ignore` by default. */
  unknownMembers?: 'ignore' | 'refuse'
}

/** Says what is wrong with a NewPlant; undefined if nothing is. */
type FindOutside = (plant: StoredPlant, sent: object) => string | undefined

function createFindOutside({ limits, unknownMembers }: Reading): FindOutside | undefined {
  if (limits === undefined && unknownMembers !== 'refuse') return undefined
  const checkLimits = createLimitsCheck(limits ?? {})
  const known: readonly string[] = newPlantMembers
  return (plant, sent) => {
    const unknown = unknownMembers === 'refuse' && Object.keys(sent).find((name) => !known.includes(name))
    if (typeof unknown !== 'string') return checkLimits(plant)
    return describeProblems([{ path: [unknown], known }], sent, { whole: 'the body' })
  }
}

function readPlant(
  body: DecodedBody,
  token: string | undefined,
  findOutside: FindOutside | undefined,
): ReadPlant {
  let value: unknown
  try {
    value = parseExactMembers(body.text, newPlantMembers)
  } catch (error) {
    body.members = {}
    return { failure: 'malformed-json', detail: `the body is not JSON: ${(error as Error).message}` }
  }
  if (validateNewPlant(value)) {
    const plant = toStoredPlant(value as NewPlant)
    body.members = plant
    const outside = findOutside?.(plant, value as object)
    return outside === undefined ? { plant } : { failure: 'invalid-plant', detail: outside }
  }
  body.members = pickSentMembers(value)
  const detail = describeProblems(validateNewPlant.errors, value, { whole: 'the body', secret: token })
  return { failure: 'invalid-plant', detail }
}

/** Reads the NewPlant of a request to the operation (specification section 4). */
export type ReadNewPlant = (headers: PlantRequest['headers'], body: DecodedBody) => ReadPlant

/**
 * Makes the reader of requests to the operation. It checks credentials, content type and encoding, size, body and, last,
 * if the request asks for an error.
 *
 * @throws {OptionsError} if a token can't be sent in a header
 */
export function createReadNewPlant(
  tokens: readonly string[] | undefined,
  maxBody: number,
  options: Reading = {},
): ReadNewPlant {
  const checkToken = createTokenCheck(tokens)
  const readToken = createReadToken(options.habits)
  const findOutside = createFindOutside(options)
  const has = (habit: Habit): boolean => options.habits?.includes(habit) === true
  const acceptsRepeated = has('accepts-repeated-content-type')
  const checksEmpty = has('checks-empty-body-type')
  const ignoresCoding = has('ignores-content-encoding')
  return (headers, body) => {
    const token = readToken(headers)
    const failure = checkToken(token)
    if (failure !== undefined) return { failure }
    let contentType = readHeader(headers, 'content-type')
    if (acceptsRepeated) contentType = contentType?.replace(/^([^,]+)(?:, *\1)+$/, '$1')
    // Without a body, the missing body is the mistake, not the missing header.
    const isMissing = body.text === '' && contentType === undefined && !checksEmpty
    const detail = isMissing ? undefined : describeContentType(contentType, token)
    if (detail !== undefined) return { failure: 'unsupported-media-type', detail }
    const coding = ignoresCoding ? undefined : readHeader(headers, 'content-encoding')
    if (!isIdentity(coding)) {
      const got = describeValue(coding, token)
      const needed = 'the body must be sent without a content coding'
      return { failure: 'unsupported-encoding', detail: `${needed}, got Content-Encoding ${got}` }
    }
    if (body.isOverLimit) {
      return { failure: 'body-too-large', detail: `the body must have at most ${maxBody} bytes` }
    }
    if (!body.isUtf8)
      return { failure: 'malformed-json', detail: 'the body is not JSON: it is not valid UTF-8' }
    if (body.text === '') return { failure: 'missing-body' }
    const reading = readPlant(body, token, findOutside)
    const isForced = reading.failure === undefined && asksForError(readHeader(headers, 'prefer'))
    return isForced ? { failure: 'forced-error' } : reading
  }
}
