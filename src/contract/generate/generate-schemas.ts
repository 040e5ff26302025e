import type { Schema } from '../create-validate.ts'

const known = new Set([
  '$ref',
  'type',
  'enum',
  'const',
  'anyOf',
  'required',
  'additionalProperties',
  'properties',
  'items',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
] satisfies (keyof Schema)[])

/** Keeps the keywords that validators check; throws an Error if there is another one, other than for people. */
function toSchema(schema: object): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => !/^(?:\$schema|title|description)$/.test(keyword))
  const unknown = kept.find(([keyword]) => !(known as Set<string>).has(keyword))
  if (unknown !== undefined) throw new Error(`Failed to generate: createValidate does not know ${unknown[0]}`)
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (keyword === 'properties') {
        const members = Object.entries(value).map(([name, inner]) => [name, toSchema(inner as object)])
        return [keyword, Object.fromEntries(members)]
      }
      if (keyword === 'items') return [keyword, toSchema(value)]
      return [keyword, keyword === 'anyOf' ? value.map(toSchema) : value]
    }),
  )
}

/** Writes named schemas as data for `createValidate`. */
export const generateSchemas = (schemas: Readonly<Record<string, object>>): string => {
  const kept = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toSchema(schema)]))
  return `import type { Schema } from '../../contract/create-validate.ts'

export const schemas: Readonly<Record<${Object.keys(schemas)
    .map((name) => `'${name}'`)
    .join(' | ')}, Schema>> = ${JSON.stringify(kept, null, 2)}
`
}
