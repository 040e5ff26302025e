// Single mistakes in JSON bodies, each one by a keyword.
import type { Json } from './load-description.ts'
import type { Values } from './values.ts'

export interface Mutation {
  kind: string
  /** The property that is wrong. */
  name: string
  value: unknown
}

const wrongType = (schema: Json): unknown => {
  const types: string[] = [schema['type']].flat().filter(Boolean)
  if (types.length === 0) return undefined
  return [{ wrong: true }, 'wrong', true, [true]].find((one) => {
    const type = Array.isArray(one) ? 'array' : typeof one
    return !types.includes(type)
  })
}

function mutateValue(schema: Json): { kind: string; value: unknown }[] {
  const found: { kind: string; value: unknown }[] = []
  const add = (kind: string, value: unknown): void => void found.push({ kind, value })
  const wrong = wrongType(schema)
  if (wrong !== undefined) add('type', wrong)
  if (schema['enum'] !== undefined) add('enum', 'surely not one of these')
  if (typeof schema['minimum'] === 'number') add('range', schema['minimum'] - 1)
  if (typeof schema['maximum'] === 'number') add('range', schema['maximum'] + 1)
  if (typeof schema['minLength'] === 'number' && schema['minLength'] > 0)
    add('length', 'x'.repeat(schema['minLength'] - 1))
  if (typeof schema['maxLength'] === 'number' && schema['maxLength'] < 100_000)
    add('length', 'x'.repeat(schema['maxLength'] + 1))
  if (typeof schema['pattern'] === 'string') add('pattern', '\u0001 ~')
  if (typeof schema['maxItems'] === 'number' && schema['maxItems'] < 1000)
    add('items', Array(schema['maxItems'] + 1).fill(0))
  if (typeof schema['minItems'] === 'number' && schema['minItems'] > 0) add('items', [])
  return found
}

/** Lists bodies with one mistake each; each of them doesn't match the schema by ajv. */
export function mutate(schema: Json, value: unknown, values: Values): Mutation[] {
  const flat = values.flatten(schema)
  const all: Mutation[] = []
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const parts: Json[] = [flat, ...(flat['allOf'] ?? [])]
    for (const part of parts) {
      for (const name of part['required'] ?? []) {
        if (!(name in value)) continue
        const { [name]: _gone, ...rest } = value as Json
        all.push({ kind: 'required', name, value: rest })
      }
      for (const [name, inner] of Object.entries<Json>(part['properties'] ?? {}))
        for (const wrong of mutateValue(inner ?? {}))
          all.push({ ...wrong, name, value: { ...value, [name]: wrong.value } })
    }
  }
  const wrong = wrongType(flat)
  if (wrong !== undefined) all.push({ kind: 'type', name: '', value: wrong })
  return all.filter((one) => values.matches(schema, one.value, 'request') === false).slice(0, 40)
}
