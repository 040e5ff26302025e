import { stringifyExactJson } from '../json/exact-json.ts'
import { isContainer, isObject } from '../options/is-object.ts'
import { coerce, toValueShape } from './coerce.ts'
import { BodySyntaxError, type Schema } from './contract.ts'
import { type Place, placeIn } from './description.ts'

/** What separates the parts of a body that the kit writes. */
export const boundary = 'plant-store-kit-boundary'

interface Part {
  name: string
  /** The content, one character for each byte. */
  content: string
}

/** Writes bytes as a string with one character each. */
export const toBinary = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 4096)
    text += String.fromCharCode(...bytes.subarray(at, at + 4096))
  return text
}

/** Returns the bytes of such a string, or else the text as UTF-8. */
export const toBytes = (text: string): Uint8Array =>
  /^[\0-\xff]*$/.test(text)
    ? Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    : new TextEncoder().encode(text)

/** Writes text as the bytes of its UTF-8, one character each. */
const encode = (text: string): string => toBinary(new TextEncoder().encode(text))

/** Decodes UTF-8; other bytes stay one character each. */
function decode(binary: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(toBytes(binary))
  } catch {
    return binary
  }
}

/** Splits a body at its boundary (RFC 2046 section 5.1). @throws {BodySyntaxError} */
function splitParts(binary: string, contentType: string): Part[] {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const mark = quoted ?? plain
  if (mark === undefined) throw new BodySyntaxError('the Content-Type has no boundary')
  const pieces = `\r\n${binary}`.split(`\r\n--${mark}`)
  if (!pieces.at(-1)?.startsWith('--'))
    throw new BodySyntaxError(`it doesn't end with the boundary --${mark}--`)
  return pieces.slice(1, -1).map((piece, index) => {
    const end = piece.indexOf('\r\n\r\n')
    const head = decode(piece.slice(0, end))
    const [, inQuotes, bare] =
      /^content-disposition:[^\r\n]*?;[ \t]*name=(?:"([^"\r\n]*)"|([^;\s]+))/im.exec(head) ?? []
    const name = inQuotes ?? bare
    if (end < 0 || name === undefined)
      throw new BodySyntaxError(`part ${index + 1} has no Content-Disposition with a name`)
    return { name, content: piece.slice(end + 4) }
  })
}

/** Makes what parses and writes multipart/form-data (RFC 7578). A file is its content as text, or one character for each byte. */
export function createMultipart(schema: Schema, encoding: Place) {
  const writePart = (name: string, value: unknown): string => {
    const inner = schema.at(name)?.facts()
    const isFile =
      inner?.format === 'binary' || Object(schema.at(name)?.json)['contentMediaType'] !== undefined
    const { contentType } = Object(placeIn(encoding, name).json)
    const type =
      contentType?.split(',')[0] ??
      (isFile ? 'application/octet-stream' : isContainer(value) ? 'application/json' : undefined)
    const text = isContainer(value) ? stringifyExactJson(value) : String(value)
    const bytes = isFile && /^[\0-\xff]*$/.test(text) ? text : encode(text)
    const file = isFile ? `; filename="${encodeURIComponent(name)}"` : ''
    const disposition = `Content-Disposition: form-data; name="${name.replaceAll('"', '%22')}"${file}`
    return [
      `--${boundary}`,
      encode(disposition),
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
      '',
      bytes,
      '',
    ].join('\r\n')
  }
  return {
    parse(body: Uint8Array | string, contentType: string): unknown {
      const parts = splitParts(typeof body === 'string' ? encode(body) : toBinary(body), contentType)
      const value: Record<string, unknown> = {}
      for (const name of new Set(parts.map((part) => part.name))) {
        const inner = schema.at(name)
        const found = parts.filter((part) => part.name === name).map(({ content }) => decode(content))
        const [first = ''] = found
        const isList = inner !== undefined && toValueShape(inner) === 'array' && !/^\s*\[/.test(first)
        if (name !== '__proto__') value[name] = coerce(isList || found.length > 1 ? found : first, inner)
      }
      return value
    },
    write(value: unknown): Uint8Array {
      const entries = Object.entries(isObject(value) ? value : {}).filter(([, inner]) => inner !== undefined)
      const parts = entries.flatMap(([name, inner]) =>
        Array.isArray(inner) && !inner.some(isContainer)
          ? inner.map((item) => writePart(name, item))
          : writePart(name, inner),
      )
      return toBytes(`${parts.join('')}--${boundary}--\r\n`)
    },
  }
}
