import { type Exchange, joinPieces } from '../http/exchange.ts'
import { parseNumberLiteral } from '../json/exact-integer.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { isContainer, isObject } from '../options/is-object.ts'
import { patterns } from './marks.ts'

const sentId = /"(?:i|\\u0069)d"\s*:\s*(-?\d[\d.eE+-]*)\s*[,}]/

/** Reads the id that a request sent, in any form of JSON; undefined if it sent no integer. */
export function readSentId({ request }: Exchange): string | undefined {
  const [, literal] = sentId.exec(joinPieces(request).toString()) ?? []
  const id = literal === undefined ? undefined : parseNumberLiteral(literal)
  return typeof id === 'bigint' || Number.isInteger(id) ? String(id) : undefined
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

/** Texts that are made anew for each answer, by their look alone, and the placeholder of each. */
const looks = (['uuid', 'now', 'date'] as const).map(
  (name) => [name, new RegExp(`(?<![\\w-])${patterns[name]}(?![\\w-])`, 'gi')] as const,
)

/** Milliseconds before and after now within which a time is one of the answer; others are data. */
const nearNow = 24 * 3600 * 1000

const isNear = (ms: number): boolean => Math.abs(ms - Date.now()) < nearNow

const isRecent = (text: string): boolean => isNear(Date.parse(text))

/** Returns whether digits are the seconds or milliseconds since 1970 of a time of today. */
const isTimestamp = (digits: string): boolean =>
  isNear(Number(digits) * (digits.replace(/\..*/, '').length > 10 ? 1 : 1000))

/** Puts placeholders for values that vary by their look, such as times of today. */
const markLooks = (text: string): string =>
  looks
    .reduce(
      (rest, [name, look]) =>
        rest.replaceAll(look, (found) => (name === 'uuid' || isRecent(found) ? `{${name}}` : found)),
      text,
    )
    .replaceAll(/(?<![\w.])\d{10,13}(?:\.\d+)?(?![\w.])/g, (digits) =>
      isTimestamp(digits) ? '{number}' : digits,
    )

/** Splits a text into placeholders, words, and what is between them; words are at odd indexes. */
const split = (text: string): string[] => text.split(/(\{\w+\}|[\p{L}\p{N}]+(?:\.\d+)?)/u)

/** Counts the parts at the start that all lists share. */
const countShared = ([first = [], ...others]: readonly (readonly string[])[]): number => {
  const differs = first.findIndex((part, index) => others.some((other) => other[index] !== part))
  return differs === -1 ? first.length : differs
}

/**
 * Makes a text that stands for several: with a placeholder for each word in which they differ; undefined if they differ
 * in more than words.
 */
function toTemplate(texts: readonly string[]): string | undefined {
  const all = texts.map((text) => split(markLooks(text)))
  const [first = []] = all
  const parts = first.map((part, index) => {
    const others = all.map((one) => one[index] ?? '')
    if (others.every((other) => other === part)) return part
    if (index % 2 === 0) return undefined
    return others.every((other) => /^\d+(?:\.\d+)?$/.test(other)) ? '{number}' : '{random}'
  })
  if (all.every(({ length }) => length === first.length) && !parts.includes(undefined))
    // The parts of a random value, such as those around a slash of Base64, are one.
    return parts.join('').replaceAll(/(?:\{\w+\}[+/=_-]+)*\{random\}(?:[+/=_-]+(?:\{\w+\})?)*/g, '{random}')
  const [start, end] = [countShared(all), countShared(all.map((one) => one.toReversed()))]
  const middles = all.map((one) => one.slice(start, one.length - end).join(''))
  return start + end < Math.min(...all.map(({ length }) => length)) &&
    middles.every((one) => /^[\w+/=-]+$/.test(one))
    ? [...first.slice(0, start), '{random}', ...first.slice(first.length - end)].join('')
    : undefined
}

/** Shows what several texts share, with `…` for the rest. */
export function unifyTexts(all: readonly string[]): string {
  // A text that is cut says how long it is.
  const texts = all.map((text) => text.replaceAll(/\(\d+ characters\)/g, '(… characters)'))
  const template = toTemplate(texts)
  if (template !== undefined) return template.replaceAll(/\{(?:uuid|now|date|number|random)\}/g, '…')
  const words = texts.map((text) => text.split(' '))
  return `${words[0]?.slice(0, countShared(words)).join(' ')} …`
}

/**
 * Makes a value that stands for the answers to the same request: with a placeholder wherever they differ, and for what
 * looks like the time or an id of the request.
 */
export function withPlaceholders(values: readonly unknown[]): unknown {
  const [first] = values
  if (values.every((value) => typeof value === 'string'))
    return toTemplate(values)?.replace(/^\{number\}$/, '{digits}') ?? '{random}'
  const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint'
  if (values.every(isNumber))
    return values.some((value) => String(value) !== String(first) || isTimestamp(String(value)))
      ? '{number}'
      : first
  if (values.every(Array.isArray) && new Set(values.map(({ length }) => length)).size === 1)
    return (first as unknown[]).map((_item, index) => withPlaceholders(values.map((value) => value[index])))
  if (!values.every(isObject)) return first
  return Object.fromEntries(
    Object.keys(first as object).map((name) => [name, withPlaceholders(values.map((value) => value[name]))]),
  )
}

const hasPlaceholder = (value: unknown): boolean => /\{\w+\}/.test(String(value))

/** Says for a comment which parts of a learned value vary between answers, without those that are placeholders. */
export function describeVarying(places: readonly string[], learned: unknown): string {
  const read = (place: string): unknown =>
    place === ''
      ? learned
      : place.split('.').reduce((value, name) => (isContainer(value) ? value[name] : undefined), learned)
  const fixed = places.filter((place) => !hasPlaceholder(read(place)))
  if (fixed.length === 0) return ''
  const what = fixed.includes('')
    ? 'it varies'
    : `${fixed.join(', ')} ${fixed.length > 1 ? 'vary' : 'varies'}`
  return `; ${what}, but the fake always answers this`
}
