import { isObject } from '../options/is-object.ts'
import type { ParameterPlace, ParameterStyle } from './contract.ts'
import { decodeForm, decodePercent, type RawPair } from './request-parts.ts'

/** A value before it has the types of its schema: text, and arrays and objects of it. */
export type RawValue = string | RawValue[] | { [name: string]: RawValue }

/** What the value of a parameter is, which decides how it is written. */
export type ValueShape = 'primitive' | 'array' | 'object'

export interface Serialization {
  name: string
  in: ParameterPlace
  style: ParameterStyle
  explode: boolean
  allowReserved: boolean
}

/**
 * How each style is written: what it begins with, what separates its parts with and without `explode`, and whether it has the name.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-examples
 */
const styles: Readonly<
  Record<ParameterStyle, { begin: string; exploded: string; joined: string; isNamed: boolean }>
> = {
  simple: { begin: '', exploded: ',', joined: ',', isNamed: false },
  label: { begin: '.', exploded: '.', joined: ',', isNamed: false },
  matrix: { begin: ';', exploded: ';', joined: ',', isNamed: true },
  form: { begin: '', exploded: '&', joined: ',', isNamed: true },
  spaceDelimited: { begin: '', exploded: '&', joined: '%20', isNamed: true },
  pipeDelimited: { begin: '', exploded: '&', joined: '%7C', isNamed: true },
  deepObject: { begin: '', exploded: '&', joined: ',', isNamed: true },
}

/** The styles that each place allows, the default first (OpenAPI 3.1.1 section 4.8.12.2.2). */
export const allowedStyles: Readonly<Record<ParameterPlace, readonly ParameterStyle[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
}

const toText = (value: unknown): string =>
  isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)

/** Encodes a value for its place; reserved characters stay if they are allowed, but those that would end it (RFC 3986 section 2.2). */
function encode(value: unknown, { in: place, allowReserved }: Serialization): string {
  const text = toText(value)
  if (place === 'header') return text
  const encoded = encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  if (!allowReserved) return encoded
  return encoded.replaceAll(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/g, decodeURIComponent)
}

function writeDeep(name: string, value: unknown, serialization: Serialization): string[] {
  if (!isObject(value) && !Array.isArray(value)) return [`${name}=${encode(value, serialization)}`]
  const entries = Object.entries(value)
  return entries.flatMap(([key, inner]) =>
    writeDeep(`${name}[${Array.isArray(value) ? '' : encodeURIComponent(key)}]`, inner, serialization),
  )
}

export function writeStyle(serialization: Serialization, value: unknown): string {
  const { name, style, explode, in: place } = serialization
  const { begin, exploded, joined, isNamed } = styles[style]
  const encodedName = place === 'query' || place === 'path' ? encodeURIComponent(name) : name
  if (style === 'deepObject') return writeDeep(encodedName, value, serialization).join('&')
  // A cookie can't have an ampersand between two of its name.
  const separator = explode && place !== 'cookie' ? exploded : joined
  const write = (item: unknown): string => encode(item, serialization)
  const prefix = isNamed ? `${encodedName}=` : ''
  if (Array.isArray(value)) {
    const items = value.map(write)
    if (isNamed && explode && place !== 'cookie')
      return begin + items.map((item) => prefix + item).join(separator)
    return begin + prefix + items.join(separator)
  }
  if (!isObject(value)) {
    const text = write(value)
    return begin + (style === 'matrix' && text === '' ? encodedName : prefix + text)
  }
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  if (explode && place !== 'cookie')
    return begin + entries.map(([key, inner]) => `${write(key)}=${write(inner)}`).join(separator)
  return begin + prefix + entries.flatMap(([key, inner]) => [write(key), write(inner)]).join(separator)
}

const toPairs = (parts: readonly string[], isExploded: boolean): Record<string, string> => {
  if (isExploded)
    return Object.fromEntries(
      parts.map((part) => {
        const at = part.indexOf('=')
        return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
      }),
    )
  const pairs: [string, string][] = []
  for (let index = 0; index < parts.length; index += 2)
    pairs.push([parts[index] ?? '', parts[index + 1] ?? ''])
  return Object.fromEntries(pairs)
}

/** Reads a value that is one text: the segment of a path, a header, or the value of one name. */
function readText(
  raw: string,
  shape: ValueShape,
  separator: RegExp | string,
  isExploded: boolean,
  decode: (text: string) => string,
): RawValue {
  if (shape === 'primitive') return decode(raw)
  const parts = raw === '' ? [] : raw.split(separator).map((part) => decode(part.trim()))
  return shape === 'array' ? parts : toPairs(parts, isExploded)
}

export function readPath({ name, style, explode }: Serialization, raw: string, shape: ValueShape): RawValue {
  const { begin, exploded, joined } = styles[style]
  const rest = begin !== '' && raw.startsWith(begin) ? raw.slice(begin.length) : raw
  const separator = explode ? exploded : joined
  if (style !== 'matrix') return readText(rest, shape, separator, explode, decodePercent)
  const own = `${encodeURIComponent(name)}=`
  const strip = (part: string): string => (part.startsWith(own) ? part.slice(own.length) : part)
  if (shape === 'array' && explode) return rest.split(';').map((part) => decodePercent(strip(part)))
  if (shape === 'object' && explode) return readText(rest, shape, ';', true, decodePercent)
  return rest === encodeURIComponent(name) ? '' : readText(strip(rest), shape, ',', false, decodePercent)
}

export const readHeaderValue = ({ explode }: Serialization, raw: string, shape: ValueShape): RawValue =>
  readText(raw.trim(), shape, ',', explode, (text) => text)

const joinedSeparators: Readonly<Partial<Record<ParameterStyle, RegExp>>> = {
  spaceDelimited: /%20|\+| /,
  pipeDelimited: /\||%7C/i,
}

/** Names that no object may get from a client. */
const forbidden = new Set(['__proto__'])

/** How deep and long what is read from names with brackets may be. */
const maxSteps = 8

/** Reads objects and arrays from names with brackets, such as `filter[price][min]` and `tags[]`. */
function readBrackets(name: string, pairs: readonly RawPair[]): RawValue | undefined {
  const root: Record<string, RawValue> = {}
  for (const { name: full, raw } of pairs) {
    if (!full.startsWith(`${name}[`) || !full.endsWith(']')) continue
    const steps = full.slice(name.length + 1, -1).split('][')
    if (steps.length > maxSteps || steps.some((key) => forbidden.has(key))) continue
    let target: Record<string, RawValue> = root
    for (const key of steps.slice(0, -1)) {
      if (!isObject(target[key])) target[key] = {}
      target = target[key] as Record<string, RawValue>
    }
    const last = steps.at(-1) ?? ''
    const key = last === '' ? String(Object.keys(target).length) : last
    const before = target[key]
    const value = decodeForm(raw)
    target[key] = before === undefined ? value : [...[before].flat(), value]
  }
  return Object.keys(root).length === 0 ? undefined : toArrays(root)
}

/** Turns objects whose names are 0, 1, 2, and so on into arrays. */
function toArrays(value: RawValue): RawValue {
  if (!isObject(value)) return value
  const entries = Object.entries(value as Record<string, RawValue>).map(
    ([name, inner]): [string, RawValue] => [name, toArrays(inner)],
  )
  return entries.every(([name], index) => name === String(index))
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries)
}

/**
 * Reads the value of a query parameter, a field of a form, or a cookie; undefined if it isn't there.
 *
 * @param isOwn says whether another name can be a property of an exploded object
 */
export function readPairs(
  { name, style, explode, in: place }: Serialization,
  pairs: readonly RawPair[],
  shape: ValueShape,
  isOwn: (name: string) => boolean,
): RawValue | undefined {
  const decode = place === 'cookie' ? decodePercent : decodeForm
  const own = pairs.filter((pair) => pair.name === name)
  if (shape === 'object' && style === 'form' && explode && place === 'query') {
    const properties = pairs.filter((pair) => isOwn(pair.name))
    if (properties.length > 0)
      return Object.fromEntries(properties.map((pair) => [pair.name, decode(pair.raw)]))
  }
  if (own.length === 0) return shape === 'primitive' ? undefined : readBrackets(name, pairs)
  const [first] = own
  const isExploded = explode && place !== 'cookie' && style !== 'deepObject'
  if (shape === 'array' && (isExploded || own.length > 1)) return own.map(({ raw }) => decode(raw))
  // A value that was sent several times isn't one.
  if (own.length > 1) return own.map(({ raw }) => decode(raw))
  const raw = first?.raw ?? ''
  // Many clients encode the commas, too.
  const comma = raw.includes(',') ? ',' : /%2C/i
  return readText(raw, shape, joinedSeparators[style] ?? comma, false, decode)
}
