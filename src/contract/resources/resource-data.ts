import { isObject } from '../../options/is-object.ts'
import type { Direction, Effect, Operation, Resource, Schema } from '../contract.ts'
import { type GetSchema, placeOf } from '../create-schema.ts'
import type { Description } from '../description.ts'
import type { Inferred } from './infer-resources.ts'

/** What was inferred, without functions: a resource is `{ $resource: index }`, and a schema says where it is. */
export interface ResourceData {
  resources: readonly unknown[]
  /** The effects of the operations, in their order. */
  effects: readonly unknown[]
}

interface SchemaData {
  $schema: string
  direction: Direction
  /** What dynamic references in it mean, if there are any. */
  scope?: string
  /** Several schemas as one, which the description has nowhere. */
  json?: unknown
}

/** Writes what was inferred as data, from which {@link toInferred} makes the same. */
export function toResourceData(
  { resources, effects }: Inferred,
  operations: readonly Operation[],
  description: Description,
): ResourceData {
  function toSchemaData(schema: Schema): SchemaData {
    const { json, pointer, scope } = placeOf(schema)
    return {
      $schema: pointer,
      direction: schema.direction,
      ...(scope !== '' && { scope }),
      ...(description.find(pointer) === undefined && { json }),
    }
  }
  function toData(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(toData)
    if (!isObject(value)) return value
    const index = resources.indexOf(value as unknown as Resource)
    if (index >= 0) return { $resource: index }
    return 'check' in value ? toSchemaData(value as unknown as Schema) : toDataOfAll(value)
  }
  const toDataOfAll = (value: object): object =>
    Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toData(inner)]))
  return {
    resources: resources.map(toDataOfAll),
    effects: operations.map((operation) => toData(effects.get(operation))),
  }
}

/** Reads what {@link toResourceData} wrote. */
export function toInferred(
  data: ResourceData,
  operations: readonly Operation[],
  description: Description,
  getSchema: GetSchema,
): Inferred {
  const resources = data.resources.map(() => ({})) as Resource[]
  const toSchema = ({ $schema: pointer, direction, scope = '', json }: SchemaData): Schema =>
    getSchema({ json: json ?? description.find(pointer)?.json, pointer, scope }, direction)
  function fromData(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(fromData)
    if (!isObject(value)) return value
    if (typeof value['$resource'] === 'number') return resources[value['$resource']]
    return '$schema' in value ? toSchema(value as unknown as SchemaData) : fromDataOfAll(value)
  }
  const fromDataOfAll = (value: object): object =>
    Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fromData(inner)]))
  resources.forEach((resource, index) => {
    Object.assign(resource, fromDataOfAll(data.resources[index] as object))
  })
  const effects = operations.map(
    (operation, index) => [operation, fromData(data.effects[index]) as Effect] as const,
  )
  return { resources, effects: new Map(effects) }
}
