import { type Exchange, joinPieces } from '../http/exchange.ts'
import { parseExactJson, stringifyExactJson } from '../json/exact-json.ts'
import { isContainer } from '../options/is-object.ts'

/** Reads the id that a request sent; undefined if it sent none. */
export function readSentId({ request }: Exchange): string | undefined {
  try {
    const sent = parseExactJson(joinPieces(request).toString())
    return isContainer(sent) && sent['id'] !== undefined ? String(sent['id']) : undefined
  } catch {
    return undefined
  }
}

/** Puts `{id}` for an id wherever a value repeats it, but not for a text that is only the id: the fake would answer a number. */
export function markId(value: unknown, id: string | undefined): unknown {
  if (id === undefined || value === id) return value
  if (typeof value === 'string') return value.replaceAll(new RegExp(`(?<!\\d)${id}(?!\\d)`, 'g'), '{id}')
  if (Array.isArray(value)) return value.map((item) => markId(item, id))
  if (isContainer(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, markId(member, id)]))
  return String(value) === id ? '{id}' : value
}

const toText = (value: unknown): string => (value === undefined ? '' : stringifyExactJson(value))

/** Finds the places inside of some values in which they differ; an empty one for the values as a whole. */
export function findVarying(values: readonly unknown[], place = ''): string[] {
  if (new Set(values.map(toText)).size <= 1) return []
  const shapes = new Set(values.map((value) => (Array.isArray(value) ? value.length : typeof value)))
  if (shapes.size > 1 || !values.every(isContainer)) return [place]
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))]
  return names.flatMap((name) =>
    findVarying(
      values.map((value) => value[name]),
      place === '' ? name : `${place}.${name}`,
    ),
  )
}

/** Says for a comment which parts of a learned value vary between answers. */
export function describeVarying(places: readonly string[]): string {
  if (places.length === 0) return ''
  const what = places.includes('')
    ? 'it varies'
    : `${places.join(', ')} ${places.length > 1 ? 'vary' : 'varies'}`
  return `; ${what}, but the fake always answers this`
}
