import { mapValues } from '../../json/map-values.ts'
import { isObject } from '../../options/is-object.ts'
import type { Direction, Effect, Operation, Resource, Schema } from '../contract.ts'
import { type GetSchema, placeOf } from '../create-schema.ts'
import type { Description, Place } from '../description.ts'
import type { Inferred } from './infer-resources.ts'

/** What was inferred, without functions: a resource is `{ $resource: index }`, and a schema is its place. */
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
  const toSchemaData = ({ json, pointer, scope }: Place, direction: Direction): SchemaData => ({
    $schema: pointer,
    direction,
    ...(scope !== '' && { scope }),
    ...(description.find(pointer) === undefined && { json }),
  })
  function toData(value: unknown): unknown {
    if (!isObject(value)) return mapValues(value, toData)
    const index = resources.indexOf(value as unknown as Resource)
    if (index >= 0) return { $resource: index }
    const place = placeOf(value)
    return place === undefined
      ? mapValues(value, toData)
      : toSchemaData(place, (value as unknown as Schema).direction)
  }
  return {
    resources: resources.map((resource) => mapValues(resource, toData)),
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
    if (!isObject(value)) return mapValues(value, fromData)
    if (typeof value['$resource'] === 'number') return resources[value['$resource']]
    return '$schema' in value ? toSchema(value as unknown as SchemaData) : mapValues(value, fromData)
  }
  resources.forEach((resource, index) => {
    Object.assign(resource, mapValues(data.resources[index], fromData))
  })
  const effects = operations.map(
    (operation, index) => [operation, fromData(data.effects[index]) as Effect] as const,
  )
  return { resources, effects: new Map(effects) }
}
