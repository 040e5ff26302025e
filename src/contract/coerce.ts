import { parseNumberLiteral } from '../json/exact-integer.ts'
import { parseExactJson } from '../json/exact-json.ts'
import { isObject } from '../options/is-object.ts'
import type { Schema } from './contract.ts'
import type { RawValue, ValueShape } from './parameter-style.ts'

/** Says how a value of a schema is written. A type that may be null is the other one. */
export function toValueShape(schema: Schema): ValueShape {
  const { types } = schema.facts()
  const known = types.filter((type) => type !== 'null')
  if (known.length > 0 && known.every((type) => type === 'array')) return 'array'
  return known.length > 0 && known.every((type) => type === 'object') ? 'object' : 'primitive'
}

/** Lists the values that a text can mean, in the order of preference. */
function listMeanings(text: string, types: readonly string[]): unknown[] {
  const meanings: unknown[] = []
  if (types.includes('integer') || types.includes('number'))
    if (/^-?(?:0|[1-9]\d{0,999})(?:\.\d{1,999})?(?:[eE][-+]?\d{1,9})?$/.test(text))
      meanings.push(parseNumberLiteral(text))
  if (types.includes('boolean') && /^(?:true|false)$/.test(text)) meanings.push(text === 'true')
  if (types.includes('string')) meanings.push(text)
  if (types.includes('null') && /^(?:null)?$/.test(text)) meanings.push(null)
  return meanings
}

function parseIfJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return text
  }
}

/** Gives a text, or the texts in arrays and objects, the types of a schema. What can't have them stays text. */
export function coerce(value: RawValue, schema: Schema | undefined): unknown {
  if (schema === undefined) return value
  if (Array.isArray(value)) return value.map((item, index) => coerce(item, schema.at(index)))
  if (isObject(value)) {
    const entries = Object.entries(value as Record<string, RawValue>)
    return Object.fromEntries(entries.map(([name, inner]) => [name, coerce(inner, schema.at(name))]))
  }
  const { types } = schema.facts()
  // Whoever can't write an object otherwise writes it as JSON.
  if (/^\s*[{[]/.test(value) && !types.includes('string')) return parseIfJson(value)
  const meanings = listMeanings(value, types)
  if (types.length >= 6 || meanings.length === 0) return value
  if (meanings.length === 1) return meanings[0]
  return meanings.find((meaning) => schema.check(meaning).length === 0) ?? meanings[0]
}
