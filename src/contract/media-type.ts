import { decodeUtf8 } from '../json/decode-utf8.ts'
import { parseExactJson, stringifyExactJson } from '../json/exact-json.ts'
import { isObject } from '../options/is-object.ts'
import { coerce } from './coerce.ts'
import { BodySyntaxError, type MediaKind, type MediaType, type Schema } from './contract.ts'
import { type Description, listMembers, type Place, placeIn } from './description.ts'
import { eventStream, writeEvents } from './event-stream.ts'
import { createForm } from './form.ts'
import { boundary, createMultipart, toBinary, toBytes } from './multipart.ts'
import { readExamples } from './read-examples.ts'
import { writeXml } from './write-xml.ts'

/** A name of a media type, in lower case, without its parameters. */
const toMediaName = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase()

/** What is sent for a range of media types. */
const ranges: Readonly<Record<string, string>> = {
  '*/*': 'application/json',
  'application/*': 'application/json',
  'text/*': 'text/plain',
  'image/*': 'image/png',
  'audio/*': 'audio/mpeg',
  'video/*': 'video/mp4',
  'multipart/*': 'multipart/form-data',
}

function toKind(name: string, schema: Schema): MediaKind {
  if (/^[^/]+\/(?:.+\+)?json$/.test(name)) return 'json'
  const { types, format } = schema.facts()
  const isForm = name === 'application/x-www-form-urlencoded'
  if (isForm || name.startsWith('multipart/'))
    return !types.includes('object') ? 'text' : isForm ? 'form' : 'multipart'
  if (/^[^/]+\/(?:.+\+)?xml$/.test(name)) return 'xml'
  if (name === eventStream) return 'events'
  if (name.startsWith('text/')) return 'text'
  // A schema of objects can only be JSON, whatever its name is.
  if (types.length < 6 && types.some((type) => type === 'object' || type === 'array')) return 'json'
  const isBinary =
    !name.startsWith('application/') || /^application\/(?:octet-stream|pdf|zip|gzip)$/.test(name)
  return !isBinary && types.includes('string') && types.length < 6 && format !== 'binary' ? 'text' : 'binary'
}

const toText = (body: Uint8Array | string): string => {
  if (typeof body === 'string') return body
  try {
    return decodeUtf8(body)
  } catch (error) {
    throw new BodySyntaxError((error as Error).message)
  }
}

/** Parses JSON, integers exactly. @throws {BodySyntaxError} */
function parseJsonBody(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch (error) {
    throw new BodySyntaxError((error as Error).message)
  }
}

/** Whether a media type only describes its items, one after the other (OpenAPI 3.2 section 4.14.3). */
const hasItemSchema = (place: Place): boolean =>
  placeIn(place, 'schema').json === undefined && placeIn(place, 'itemSchema').json !== undefined

/** How a kind of body is parsed and written. */
interface Codec {
  parse(body: Uint8Array | string, contentType: string): unknown
  write(value: unknown): string | Uint8Array
}

const scalar = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : isObject(value) || Array.isArray(value)
      ? stringifyExactJson(value)
      : String(value)

function toCodec(kind: MediaKind, schema: Schema, place: Place): Codec {
  const encoding = placeIn(place, 'encoding')
  switch (kind) {
    case 'json':
      return { parse: (body) => parseJsonBody(toText(body)), write: stringifyExactJson }
    case 'form': {
      const form = createForm(schema, encoding)
      return { parse: (body) => form.parse(toText(body)), write: form.write }
    }
    case 'multipart':
      return createMultipart(schema, encoding)
    case 'text':
      return { parse: (body) => coerce(toText(body), schema), write: scalar }
    case 'events':
      return {
        parse: toText,
        write: (value) => writeEvents(value, hasItemSchema(place)),
      }
    case 'xml':
      return {
        parse: toText,
        write: (value) => (typeof value === 'string' ? value : writeXml(schema, value)),
      }
    case 'binary':
      return {
        parse: (body) => (typeof body === 'string' ? body : toBinary(body)),
        write: (value) => toBytes(scalar(value)),
      }
  }
}

export function createMediaType(
  description: Description,
  place: Place,
  contentType: string,
  schema: Schema,
): MediaType {
  const name = toMediaName(contentType)
  const kind = toKind(ranges[name] ?? name, schema)
  const codec = toCodec(kind, schema, place)
  const sent =
    kind === 'multipart' ? `${ranges[name] ?? name}; boundary=${boundary}` : (ranges[name] ?? contentType)
  return {
    name,
    contentType: sent,
    kind,
    pointer: place.pointer,
    schema,
    examples: readExamples(description, place),
    parse: (body, type = contentType) => codec.parse(body, type),
    write: (value) => ({ contentType: sent, body: codec.write(value) }),
  }
}

export const readContent = (
  description: Description,
  content: Place,
  getSchema: (place: Place) => Schema,
): MediaType[] =>
  listMembers(content).map(([contentType, entry]) => {
    const place = description.follow(entry) ?? entry
    return createMediaType(
      description,
      place,
      contentType,
      getSchema(placeIn(place, hasItemSchema(place) ? 'itemSchema' : 'schema')),
    )
  })

/** Finds the media type that a Content-Type is: the same one, or else the narrowest range. */
export function pickMedia(
  media: readonly MediaType[],
  contentType: string | undefined,
): MediaType | undefined {
  if (contentType === undefined) return undefined
  const name = toMediaName(contentType)
  const [type] = name.split('/')
  return [name, `${type}/*`, '*/*']
    .map((one) => media.find((entry) => entry.name === one))
    .find((found) => found !== undefined)
}
