import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'

/** A body as a pact writes it, with its value if it is JSON; undefined if any body will do. */
export type PactBody = { text: string; value?: unknown } | undefined

const attributes = ['contentType', 'contentTypeHint', 'encoded']

/** Reads the content of a body of version 4; without `content`, the whole body is the content unless it has only attributes. */
function readContent(body: Record<string, unknown>): unknown {
  if (Object.hasOwn(body, 'content')) return body['content']
  return Object.keys(body).every((name) => attributes.includes(name)) ? undefined : body
}

/** Reads a body; undefined if any body will do. */
export function parseBody(body: unknown, isV4: boolean): PactBody {
  const isWrapper = isV4 && isObject(body)
  const content = isWrapper ? readContent(body) : body
  if (content === undefined) return undefined
  if (content === null) return { text: '' }
  const isBase64 = isWrapper && String(body['encoded']).toLowerCase() === 'base64'
  const written = typeof content === 'string' ? content : stringifyExactJson(content)
  const text = isBase64 ? Buffer.from(written, 'base64').toString() : written
  try {
    return { text, value: parseExactJson(text) }
  } catch {
    return { text }
  }
}
