import type { AnySchemaObject } from 'ajv'
import * as fc from 'fast-check'
import { readTypes } from './check-schemas.ts'
import type { Schemas } from './open-api.ts'

/** Generates texts for a pattern; none if it has lookahead or the like. */
function generate(pattern: string): string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { seed: 1, numRuns: 200 })
  } catch {
    return []
  }
}

function makeText({ pattern, minLength = 0, maxLength = Infinity }: AnySchemaObject): string | undefined {
  const fits = (text: string): boolean => {
    const { length } = [...text]
    return (
      length >= minLength &&
      length <= maxLength &&
      (pattern === undefined || new RegExp(pattern, 'u').test(text))
    )
  }
  const words = ['text', 'text'.repeat(Math.ceil(minLength / 4)), 'text'.slice(0, Math.min(maxLength, 4))]
  const all = [...words, ...(pattern === undefined ? [] : generate(pattern))].filter(fits)
  return all.find((text) => /^[\w -]+$/.test(text)) ?? all[0]
}

/** Makes a plain value of a resolved schema, the same one each time; undefined if none was found. */
export function makeExample(schema: AnySchemaObject): unknown {
  const { anyOf, oneOf = anyOf, properties = {}, items, minimum, maximum, minItems = 0 } = schema
  const given = [
    schema['example'],
    ...(schema['examples'] ?? []),
    schema['default'],
    schema['const'],
    ...(schema['enum'] ?? []),
  ]
  const first = given.find((value) => value !== undefined)
  if (first !== undefined) return first
  if (oneOf !== undefined) return makeExample(oneOf[0])
  const [type = ''] = readTypes(schema).filter((one) => one !== 'null')
  if (type === 'string') return makeText(schema)
  if (type === 'integer')
    return minimum !== undefined && minimum > 1 ? Math.ceil(minimum) : Math.floor(Math.min(1, maximum ?? 1))
  if (type === 'number')
    return minimum !== undefined && minimum > 1.5 ? minimum : Math.min(1.5, maximum ?? 1.5)
  if (type === 'boolean') return true
  if (type === 'array') return Array.from({ length: Math.max(1, minItems) }, () => makeExample(items))
  if (type !== 'object') return null
  return Object.fromEntries(
    Object.entries(properties as Schemas).map(([name, member]) => [name, makeExample(member)]),
  )
}
