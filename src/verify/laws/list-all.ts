import type { Operation, Parameter } from '../../contract/contract.ts'
import type { Exchange } from '../../http/exchange.ts'
import { getAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import { type Draft, withParameter } from '../../probes/draft.ts'
import type { KnownRecord } from '../known-record.ts'
import { readItems, readSuccess } from '../read-records.ts'
import type { Scene } from './scene.ts'

export interface ListedRecords {
  pages: readonly (readonly unknown[])[]
  items: readonly unknown[]
  /** Whether empty pages lead to more pages again and again. */
  isEndless?: boolean
  /** Whether these are all. */
  isWhole: boolean
  last: Exchange
}

export const maxPages = 30

const isSameKey = (one: unknown, other: unknown): boolean => String(one) === String(other)

/** Finds the items of a list that are a record, by its key. */
export const findListed = (
  { items }: Pick<ListedRecords, 'items'>,
  { resource, key }: KnownRecord,
): unknown[] => items.filter((item) => isSameKey(getAt(item, [resource.key.property]), key))

/** Asks for the page after some others; undefined if nothing says how. */
function toNext(
  operation: Operation,
  draft: Draft,
  pages: readonly (readonly unknown[])[],
  body: unknown,
): Draft | undefined {
  const { effect } = operation
  const list = effect.kind === 'list' ? effect.list : undefined
  if (list === undefined) return undefined
  const { paging, firstPage, envelope } = list
  const set = (name: string, value: unknown): Draft => withParameter(draft, { in: 'query', name }, value)
  const count = pages.reduce((sum, { length }) => sum + length, 0)
  const last = pages.at(-1)?.at(-1)
  const read = (kind: string): unknown =>
    getAt(body, envelope.find((one) => one.kind === kind)?.path ?? ['\0'])
  if (read('hasMore') === false) return undefined
  const next = read('next')
  if (paging.cursor !== undefined) {
    const cursor =
      typeof next === 'string' && next.includes('?')
        ? new URL(next, 'http://x').searchParams.get(paging.cursor)
        : next
    return cursor === undefined || cursor === null || cursor === '' ? undefined : set(paging.cursor, cursor)
  }
  if (paging.offset !== undefined) return set(paging.offset, count)
  if (paging.page !== undefined) return set(paging.page, firstPage + pages.length)
  const key = effect.kind === 'list' ? getAt(last, [effect.resource.key.property]) : undefined
  return paging.after !== undefined && key !== undefined ? set(paging.after, key) : undefined
}

/** The parameter that says how many records a list has, if nothing leads to the rest. */
function findOnlyLimit({ effect, parameters }: Operation): Parameter | undefined {
  const { limit, ...others } = (effect.kind === 'list' && effect.list?.paging) || {}
  const canGoOn = Object.keys(others).some((kind) => kind !== 'sort' && kind !== 'order')
  return canGoOn ? undefined : parameters.find(({ name, in: place }) => name === limit && place === 'query')
}

/** Asks for as many records as the description allows. */
function toLargest(draft: Draft, limit: Parameter): Draft {
  const maximum = limit.schema
    .parts()
    .map(({ json }) => json['maximum'])
    .find((one) => typeof one === 'number')
  const isSet = draft.parameters.query[limit.name] !== undefined
  return isSet || maximum === undefined ? draft : withParameter(draft, limit, maximum)
}

/** Says whether a list may have more records than its only page. */
function isCut(sent: Draft, limit: Parameter, { length }: readonly unknown[]): boolean {
  const most = Number(sent.parameters.query[limit.name] ?? limit.schema.facts().default)
  return !(length < most)
}

/** Reads a list to its end, page by page; undefined if it isn't there. */
export async function listAll(
  scene: Scene,
  operation: Operation,
  record: KnownRecord,
  change: (draft: Draft) => Draft | undefined = (draft) => draft,
): Promise<ListedRecords | undefined> {
  const pages: unknown[][] = []
  let wanted: ((draft: Draft) => Draft | undefined) | undefined = change
  let last: Exchange | undefined
  let empty = 0
  const { effect } = operation
  const isPaged =
    effect.kind === 'list' &&
    Object.keys(effect.list?.paging ?? {}).some((kind) => kind !== 'sort' && kind !== 'order')
  const limit = findOnlyLimit(operation)
  for (let count = 0; wanted !== undefined && count < maxPages; count++) {
    let sent: Draft | undefined
    const before: typeof wanted = wanted
    const exchange: Exchange | undefined = await scene.send(operation, record, (draft) => {
      const changed = before(draft)
      sent = changed && limit ? toLargest(changed, limit) : changed
      return sent
    })
    const items = exchange && readItems(operation, exchange)
    if (exchange === undefined || items === undefined || sent === undefined) return undefined
    last = exchange
    if (items.length === 0 && count > 0) {
      const more = toNext(operation, sent, [...pages, items], readSuccess(operation, exchange))
      const hasCursor = effect.kind === 'list' && effect.list?.paging.cursor !== undefined
      empty++
      if (!hasCursor || more === undefined || empty > 3)
        return { pages, items: pages.flat(), isWhole: true, last, isEndless: empty > 3 }
      wanted = () => more
      continue
    }
    // A service that ignores how pages are asked for would never end.
    if (count > 0 && isSame(pages.at(-1), items)) return { pages, items: pages.flat(), isWhole: false, last }
    pages.push(items)
    if (limit !== undefined && isCut(sent, limit, items))
      return { pages, items: pages.flat(), isWhole: false, last }
    const next = isPaged ? toNext(operation, sent, pages, readSuccess(operation, exchange)) : undefined
    wanted = next && (() => next)
  }
  return last && { pages, items: pages.flat(), isWhole: wanted === undefined, last }
}
