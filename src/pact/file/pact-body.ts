import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'

/** A body as Pact's verifier sends or expects it, with its value if it is JSON; undefined if any body will do. */
export type PactBody = { text: string; value?: unknown } | undefined

const isJsonType = (contentType: string): boolean => /^application\/(?:json|[^;]*\+json)/i.test(contentType)

/** Matches the beginning of a text that Pact takes for JSON if there is no content type. */
const looksLikeJson = /^\s*(?:true|false|null|\d+|"\w*|\{\s*(?:\}|"\w+)|\[\s*)/

/** Writes a text of version 3 and earlier like Pact's verifier: it quotes a text that should be JSON but isn't a string or an object. */
export function toOldText(text: string, contentType: string | undefined): string {
  const isJson = contentType === undefined ? looksLikeJson.test(text) : isJsonType(contentType)
  if (text === '' || !isJson) return text
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'string' || isObject(value)) return text
  } catch {
    // It is quoted, too.
  }
  return `"${text}"`
}

/** Writes a text of version 4, which names its encoding, like Pact's verifier. */
function toNewText(text: string, encoded: unknown = false, contentType = ''): string {
  if (String(encoded).toLowerCase() === 'base64' && /^[\w+/]+=*$/.test(text))
    return Buffer.from(text, 'base64').toString()
  return encoded === false && text !== '' && isJsonType(contentType) ? JSON.stringify(text) : text
}

const attributes = ['contentType', 'contentTypeHint', 'encoded']

/** Reads the content of a body of version 4; without `content`, the whole body is the content unless it has only attributes. */
function readContent(body: Record<string, unknown>): unknown {
  if (Object.hasOwn(body, 'content')) return body['content']
  return Object.keys(body).every((name) => attributes.includes(name)) ? undefined : body
}

/**
 * Reads a body like Pact's verifier; undefined if any body will do.
 *
 * @param headerType the content type of the message's header
 */
export function parseBody(
  body: unknown,
  headerType: string | undefined,
  isV4: boolean,
  isRequest: boolean,
): PactBody {
  const isWrapper = isV4 && isObject(body)
  const { contentType = headerType, encoded } = (isWrapper ? body : {}) as Record<string, string | undefined>
  const content = isWrapper ? readContent(body) : body
  if (content === undefined) return undefined
  if (content === null && !isRequest) return { text: '' }
  // The verifier sends null only as JSON.
  if (content === null && !isJsonType(headerType ?? '')) return undefined
  const text =
    typeof content !== 'string'
      ? stringifyExactJson(content)
      : isWrapper
        ? toNewText(content, encoded, contentType)
        : isV4
          ? JSON.stringify(content)
          : toOldText(content, headerType)
  try {
    return { text, value: parseExactJson(text) }
  } catch {
    return { text }
  }
}
