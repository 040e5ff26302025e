import { isObject } from '../options/is-object.ts'
import { coerce, toValueShape } from './coerce.ts'
import type { Parameter, ParameterPlace, ParameterSource, ParameterStyle, Schema } from './contract.ts'
import { type Description, listMembers, type Place, placeIn } from './description.ts'
import { createMediaType } from './media-type.ts'
import {
  allowedStyles,
  type RawValue,
  readHeaderValue,
  readPairs,
  readPath,
  writeStyle,
} from './parameter-style.ts'
import { readExamples } from './read-examples.ts'
import { readHeader, splitCookies, splitQuery } from './request-parts.ts'

/** Headers that OpenAPI describes elsewhere (OpenAPI 3.1.1 section 4.8.12.1). */
const otherHeaders = new Set(['accept', 'content-type', 'authorization'])

const isPlace = (value: unknown): value is ParameterPlace => Object.hasOwn(allowedStyles, String(value))

export const isSent = ({ name, in: place }: Parameter): boolean =>
  place !== 'header' || !otherHeaders.has(name.toLowerCase())

export interface ParameterOptions {
  description: Description
  getSchema: (place: Place) => Schema
  warn: (message: string) => void
  /** The name and place of a header of a response, which its object doesn't have. */
  header?: string
}

/** Makes a parameter, or a header of a response, from its object; undefined if it has no name or place. */
export function createParameter(
  at: Place,
  { description, getSchema, warn, header }: ParameterOptions,
): Parameter | undefined {
  const place = description.follow(at) ?? at
  const json = isObject(place.json) ? place.json : {}
  const { name = header, in: where = header === undefined ? undefined : 'header' } = json
  if (typeof name !== 'string' || !isPlace(where)) {
    warn(`A parameter needs a name, and path, query, header, or cookie as \`in\`. This one is ignored.`)
    return undefined
  }
  const [usual = 'simple'] = allowedStyles[where]
  const isAllowed =
    json['style'] === undefined || allowedStyles[where].includes(json['style'] as ParameterStyle)
  if (!isAllowed)
    warn(
      `The style ${json['style']} isn't one of ${where} parameters. The parameter ${name} has the style ${usual} instead.`,
    )
  const style = isAllowed && json['style'] !== undefined ? (json['style'] as ParameterStyle) : usual
  const [content] = listMembers(placeIn(place, 'content'))
  const schemaPlace = content === undefined ? placeIn(place, 'schema') : placeIn(content[1], 'schema')
  const schema = getSchema(schemaPlace)
  const media = content && createMediaType(description, content[1], content[0], schema)
  const key = where === 'header' ? name.toLowerCase() : name
  const serialization = {
    name,
    in: where,
    style,
    explode:
      typeof json['explode'] === 'boolean' ? json['explode'] : style === 'form' || style === 'deepObject',
    allowReserved: json['allowReserved'] === true,
  }
  const allowsEmpty = json['allowEmptyValue'] === true

  function readRaw({ pathParameters, query = '', headers }: ParameterSource): RawValue | undefined {
    const shape = media === undefined ? toValueShape(schema) : 'primitive'
    if (where === 'path') {
      const raw = pathParameters?.[name as string]
      return raw === undefined ? undefined : readPath(serialization, raw, shape)
    }
    if (where === 'header') {
      const raw = readHeader(headers, key)
      return raw === undefined ? undefined : readHeaderValue(serialization, raw, shape)
    }
    const pairs = where === 'query' ? splitQuery(query) : splitCookies(readHeader(headers, 'cookie') ?? '')
    const { properties } = schema.facts()
    return readPairs(serialization, pairs, shape, (one) => properties.includes(one))
  }

  function read(source: ParameterSource): { value: unknown } | undefined {
    const raw = readRaw(source)
    if (raw === undefined) return undefined
    if (media === undefined) return raw === '' && allowsEmpty ? { value: '' } : { value: coerce(raw, schema) }
    if (typeof raw !== 'string') return { value: raw }
    try {
      return { value: media.parse(raw) }
    } catch {
      return { value: raw }
    }
  }

  function write(value: unknown): string {
    if (media === undefined) return writeStyle(serialization, value)
    const { body } = media.write(value)
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
    return writeStyle({ ...serialization, style: usual }, text)
  }

  return {
    name,
    in: where,
    pointer: place.pointer,
    ...(typeof json['description'] === 'string' && { description: json['description'] }),
    isRequired: json['required'] === true || where === 'path',
    isDeprecated: json['deprecated'] === true,
    style,
    explode: serialization.explode,
    allowReserved: serialization.allowReserved,
    allowEmptyValue: allowsEmpty,
    ...(media !== undefined && { media }),
    schema,
    examples: media === undefined ? readExamples(description, place) : media.examples,
    read,
    write,
  }
}
