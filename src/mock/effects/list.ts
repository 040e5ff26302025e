import type { Bound, List, PagingKind } from '../../contract/contract.ts'
import { getAt } from '../../json/at-path.ts'
import { isContainer, isObject } from '../../options/is-object.ts'
import { type Steps, wait } from '../steps.ts'
import type { StoredRecord } from '../storage/mock-storage.ts'
import type { EffectCall, Outcome, Page } from './context.ts'
import { isInScope } from './find-record.ts'

/** The size of a page if the description says nothing. */
const usualLimit = 20

/** The start of a page as a cursor shows it. */
const cursorPrefix = 'from-'

/** Writes where a page starts. */
export const toCursor = (offset: number): string => `${cursorPrefix}${offset}`

const readCursor = (value: unknown): number => {
  const text = String(value)
  const offset = Number(text.startsWith(cursorPrefix) ? text.slice(cursorPrefix.length) : text)
  return Number.isInteger(offset) && offset >= 0 ? offset : 0
}

/** Returns a property as `getAt` does, but faster, since filters look at each record. */
const getOwn = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

const toNumber = (value: unknown): number | undefined => {
  const number = Number(value)
  return value !== undefined && value !== '' && Number.isFinite(number) && number >= 0
    ? Math.floor(number)
    : undefined
}

/** Whether a property of a record has a value that a query asks for. */
function matches(own: unknown, wanted: unknown): boolean {
  if (own === wanted) return true
  if (typeof own === 'string' && typeof wanted === 'string') return false
  if (Array.isArray(wanted)) return wanted.some((one) => matches(own, one))
  if (Array.isArray(own)) return own.some((one) => matches(one, wanted))
  return String(own ?? '') === String(wanted)
}

function compare(one: unknown, other: unknown): number {
  if (one === other) return 0
  if (one === undefined || one === null) return -1
  if (other === undefined || other === null) return 1
  return (one as string) < (other as string) ? -1 : 1
}

/** Writes a value so that it can be compared: numbers and times as numbers. */
function toComparable(value: unknown): bigint | number | string {
  const text = String(value)
  if (/^-?\d+$/.test(text)) return BigInt(text)
  const number = Number(text)
  if (text.trim() !== '' && !Number.isNaN(number)) return number
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? text : time
}

/** Whether a property of a record is on the right side of a value. */
function isWithin(own: unknown, bound: unknown, by: Bound): boolean {
  if (own === undefined || own === null) return false
  const [one, other] = [toComparable(own), toComparable(bound)]
  if (by === 'from') return one >= other
  if (by === 'above') return one > other
  return by === 'to' ? one <= other : one < other
}

/** Whether one of the strings in a value has a text in it, in any case. */
function hasText(value: unknown, text: string): boolean {
  if (isContainer(value)) return Object.values(value).some((inner) => hasText(inner, text))
  return typeof value === 'string' && value.toLowerCase().includes(text)
}

/** Reads what to sort by, such as `-name`, `name:desc`, `name desc`, or `name,desc`. */
function readSort(value: unknown, order: unknown): { property: string; sign: number }[] {
  const text = Array.isArray(value) ? value.join(',') : String(value)
  const parts = text
    .replaceAll(/,\s*(asc|desc)\b/gi, ':$1')
    .split(',')
    .map((part) => part.trim())
  return parts.map((part) => {
    const [, dash, property = '', direction] = /^([-+]?)(.*?)(?:[:\s](asc|desc)\w*)?$/i.exec(part) ?? []
    const isDown =
      dash === '-' ||
      /^desc/i.test(direction ?? '') ||
      (direction === undefined && /^desc/i.test(String(order ?? '')))
    return { property, sign: isDown ? -1 : 1 }
  })
}

function sort(records: readonly StoredRecord[], by: ReturnType<typeof readSort>): readonly StoredRecord[] {
  return records.toSorted((one, other) => {
    for (const { property, sign } of by) {
      const result = compare(getAt(one.value, property.split('.')), getAt(other.value, property.split('.')))
      if (result !== 0) return result * sign
    }
    return 0
  })
}

/** Where a part of a list begins, and how many records it can have. */
type Range = Pick<Page, 'offset' | 'limit'>

/** Databases have no larger integers. */
const toStored = (number: number): number => Math.min(number, Number.MAX_SAFE_INTEGER)

/** Reads the part that a query asks for by numbers. */
function readRange({ paging, firstPage }: List, asked: (kind: PagingKind) => unknown): Range {
  const hasPages = paging.page !== undefined || paging.cursor !== undefined
  const limit = toNumber(asked('limit')) ?? (hasPages ? usualLimit : undefined)
  const page = toNumber(asked('page'))
  let offset = toNumber(asked('offset')) ?? 0
  if (page !== undefined && limit !== undefined) offset = Math.max(0, page - firstPage) * limit
  const cursor = asked('cursor')
  if (cursor !== undefined && cursor !== '') offset = readCursor(cursor)
  return { offset: toStored(offset), limit: limit === undefined ? undefined : toStored(limit) }
}

/** Cuts the part out of a list that a query asks for. */
function cut(records: readonly StoredRecord[], range: Range, asked: (kind: PagingKind) => unknown): Page {
  const { limit } = range
  let { offset } = range
  const after = asked('after')
  const isKey =
    (key: unknown) =>
    (record: StoredRecord): boolean =>
      record.key === String(key)
  if (after !== undefined && after !== '') {
    const at = records.findIndex(isKey(after))
    offset = at < 0 ? readCursor(after) : at + 1
  }
  const before = asked('before')
  const end = before === undefined ? -1 : records.findIndex(isKey(before))
  const known = end < 0 ? records : records.slice(0, end)
  if (end >= 0 && limit !== undefined) offset = Math.max(0, end - limit)
  const items = known.slice(offset, limit === undefined ? undefined : offset + limit)
  return { items, total: records.length, offset, limit }
}

/** Finds a part of the records that pass, and looks at the rest only if somebody asks how many pass. */
function findPage(
  records: readonly StoredRecord[],
  { offset, limit = Infinity }: Range,
  passes: (record: StoredRecord) => boolean,
): Page {
  const items: StoredRecord[] = []
  let passed = 0
  let next = 0
  for (; next < records.length && items.length < limit; next++) {
    const record = records[next] as StoredRecord
    if (passes(record) && passed++ >= offset) items.push(record)
  }
  return {
    items,
    offset,
    limit: limit === Infinity ? undefined : limit,
    get total() {
      return records.slice(next).filter(passes).length + passed
    },
  }
}

/** Lists records: those of the parent in the path that pass the filters, sorted, and the page that the query asks for. */
export function* list(call: EffectCall): Steps<Outcome> {
  const { effect, parameters, records } = call
  const { list: how, scope } = effect
  const isAsked = (value: unknown): boolean => value !== undefined && value !== ''
  const asked = (kind: PagingKind): unknown => {
    const name = how?.paging[kind]
    return name === undefined ? undefined : parameters.query[name]
  }
  const filters = (how?.filters ?? []).filter(({ parameter }) => isAsked(parameters.query[parameter]))
  const bounds = (how?.bounds ?? []).filter(({ parameter }) => isAsked(parameters.query[parameter]))
  const text = how?.search === undefined ? undefined : parameters.query[how.search]
  const range = how === undefined ? { offset: 0, limit: undefined } : readRange(how, asked)
  const by = asked('sort')
  const usual = isAsked(by) ? undefined : how?.usualOrder
  const isWhole =
    scope.length === 0 && usual === undefined && filters.length === 0 && bounds.length === 0 && !isAsked(text)
  if (isWhole && ![by, asked('after'), asked('before')].some(isAsked)) {
    const items = yield* wait(records.list(range.offset, range.limit))
    return { kind: 'list', page: { items, total: yield* wait(records.count()), ...range } }
  }
  const tests: ((record: StoredRecord) => boolean)[] = []
  if (scope.length > 0) tests.push((record) => isInScope(record, call))
  for (const { parameter, property } of filters) {
    const wanted = parameters.query[parameter]
    tests.push(({ value }) => matches(getOwn(value, property), wanted))
  }
  for (const { parameter, property, by: side } of bounds) {
    const bound = parameters.query[parameter]
    tests.push(({ value }) => isWithin(getOwn(value, property), bound, side))
  }
  if (isAsked(text)) {
    const searched = String(text).toLowerCase()
    tests.push(({ value }) => hasText(value, searched))
  }
  const passes = (record: StoredRecord): boolean => tests.every((test) => test(record))
  const stored = yield* wait(records.list())
  const orders = isAsked(by)
    ? readSort(by, asked('order'))
    : usual && [{ property: usual.property, sign: usual.isDown ? -1 : 1 }]
  // Of those that were created at the same time, the last one is the newest.
  const isNewestFirst = orders?.[0]?.sign === -1 && orders[0].property === effect.resource.createdAt
  if (orders === undefined && ![asked('after'), asked('before')].some(isAsked))
    return { kind: 'list', page: findPage(stored, range, passes) }
  let found: readonly StoredRecord[] = stored.filter(passes)
  if (orders !== undefined) found = sort(isNewestFirst ? found.toReversed() : found, orders)
  return { kind: 'list', page: cut(found, range, asked) }
}
