import { BodySyntaxError, type MediaType, type Operation } from '../../contract/contract.ts'
import { isCoding } from '../../http/find-decoder.ts'
import { describeValue } from '../../options/problems.ts'
import { type MockRequest, type ReceivedRequest, readHeader } from '../exchange.ts'
import { Failure } from '../failure.ts'
import { findUnknown } from './find-unknown.ts'
import { joinProblems, toBodyProblems } from './to-problems.ts'

/** What a request's body was read as. */
export interface ReadBody {
  body: unknown
  /** Undefined if there is no body, or nothing is known of it. */
  media: MediaType | undefined
}

const noBody: ReadBody = { body: undefined, media: undefined }

const encoder = new TextEncoder()
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const sizeOf = (body: string | Uint8Array): number =>
  typeof body === 'string' && body.length * 3 > 1024 ? encoder.encode(body).length : body.length

const isEmpty = ({ body = '' }: MockRequest): boolean => body.length === 0

/** Checks the content type and coding of a body. */
export function checkType(operation: Operation, request: ReceivedRequest): Failure | undefined {
  const { body } = operation
  if (body === undefined || body.media.length === 0) return undefined
  const type = readHeader(request.headers, 'content-type')
  // Without a body, the missing body is the mistake, not the missing header.
  const isMissing = isEmpty(request) && (type === undefined || !body.isRequired)
  if (!isMissing && body.pick(type) === undefined) {
    const known = body.media.map(({ name }) => name).join(' or ')
    return new Failure(
      'unsupported-media-type',
      `the header Content-Type must be ${known}, got ${describeValue(type)}`,
      {
        headers:
          operation.method === 'PATCH'
            ? { 'accept-patch': body.media.map(({ name }) => name).join(', ') }
            : {},
      },
    )
  }
  const { coding } = request
  // `identity` doesn't change the body (RFC 9110 section 12.5.3).
  if (!coding || coding.toLowerCase() === 'identity' || request.undecoded !== undefined) return undefined
  return new Failure(
    'unsupported-encoding',
    isCoding(coding)
      ? `a page can't decode a body, got Content-Encoding ${describeValue(coding)}`
      : `the header Content-Encoding must be gzip, deflate, or br, got ${describeValue(coding)}`,
  )
}

/** Checks the size of a body. */
export const checkSize = ({ body = '', undecoded }: ReceivedRequest, maxBody: number): Failure | undefined =>
  undecoded === 'too-large' || sizeOf(body) > maxBody
    ? new Failure('body-too-large', `the body must have at most ${maxBody} bytes`)
    : undefined

/** Decodes JSON; a byte order mark stays, since JSON must not begin with one (RFC 8259 section 8.1). @throws {BodySyntaxError} */
function toText(body: string | Uint8Array): string {
  if (typeof body === 'string') return body
  try {
    return utf8.decode(body)
  } catch {
    throw new BodySyntaxError('it is not valid UTF-8')
  }
}

/**
 * Reads and checks the body of a request.
 *
 * @param rejectsUnknown whether properties that the description doesn't name are wrong
 */
export function readBody(
  operation: Operation,
  request: ReceivedRequest,
  rejectsUnknown: boolean,
): ReadBody | Failure {
  const { body: described } = operation
  const { body: raw = '' } = request
  if (described === undefined) return noBody
  if (isEmpty(request)) {
    if (!described.isRequired) return noBody
    const known = described.media.map(({ name }) => name).join(' or ')
    return new Failure('missing-body', `the body is missing; it must be ${known || 'there'}`)
  }
  if (request.undecoded === 'malformed') {
    return new Failure('malformed-body', `the body is not valid ${request.coding}`)
  }
  const type = readHeader(request.headers, 'content-type')
  // Another type is wrong, too, unless the body is checked first.
  const media = described.pick(type) ?? described.media[0]
  if (media === undefined) return { body: raw, media }
  let body: unknown
  try {
    body = media.parse(media.kind === 'json' ? toText(raw) : raw, type)
  } catch (error) {
    if (!(error instanceof BodySyntaxError)) throw error
    return new Failure('malformed-body', `the body is not valid ${media.name}: ${error.message}`)
  }
  if (media.kind === 'xml') return { body, media }
  const wrong = media.schema.check(body)
  const found = wrong.length === 0 && rejectsUnknown ? findUnknown(media.schema, body) : wrong
  if (found.length === 0) return { body, media }
  const problems = toBodyProblems(found)
  return new Failure('invalid-body', joinProblems(problems), { problems })
}
