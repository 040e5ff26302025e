import { isJsonContentType } from '../contract/content-type.ts'
import { parseExactPlant } from '../contract/exact-plant.ts'
import type { Limits } from '../contract/generated/limits.ts'
import { newPlantMembers, operation } from '../contract/generated/operation.ts'
import { newPlantSchema } from '../contract/generated/schemas.ts'
import { createKeywordChecks } from '../contract/limits.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { pickSentMembers } from '../mock/journal/sent-members.ts'
import { describeProblems, describeValue, type Problem } from '../options/problems.ts'
import { findProblems } from '../options/schema.ts'
import type { DecodedBody } from './body.ts'
import { type Credentials, createReadCredentials } from './credentials.ts'
import { type PlantRequest, readHeader } from './exchange.ts'
import { type FailureName, failures, type Mistake, type PlantMistake } from './failures.ts'
import type { Habit } from './habits.ts'
import { type StoredPlant, toStoredPlant } from './stored-plant.ts'

/** A reason to refuse a request. */
interface Refused {
  plant?: undefined
  failure: FailureName | Mistake
  /** What exactly is wrong. */
  detail?: string
}

/** What a request asks for: to store a plant, or a refusal. */
export type Reading = { plant: StoredPlant; failure?: undefined } | Refused

/** The parts of a request, in the order in which a store looks for mistakes in them. */
export const checkedParts = ['path', 'method', 'credentials', 'type', 'size', 'body'] as const

/** A part of a request that may have a mistake. */
export type CheckedPart = (typeof checkedParts)[number]

/** How a store reads requests differently. */
export interface ReadingOptions {
  /** The parts to check first: `path`, `method`, `credentials`, `type`, `size`, and `body` by default, as are those that it leaves out. */
  order?: readonly CheckedPart[]
  /** More paths, after `basePath`, that mean the operation, and more content types, exactly as clients send them; `none` is a missing one. */
  accepts?: readonly string[]
  /** What else to refuse, by the row of the table of answers: patterns of the request's target and, after a line break, its body. */
  refuses?: Readonly<Partial<Record<FailureName | Mistake, string>>>
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
  /(?:^|[,;])\s*code\s*=\s*"?400"?\s*(?:[,;]|$)/i.test(`${prefer}`)

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

function readPlant(
  body: DecodedBody,
  text: string,
  token: string | undefined,
  findOutside: FindOutside,
): Reading {
  let value: unknown
  try {
    value = parseExactPlant(text)
  } catch (error) {
    body.members = {}
    return refuse('malformed-body', `: ${(error as Error).message}`)
  }
  const problems = findProblems(value, newPlantSchema)
  const [first] = problems
  if (first !== undefined) {
    body.members = pickSentMembers(value)
    const detail = describeProblems(problems, { whole: 'the body', secret: token })
    return { failure: nameMistake(first), detail }
  }
  const plant = toStoredPlant(value as NewPlant)
  body.members = plant
  return findOutside(plant, value as object) ?? { plant }
}

/** Reads a request (docs/specification.md, section 4). */
export type ReadRequest = (request: PlantRequest, body: DecodedBody) => Reading

/**
 * Makes the reader of requests. It checks path, method, credentials, content type and encoding, size, body and, last, if
 * the request asks for an error.
 *
 * @param isPath says whether a request is to the path of the operation
 */
export function createReadRequest(
  path: string,
  isPath: (request: PlantRequest) => boolean,
  tokens: readonly string[] | undefined,
  maxBody: number,
  options: ReadingOptions = {},
): ReadRequest {
  const { accepts = [], habits = [], order = [], refuses = {} } = options
  const has = (habit: Habit): boolean => habits.includes(habit)
  const readCredentials = createReadCredentials(tokens, has)
  const findOutside = createFindOutside(options)
  const refused = Object.entries(refuses).map(([name, pattern]) => [name, new RegExp(pattern, 'su')] as const)

  const checks: Record<
    CheckedPart,
    (request: PlantRequest, body: DecodedBody, credentials: Credentials) => Reading | undefined
  > = {
    path: (request) =>
      isPath(request)
        ? undefined
        : refuse(
            'unknown-path',
            `; the only operation is ${operation.method} ${path}${request.path === `${path}/` ? ', with no slash at the end' : ''}`,
          ),
    method: ({ method }) =>
      method === operation.method
        ? undefined
        : refuse('method-not-allowed', `, got ${describeValue(method)}`),
    credentials: (_request, _body, { failure }) => failure && { failure },
    type({ headers }, body, { token }) {
      const contentType = readHeader(headers, 'content-type')
      // Without a body, the missing body is the mistake, not the missing header.
      const isMissing = body.text === '' && contentType === undefined && !has('checks-empty-body-type')
      if (!isMissing && !isJsonContentType(contentType) && !accepts.includes(contentType ?? 'none'))
        return refuse('unsupported-media-type', `, got ${describeValue(contentType, token)}`)
      const coding = has('ignores-content-encoding') ? undefined : readHeader(headers, 'content-encoding')
      // `identity` doesn't change the body (RFC 9110 section 12.5.3).
      return coding && coding.toLowerCase() !== 'identity'
        ? refuse('unsupported-encoding', `, got Content-Encoding ${describeValue(coding, token)}`)
        : undefined
    },
    size: (_request, { isOverLimit }) =>
      isOverLimit && { failure: 'body-too-large', detail: `the body must have at most ${maxBody} bytes` },
    body({ path: target }, body, { token }) {
      if (body.isOverLimit) return undefined
      if (body.isBroken) return refuse('malformed-body', ': it is not valid UTF-8')
      const text = has('ignores-byte-order-mark') ? body.text.replace(/^\ufeff/, '') : body.text
      if (text === '') return { failure: 'missing-body' }
      const [name] = refused.find(([, pattern]) => pattern.test(`${target}\n${text}`)) ?? []
      return name === undefined ? readPlant(body, text, token, findOutside) : { failure: name as FailureName }
    },
  }
  const parts = [...new Set([...order, ...checkedParts])].map((part) => checks[part])

  return (request, body) => {
    const credentials = readCredentials(request.headers)
    const forced: Refused = { failure: 'forced' }
    // Only the body has a reading of a plant; a request whose body isn't read is refused by another check.
    let reading: Reading = forced
    for (const check of parts) {
      reading = check(request, body, credentials) ?? reading
      if (reading !== forced && reading.failure) return reading
    }
    return asksForError(readHeader(request.headers, 'prefer')) ? forced : reading
  }
}
