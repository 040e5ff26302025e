import { isContainer } from '../options/is-object.ts'
import { type PlaceholderName, placeholders } from '../store/placeholders.ts'

// The fake of a comparison answers with marks in place of placeholders, so that it is known what may vary.

/** The source of a regular expression for what each placeholder stands for. */
export const patterns: Readonly<Record<PlaceholderName, string>> = {
  uuid: '[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}',
  now: '\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:?\\d\\d)?',
  date: '[a-z]{3}, \\d\\d [a-z]{3} \\d{4} \\d\\d:\\d\\d:\\d\\d gmt',
  number: '-?\\d+(?:\\.\\d+)?',
  digits: '-?\\d+(?:\\.\\d+)?',
  random: '[^\\s"<>]+',
}

const names = Object.keys(placeholders) as PlaceholderName[]
const placeholder = new RegExp(`\\{(${names.join('|')})\\}`, 'g')
const mark = new RegExp(`<any:(${names.join('|')})>`, 'g')

const toMark = (name: string): string => `<any:${name}>`

/** Changes all texts inside of a value. */
function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (!isContainer(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]))
}

/** Puts marks in place of the placeholders in the answers of a fake. */
export const withMarks = <Value>(value: Value): Value =>
  mapTexts(value, (text) => text.replaceAll(placeholder, (_whole, name: string) => toMark(name))) as Value

/** Writes a text with `…` in place of marks. */
export const hideMarks = (text: string): string => text.replaceAll(mark, '…')

/** Puts an example in place of each mark. */
export const withoutMarks = (value: unknown): unknown =>
  mapTexts(value, (text) => {
    const whole = names.find((name) => text === toMark(name))
    const make = (name: string): string | number => placeholders[name as PlaceholderName]()
    return whole === undefined ? text.replaceAll(mark, (_mark, name: string) => `${make(name)}`) : make(whole)
  })

/** Returns whether a value is what the fake answered, which may have marks. */
export function matchesMarks(ours: unknown, theirs: unknown): boolean {
  if (typeof ours !== 'string' || ours.search(mark) === -1) return ours === theirs
  const pattern = ours
    .split(mark)
    .map((part, index) =>
      index % 2 === 0 ? part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') : patterns[part as PlaceholderName],
    )
  return new RegExp(`^${pattern.join('')}$`, 'is').test(String(theirs))
}
