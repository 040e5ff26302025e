import type { AnySchemaObject } from 'ajv'
import type { Schemas } from './open-api.ts'

/** Returns the name of the schema that a reference leads to. */
export const readName = ($ref: unknown): string => String($ref).split('/').at(-1) ?? ''

/** Joins a schema with those that it consists of. */
export function mergeSchema(
  { allOf = [], $ref, ...own }: AnySchemaObject,
  schemas: Schemas,
): AnySchemaObject & { required: readonly string[]; properties: Schemas } {
  const others: AnySchemaObject[] = $ref === undefined ? allOf : [schemas[readName($ref)] ?? {}]
  const parts = [...others.map((other) => mergeSchema(other, schemas)), own]
  const required = parts.flatMap((part) => part['required'] ?? [])
  const properties: Schemas = {}
  for (const [name, member] of parts.flatMap((part) => Object.entries<object>(part['properties'] ?? {})))
    properties[name] = { ...properties[name], ...member }
  return Object.assign({}, ...parts, { required, properties })
}

/** Writes a schema without references and parts. */
export function resolveSchema(schema: AnySchemaObject, schemas: Schemas): AnySchemaObject {
  const { properties, required, ...own } = mergeSchema(schema, schemas)
  const members = Object.entries(properties).map(([name, member]) => [name, resolveSchema(member, schemas)])
  return {
    ...own,
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(required.length > 0 && { required }),
    ...(own['items'] !== undefined && { items: resolveSchema(own['items'], schemas) }),
  }
}
