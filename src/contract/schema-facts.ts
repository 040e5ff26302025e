import { isObject } from '../options/is-object.ts'
import type { SchemaFacts } from './contract.ts'
import {
  type Description,
  isObjectPlace,
  listItems,
  type ObjectPlace,
  type Place,
  placeIn,
} from './description.ts'
import { listPossible } from './discriminator.ts'
import { listParts } from './schema-parts.ts'

const allTypes = ['string', 'number', 'boolean', 'object', 'array', 'null']

/** Lists the types that a schema allows by itself, by its branches and enum if it doesn't say. */
function listTypes(description: Description, part: ObjectPlace, depth: number): readonly string[] {
  const { type, enum: values, const: only, properties } = part.json
  if (type !== undefined) return (Array.isArray(type) ? type : [type]) as string[]
  if (Array.isArray(values) || 'const' in part.json)
    return [...new Set(((values as unknown[]) ?? [only]).map(toType))]
  for (const keyword of ['oneOf', 'anyOf']) {
    const branches = listItems(placeIn(part, keyword))
    if (branches.length > 0 && depth < 8)
      return [
        ...new Set(
          branches.flatMap((branch) => [
            ...readTypes(description, listParts(description, branch), depth + 1),
          ]),
        ),
      ]
  }
  return isObject(properties) && Object.keys(properties).length > 0 ? ['object'] : allTypes
}

/** Returns the type of JSON Schema that a value has; an integer is one. */
export function toType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'integer'
  return typeof value
}

export function readTypes(
  description: Description,
  parts: readonly ObjectPlace[],
  depth = 0,
): readonly string[] {
  const lists = parts.map((part) => listTypes(description, part, depth)).filter((list) => list !== allTypes)
  if (lists.length < 2) return lists[0] ?? allTypes
  return lists.reduce<readonly string[]>((types, list) => {
    const both = types.filter(
      (type) => list.includes(type) || (type === 'integer' && list.includes('number')),
    )
    return types.includes('number') && list.includes('integer') && !list.includes('number')
      ? [...both, 'integer']
      : both
  }, lists[0] ?? allTypes)
}

/** Reads what some schemas say together about a value as a whole. */
export function readFacts(description: Description, place: Place): SchemaFacts {
  const parts = listParts(description, place)
  const findKeyword = (keyword: string): unknown =>
    parts.find((part) => part.json[keyword] !== undefined)?.json[keyword]
  const listNames = (keyword: string): string[] => [
    ...new Set(
      parts.flatMap(
        ({ json }) =>
          (isObject(json[keyword]) ? Object.keys(json[keyword]) : (json[keyword] ?? [])) as string[],
      ),
    ),
  ]
  const types = readTypes(description, parts)
  const format = findKeyword('format')
  const constant = parts.find(({ json }) => json['const'] !== undefined)
  const values =
    constant === undefined
      ? (findKeyword('enum') as readonly unknown[] | undefined)
      : [constant.json['const']]
  const named = findName(description, place)
  const possible = new Set([
    ...listNames('properties'),
    ...listPossible(description, place).flatMap(({ json }) => Object.keys(json['properties'] ?? {})),
  ])
  return {
    types,
    ...(typeof format === 'string' && { format }),
    properties: listNames('properties'),
    possible: [...possible],
    required: listNames('required'),
    isReadOnly: findKeyword('readOnly') === true,
    isWriteOnly: findKeyword('writeOnly') === true,
    isNullable: types.includes('null'),
    ...(values !== undefined && { values }),
    hasDefault: parts.some(({ json }) => 'default' in json),
    default: findKeyword('default'),
    ...(named !== undefined && { name: named }),
  }
}

/** Returns the name of the component that a schema is only a reference to, or an array of such. */
function findName(description: Description, place: Place): string | undefined {
  let at = isObject(place.json) && place.json['items'] !== undefined ? placeIn(place, 'items') : place
  let name = /^\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(at.pointer)?.[1]
  const seen = new Set<unknown>()
  while (isObjectPlace(at) && typeof at.json['$ref'] === 'string' && !seen.has(at.json)) {
    seen.add(at.json)
    const target = description.resolve(at.json['$ref'], at)
    if (target === undefined) break
    at = target
    name ??= target.pointer.split('/').at(-1)
  }
  return name
}
