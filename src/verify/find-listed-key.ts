import type { Operation, ParameterLists } from '../contract/contract.ts'
import { simplify } from '../contract/resources/names.ts'
import { isObject } from '../options/is-object.ts'
import type { RequestMaker } from './known-record.ts'
import { readSuccess } from './read-records.ts'

/** The properties that a parameter of a path may mean, besides one with its own name. */
const usualKeys = ['id', 'uuid', 'key', 'slug', 'code', 'name']

/** Finds the first array in a value that has objects. */
export function findArray(value: unknown, depth = 2): Record<string, unknown>[] | undefined {
  if (Array.isArray(value)) return value.every(isObject) && value.length > 0 ? value : undefined
  if (!isObject(value) || depth === 0) return undefined
  return Object.values(value)
    .map((inner) => findArray(inner, depth - 1))
    .find((found) => found !== undefined)
}

const keysByMaker = new WeakMap<RequestMaker, Map<Operation, Promise<unknown>>>()

/** Finds a value for a parameter of a path in the list that the path before it responds with, although nobody says what is in it. */
export const findListedKey = async (...args: Parameters<typeof findListedKeys>): Promise<unknown> =>
  (await findListedKeys(...args))[0]

export async function findListedKeys(
  bench: RequestMaker,
  { path }: Operation,
  name: string,
  parameters: ParameterLists,
): Promise<unknown[]> {
  const before = path.slice(0, path.indexOf(`/{${name}}`))
  const list = bench.contract.operations.find((one) => one.method === 'GET' && one.path === before)
  if (
    list === undefined ||
    list.parameters.some(({ isRequired, in: place }) => isRequired && place !== 'path')
  )
    return []
  const own = keysByMaker.get(bench) ?? new Map<Operation, Promise<unknown>>()
  keysByMaker.set(bench, own)
  const sent =
    own.get(list) ??
    bench
      .send({ operation: list, parameters, before: [], hasRecords: false })
      .then((exchange) => readSuccess(list, exchange))
  own.set(list, sent)
  const items = findArray(await sent) ?? []
  const [first] = items
  if (first === undefined) return []
  const last = simplify(before.slice(before.lastIndexOf('/') + 1)).replace(/s$/, '')
  const wanted = [simplify(name), simplify(name).replace(last, ''), ...usualKeys]
  const names = Object.keys(first)
  const property = wanted
    .map((one) => names.find((other) => simplify(other) === one))
    .find((found) => found !== undefined)
  return property === undefined
    ? []
    : items.map((item) => item[property]).filter((one) => one !== undefined && one !== null)
}
