import type { MediaType, Operation, Schema } from '../contract.ts'
import { findName, toSingular } from './names.ts'

/** The names of properties that wrap a record, besides the name of its resource. */
const wrappers = [
  'data',
  'item',
  'result',
  'record',
  'resource',
  'entity',
  'object',
  'response',
  'payload',
  'attributes',
]

/** The names of properties that have the records of a list, the most telling first, besides the name of their resource. */
const lists = [
  'data',
  'items',
  'results',
  'records',
  'entries',
  'content',
  'values',
  'value',
  'list',
  'rows',
  'elements',
  'objects',
]

/** The names of properties that have the list or record in one of their properties. */
const containers = ['_embedded', 'embedded', ...wrappers]

/** The names of properties that are keys, the most telling first. */
export const keyNames = ['id', 'uuid', 'guid', '_id', 'key', 'slug', 'code', 'name']

export interface FoundSchema {
  path: readonly string[]
  schema: Schema
}

const isOnly = (type: string, schema: Schema | undefined): boolean => {
  const types = schema?.facts().types.filter((one) => one !== 'null') ?? []
  return types.length === 1 && types[0] === type
}

const isObjectSchema = (schema: Schema | undefined): boolean => isOnly('object', schema)

export const isJsonMedia = ({ kind }: MediaType): boolean => kind === 'json'

export const getSuccessSchema = ({ responses }: Operation): Schema | undefined =>
  (responses.success?.media.find(isJsonMedia) ?? responses.success?.media.find(({ kind }) => kind === 'xml'))
    ?.schema

export const getRequestSchema = ({ body }: Pick<Operation, 'body'>): Schema | undefined =>
  (body?.media.find(isJsonMedia) ?? body?.media[0])?.schema

/** Finds a property that is an object and is called like a wrapper of the records of a resource. */
function findWrapper(schema: Schema, name: string): FoundSchema | undefined {
  const { possible: properties } = schema.facts()
  const objects = properties.filter((property) => isObjectSchema(schema.at(property)))
  const found = findName(objects, [toSingular(name), name, ...wrappers])
  const inner = found === undefined ? undefined : schema.at(found)
  return found === undefined || inner === undefined ? undefined : { path: [found], schema: inner }
}

/** Finds the record in a body: the body itself, or a property that wraps it. */
export function findRecordSchema(schema: Schema | undefined, name: string): FoundSchema | undefined {
  if (schema === undefined || !isObjectSchema(schema)) return undefined
  const { possible: properties } = schema.facts()
  const wrapper = findWrapper(schema, name)
  if (wrapper === undefined || findName(properties, keyNames.slice(0, 4)) !== undefined)
    return { path: [], schema }
  const isTelling = wrapper.path[0] === toSingular(name) ? properties.length <= 3 : properties.length <= 6
  return isTelling ? wrapper : { path: [], schema }
}

/** Finds the array of records in a body; its schema is that of an item. */
export function findListSchema(schema: Schema | undefined, name: string, depth = 0): FoundSchema | undefined {
  if (isOnly('array', schema)) {
    const item = schema?.at(0)
    return item !== undefined && isObjectSchema(item) ? { path: [], schema: item } : undefined
  }
  if (schema === undefined || !isObjectSchema(schema)) return undefined
  const { possible: properties } = schema.facts()
  const arrays = properties.filter((property) => {
    const inner = schema.at(property)
    return isOnly('array', inner) && isObjectSchema(inner?.at(0))
  })
  const found = findName(arrays, [name, ...lists]) ?? (arrays.length === 1 ? arrays[0] : undefined)
  const item = found === undefined ? undefined : schema.at(found)?.at(0)
  if (found !== undefined && item !== undefined) {
    // A record with an id that has a list of others isn't a list.
    const isRecord =
      depth === 0 && findName(properties, ['id', 'uuid', '_id']) !== undefined && !lists.includes(found)
    return isRecord ? undefined : { path: [found], schema: item }
  }
  if (depth > 0) return undefined
  const container = findName(
    properties.filter((property) => isObjectSchema(schema.at(property))),
    containers,
  )
  const inner = container === undefined ? undefined : findListSchema(schema.at(container), name, 1)
  return inner && container !== undefined ? { ...inner, path: [container, ...inner.path] } : undefined
}
