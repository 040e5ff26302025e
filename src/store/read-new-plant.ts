import { describeContentType } from '../contract/content-type.ts'
import { parseExactJson } from '../contract/exact-json.ts'
import { validateNewPlant } from '../contract/generated/validators.ts'
import { describeProblems } from '../contract/problems.ts'
import type { NewPlant } from '../contract/schemas.ts'
import type { DecodedBody } from './body.ts'
import { createTokenCheck, readBearerToken } from './credentials.ts'
import { type PlantRequest, readHeader } from './exchange.ts'
import type { FailureName } from './failure-names.ts'
import type { StoredPlant } from './storage/plant-storage.ts'
import { toStoredPlant } from './stored-plant.ts'

/** The result of reading a request: a plant, or the failure and its details if there are any. */
type Reading = { plant: StoredPlant; failure?: undefined } | { failure: FailureName; detail?: string }

/** Checks if a request asks for the documented error, like users of Prism do (RFC 7240 defines the header). */
const asksForError = (prefer: string | undefined): boolean =>
  prefer !== undefined && /(?:^|[,;])\s*code\s*=\s*"?400"?\s*(?:[,;]|$)/i.test(prefer)

function readPlant({ text, isUtf8 }: DecodedBody, token: string | undefined): Reading {
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

/** Reads the NewPlant of a request to the operation (specification section 4). */
export type ReadNewPlant = (headers: PlantRequest['headers'], body: DecodedBody) => Reading

/**
 * Makes the reader of requests to the operation. It checks credentials, content type, size, body and, last, if the request asks for an error.
 *
 * @throws {OptionsError} if a token can't be sent in a header
 */
export function createReadNewPlant(tokens: readonly string[] | undefined, maxBody: number): ReadNewPlant {
  const checkToken = createTokenCheck(tokens)
  return (headers, body) => {
    const token = readBearerToken(readHeader(headers, 'authorization'))
    const failure = checkToken(token)
    if (failure !== undefined) return { failure }
    const detail = describeContentType(readHeader(headers, 'content-type'), token)
    if (detail !== undefined) return { failure: 'unsupported-media-type', detail }
    if (body.isOverLimit) {
      return { failure: 'body-too-large', detail: `the body must have at most ${maxBody} bytes` }
    }
    const reading = readPlant(body, token)
    const isForced = reading.failure === undefined && asksForError(readHeader(headers, 'prefer'))
    return isForced ? { failure: 'forced-error' } : reading
  }
}
