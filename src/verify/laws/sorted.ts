import type { Parameter, Schema } from '../../contract/contract.ts'
import { findName } from '../../contract/resources/names.ts'
import { getAt } from '../../json/at-path.ts'
import type { Finding } from '../../judge/finding.ts'
import { describeValue } from '../../options/problems.ts'
import { withParameter } from '../../probes/draft.ts'
import { toOrder, withProperty } from './filters.ts'
import { listAll } from './list-all.ts'
import { type LawSubject, openScene } from './scene.ts'

const maxValues = 6

/** What a value such as `name`, `-name`, or `name:desc` asks for. */
interface Order {
  value: string
  property: string
  isDown: boolean
}

function listOrders({ schema }: Parameter, record: Schema): Order[] {
  const { values = schema.at(0)?.facts().values ?? [] } = schema.facts()
  return values.flatMap((value): Order[] => {
    const [, dash, name = '', direction = ''] =
      /^([-+]?)(\w+?)(?:[ :_.,](asc|desc)\w*)?$/i.exec(String(value)) ?? []
    const property = findName(record.facts().possible, [name])
    // The order of what is listed in an enum is the service's own.
    if (property === undefined || record.at(property)?.facts().values !== undefined) return []
    return [{ value: String(value), property, isDown: dash === '-' || /^desc/i.test(direction) }]
  })
}

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
  const name = list?.effect.kind === 'list' ? list.effect.list?.paging.sort : undefined
  const parameter = list?.parameters.find((one) => one.name === name && one.in === 'query')
  if (list === undefined || create === undefined || parameter === undefined) return []
  const scene = openScene(subject, 'a list in an order')
  const parent = resource.parent && (await bench.records.create(resource.parent))
  if (typeof parent === 'string') return []
  for (const { value, property, isDown } of listOrders(parameter, resource.schema).slice(0, maxValues)) {
    let record = await scene.create({ parent })
    for (const values of unordered)
      for (const own of values)
        record = (await scene.create({ parent, change: withProperty(subject, property, own) })) ?? record
    const isList = parameter.schema.facts().types.includes('array')
    const listed =
      record &&
      (await listAll(scene, list, record, (draft) =>
        withParameter(draft, parameter, isList ? [value] : value),
      ))
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
