import { isJsonContentType } from '../contract/content-type.ts'
import { type Exchange, type HttpAnswer, readHeader, readSentBody } from '../http/exchange.ts'
import { parseExactJson } from '../json/exact-json.ts'
import { isObject } from '../options/is-object.ts'
import { describeValue } from '../options/problems.ts'

/** A body that is one JSON value, or why it isn't. */
export type JsonReading<T> = { value: T } | { problem: string; isNoText?: boolean }

/** Reads bytes strictly, as UTF-8 and as exact JSON. */
export function readJson(body: Uint8Array): JsonReading<unknown> {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return { problem: 'the body is not UTF-8', isNoText: true }
  }
  try {
    return { value: parseExactJson(text) }
  } catch (error) {
    return { problem: `the body is not JSON: ${(error as Error).message}` }
  }
}

const tooLarge = 'the body has more bytes than a Plant or an Error for this request can have'

/** Reads the body of an answer, which must be one JSON object. */
export function readObject({ body, isMiscoded, isCut }: HttpAnswer): JsonReading<Record<string, unknown>> {
  if (isCut) return { problem: tooLarge }
  if (isMiscoded) return { problem: 'the body is not encoded as its Content-Encoding says' }
  if (body.length === 0) return { problem: 'the body is empty' }
  const read = readJson(body)
  if ('problem' in read) return read
  const { value } = read
  if (isObject(value)) return { value }
  return { problem: `the body must be an object, got ${describeValue(value)}` }
}

/** The members of a body; none if it isn't a JSON object. */
export type Members = { name?: unknown; tag?: unknown } & Partial<Record<string, unknown>>

/** Reads the members of an answer's body. */
export function readPlant({ outcome }: Exchange): Members {
  const body = outcome.kind === 'answer' ? readObject(outcome.answer) : { value: {} }
  return 'value' in body ? body.value : {}
}

/** Reads the members that a request sent. */
export function readSent({ request }: Exchange): Members {
  const body = readJson(readSentBody(request))
  return 'value' in body && isObject(body.value) ? body.value : {}
}

/** Says why a body is no JSON object, and of what other type the answer says it is. */
export function describeNoJson(answer: HttpAnswer, { problem }: { problem: string }): string {
  const contentType = readHeader(answer, 'content-type')
  return contentType === undefined || isJsonContentType(contentType)
    ? problem
    : `${problem}; the header Content-Type is ${describeValue(contentType)}`
}

/** Says whether a body is an Error and not a Plant. */
export function isErrorBody(answer: HttpAnswer): boolean {
  const body = readObject(answer)
  if ('problem' in body) return false
  return ('error' in body.value || 'message' in body.value) && !('name' in body.value)
}
