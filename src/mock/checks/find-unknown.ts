import type { Schema, SchemaProblem } from '../../contract/contract.ts'
import { isObject } from '../../options/is-object.ts'

/** Lists the properties of a value that its schema neither names nor explicitly allows. */
export function findUnknown(
  schema: Schema,
  value: unknown,
  path: SchemaProblem['path'] = [],
): SchemaProblem[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => findUnknown(schema.at(index) ?? schema, item, [...path, index]))
  if (!isObject(value)) return []
  const { possible } = schema.facts()
  const known = new Set([...Object.keys(schema.project(value) as object), ...possible])
  return Object.keys(value).flatMap((name): SchemaProblem[] => {
    const inner = schema.at(name)
    if (known.has(name)) return inner === undefined ? [] : findUnknown(inner, value[name], [...path, name])
    const pointer = `${schema.pointer}/additionalProperties`
    return [{ path: [...path, name], known: possible, keyword: 'additionalProperties', pointer }]
  })
}
