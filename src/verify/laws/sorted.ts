import type { Parameter, Schema, SortOrder } from '../../contract/contract.ts'
import { findParameter } from '../../contract/find-parameter.ts'
import { readOrder } from '../../contract/resources/sort-order.ts'
import { getAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import { toOrder } from '../../json/to-order.ts'
import type { Finding } from '../../judge/finding.ts'
import { describeValue } from '../../options/problems.ts'
import { type Draft, withParameter } from '../../probes/draft.ts'
import { toSentSchema } from '../judge-echo.ts'
import type { KnownRecord } from '../known-record.ts'
import { makePlain } from '../plain.ts'
import { withProperty } from './filters.ts'
import { listAll } from './list-all.ts'
import { checkPages, findLimit, pageSize } from './lists.ts'
import { type LawSubject, openScene } from './scene.ts'

const maxValues = 6

/** What a value such as `name`, `-name`, or `name:desc` asks for. */
interface Order extends SortOrder {
  value: string
}

function listOrders({ schema }: Parameter, record: Schema): Order[] {
  const { values = schema.at(0)?.facts().values ?? [] } = schema.facts()
  return values.flatMap((value): Order[] => {
    const order = readOrder(value, record)
    return order === undefined ? [] : [{ value: String(value), ...order }]
  })
}

/** Finds the parameter that asks for an order. */
function findSort({ list }: LawSubject['operations']): Parameter | undefined {
  const name = list?.effect.kind === 'list' ? list.effect.list?.paging.sort : undefined
  return findParameter(list, 'query', name)
}

const withOrder = (draft: Draft, parameter: Parameter, value: string): Draft =>
  withParameter(draft, parameter, parameter.schema.facts().types.includes('array') ? [value] : value)

/** Compares values whose order is the same in every collation; undefined for others. */
function compare(one: unknown, other: unknown): number | undefined {
  const [first, second] = [toOrder(one), toOrder(other)]
  if (first !== undefined && second !== undefined) return first - second
  const isPlain = (value: unknown): value is string => typeof value === 'string' && /^[a-z]+$/.test(value)
  return isPlain(one) && isPlain(other) ? Number(one > other) - Number(one < other) : undefined
}

/** Finds two values of which the first should come after the second. */
function findWrong(
  values: readonly unknown[],
  isDown: boolean,
): { first: unknown; second: unknown } | undefined {
  for (const [at, first] of values.entries())
    for (const second of values.slice(at + 1)) {
      const order = compare(first, second)
      if (order !== undefined && (isDown ? order < 0 : order > 0)) return { first, second }
    }
  return undefined
}

/** Values that are neither in order nor in the reverse order. */
const unordered = [
  ['beta', 'gamma', 'alpha'],
  [2, 3, 1],
]

/** A list is in the order that a parameter asks for. */
export async function judgeOrder(subject: LawSubject): Promise<Finding[]> {
  const { bench, resource, operations } = subject
  const { list, create } = operations
  const parameter = findSort(operations)
  if (list === undefined || create === undefined || parameter === undefined) return []
  const scene = openScene(subject, 'a list in an order')
  const parent = resource.parent && (await bench.records.create(resource.parent))
  if (typeof parent === 'string') return []
  for (const { value, property, isDown } of listOrders(parameter, resource.schema).slice(0, maxValues)) {
    let record = await scene.create({ parent })
    for (const values of unordered)
      for (const own of values)
        record = (await scene.create({ parent, change: withProperty(subject, property, own) })) ?? record
    const listed =
      record && (await listAll(scene, list, record, (draft) => withOrder(draft, parameter, value)))
    const wrong = findWrong(
      (listed?.items ?? []).map((item) => getAt(item, [property])),
      isDown,
    )
    if (listed !== undefined)
      scene.check('list-is-sorted', list, wrong === undefined, {
        place: parameter.pointer,
        message: `with ${value}, a record whose /${property} is ${describeValue(wrong?.first)} comes before one with ${describeValue(wrong?.second)}`,
      })
  }
  return scene.findings
}

/** How many records get the same value before a list is sorted by it. */
const alike = 5

/** Values that come first in an order, so that the first pages have them. */
const listFirst = (isDown: boolean): unknown[] =>
  isDown ? ['zzzz', 'ZZZZ', 1_000_000, 9] : ['0000', 'AAAA', 0, 1]

/** The pages of a list are the list in every order, also if records have the same value. */
export async function judgeSortedPages(subject: LawSubject): Promise<Finding[]> {
  const { bench, resource, operations } = subject
  const { list, create } = operations
  const parameter = findSort(operations)
  const limit = list && findLimit(list)
  if (list === undefined || create === undefined || parameter === undefined || limit === undefined) return []
  const scene = openScene(subject, `pages of ${pageSize} in an order`)
  for (const { property, value, isDown } of listOrders(parameter, resource.schema).slice(0, maxValues)) {
    const plain = await makePlain(bench, create)
    const parent = resource.parent && (await bench.records.create(resource.parent))
    if (typeof plain === 'string' || typeof parent === 'string') continue
    const sent = toSentSchema(plain)?.at(property)
    const own =
      sent === undefined || sent.facts().isReadOnly
        ? undefined
        : listFirst(isDown).find((one) => withProperty(subject, property, one)(plain) !== undefined)
    // Those that the service orders itself only come first if the newest do.
    if (own === undefined && !isDown) continue
    const made: KnownRecord[] = []
    for (let at = 0; at < alike; at++) {
      const change = own === undefined ? undefined : withProperty(subject, property, own)
      const record = await scene.create({ parent, ...(change && { change }) })
      if (record !== undefined) made.push(record)
    }
    const [first] = made
    if (first === undefined || made.length < alike) continue
    const listed = await listAll(scene, list, first, (draft) =>
      withParameter(withOrder(draft, parameter, value), limit, pageSize),
    )
    const last = getAt(listed?.items.at(-1), [property])
    const isPast = own !== undefined && last !== undefined && !isSame(last, own)
    const place = parameter.pointer
    if (listed !== undefined) checkPages(scene, list, { made, listed, isPast, place, how: ` with ${value}` })
    // Only the requests that belong together are shown.
    scene.exchanges.splice(0)
  }
  return scene.findings
}
