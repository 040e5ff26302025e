import { isJsonContentType } from '../contract/content-type.ts'
import { parseExactPlant } from '../contract/exact-plant.ts'
import type { Limits } from '../contract/generated/limits.ts'
import { newPlantMembers, operation } from '../contract/generated/operation.ts'
import { newPlantSchema } from '../contract/generated/schemas.ts'
import { createKeywordChecks } from '../contract/limits.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { describeProblems, describeValue, type Problem } from '../options/problems.ts'
import { findProblems } from '../options/schema.ts'
import type { DecodedBody } from './body.ts'
import { createReadCredentials } from './credentials.ts'
import { cutQuery, type PlantRequest, readHeader } from './exchange.ts'
import { type FailureName, failures, type Mistake, type PlantMistake } from './failures.ts'
import type { Habit } from './habits.ts'
import { pickSentMembers } from './sent-members.ts'
import type { StoredPlant } from './storage/plant-storage.ts'
import { toStoredPlant } from './stored-plant.ts'

/** A reason to refuse a request. */
interface Refused {
  failure: FailureName | Mistake
  /** What exactly is wrong. */
  detail?: string
}

/** What a request asks for: to store a plant, or a refusal. */
export type Reading = { plant: StoredPlant; failure?: undefined } | Refused

/** How a store reads requests differently. */
export interface ReadingOptions {
  /** Habits of some services that the store imitates; none by default. */
  habits?: readonly Habit[]
  /** The ids, names, and tags that the store accepts; all by default. */
  limits?: Limits
  /** What happens to members that the schema doesn't name, `ignore` by default. */
  unknownMembers?: 'ignore' | 'refuse'
}

/** Adds what is wrong with this request to the message of a failure. */
const refuse = (failure: FailureName, addition = ''): Refused => ({
  failure,
  detail: failures[failure][2] + addition,
})

/** Whether a request asks for the documented error, like users of Prism do (RFC 7240 defines the header). */
const asksForError = (prefer: string | undefined): boolean =>
  prefer !== undefined && /(?:^|[,;])\s*code\s*=\s*"?400"?\s*(?:[,;]|$)/i.test(prefer)

/** Says what is wrong with a valid NewPlant; undefined if nothing is. */
type FindOutside = (plant: StoredPlant, sent: object) => Refused | undefined

function createFindOutside({ limits, unknownMembers }: ReadingOptions): FindOutside {
  const checks = createKeywordChecks(limits ?? {})
  const known: readonly string[] = newPlantMembers
  return (plant, sent) => {
    const unknown =
      unknownMembers === 'refuse' ? Object.keys(sent).find((name) => !known.includes(name)) : undefined
    if (unknown !== undefined) {
      const detail = describeProblems([{ path: [unknown], known }], { whole: 'the body' })
      return { failure: 'unknown-member', detail }
    }
    for (const { member, keyword, check } of checks) {
      const detail = check(plant)
      if (detail !== undefined) return { failure: `${member}-${keyword}` as PlantMistake, detail }
    }
    return undefined
  }
}

/** Names a problem of what isn't a NewPlant. */
function nameMistake({ path, got }: Problem): PlantMistake {
  const [member] = path as readonly (keyof NewPlant)[]
  if (member === undefined) return 'not-an-object'
  if (member === 'id' && (typeof got === 'number' || typeof got === 'bigint'))
    return Number.isInteger(Number(got)) || Math.abs(Number(got)) === Infinity
      ? 'id-out-of-range'
      : 'fractional-id'
  return `${got === undefined ? 'missing' : 'invalid'}-${member}` as PlantMistake
}

/** An id that is written with a fraction or an exponent. */
const floatId = /"id"\s*:\s*-?\d+[.eE]/

function readPlant(
  body: DecodedBody,
  text: string,
  token: string | undefined,
  findOutside: FindOutside,
  refusesFloats: boolean,
): Reading {
  let value: unknown
  try {
    value = parseExactPlant(text)
  } catch (error) {
    body.members = {}
    return refuse('malformed-json', `: ${(error as Error).message}`)
  }
  const problems = findProblems(value, newPlantSchema)
  const [first] = problems
  if (first !== undefined) {
    body.members = pickSentMembers(value)
    const detail = describeProblems(problems, { whole: 'the body', secret: token })
    return { failure: nameMistake(first), detail }
  }
  const plant = toStoredPlant(value as NewPlant)
  if (refusesFloats && floatId.test(text))
    return { failure: 'invalid-id', detail: 'id must be written without a fraction and an exponent' }
  body.members = plant
  return findOutside(plant, value as object) ?? { plant }
}

/** Reads a request (docs/specification.md, section 4); `isOperation` says whether it is to the operation. */
export type ReadRequest = (request: PlantRequest, body: DecodedBody, isOperation: boolean) => Reading

/**
 * Makes the reader of requests. It checks path, method, credentials, content type and encoding, size, body and, last, if
 * the request asks for an error.
 */
export function createReadRequest(
  path: string,
  tokens: readonly string[] | undefined,
  maxBody: number,
  options: ReadingOptions = {},
): ReadRequest {
  const { habits = [] } = options
  const has = (habit: Habit): boolean => habits.includes(habit)
  const readCredentials = createReadCredentials(tokens, has('reads-first-authorization'))
  const findOutside = createFindOutside(options)
  const acceptsRepeated = has('accepts-repeated-content-type')
  const checksCredentialsFirst = has('checks-credentials-first')
  const checksEmpty = has('checks-empty-body-type')
  const refusesFloats = has('refuses-float-ids')
  const ignoresMark = has('ignores-byte-order-mark')
  const ignoresCoding = has('ignores-content-encoding')

  function describeOther({ method, path: target }: PlantRequest): Refused {
    if (cutQuery(target) === path) return refuse('method-not-allowed', `, got ${describeValue(method)}`)
    return {
      failure: 'unknown-path',
      detail: `there is nothing at this path; the only operation is ${operation.method} ${path}`,
    }
  }

  return (request, body, isOperation) => {
    if (!isOperation && !checksCredentialsFirst) return describeOther(request)
    const { headers } = request
    const { token, failure } = readCredentials(headers)
    if (failure !== undefined) return { failure }
    if (!isOperation) return describeOther(request)
    const text = ignoresMark ? body.text.replace(/^\ufeff/, '') : body.text
    let contentType = readHeader(headers, 'content-type')
    if (acceptsRepeated) contentType = contentType?.replace(/^([^,]+)(?:, *\1)+$/, '$1')
    // Without a body, the missing body is the mistake, not the missing header.
    const isMissing = text === '' && contentType === undefined && !checksEmpty
    if (!isMissing && !isJsonContentType(contentType))
      return refuse('unsupported-media-type', `, got ${describeValue(contentType, token)}`)
    const coding = ignoresCoding ? undefined : readHeader(headers, 'content-encoding')
    // `identity` doesn't change the body (RFC 9110 section 12.5.3).
    if (coding && coding.toLowerCase() !== 'identity')
      return refuse('unsupported-encoding', `, got Content-Encoding ${describeValue(coding, token)}`)
    if (body.isOverLimit)
      return { failure: 'body-too-large', detail: `the body must have at most ${maxBody} bytes` }
    if (body.isBroken) return refuse('malformed-json', ': it is not valid UTF-8')
    if (text === '') return { failure: 'missing-body' }
    const reading = readPlant(body, text, token, findOutside, refusesFloats)
    const isForced = reading.failure === undefined && asksForError(readHeader(headers, 'prefer'))
    return isForced ? { failure: 'forced-error' } : reading
  }
}
