import { isContainer, isObject } from '../options/is-object.ts'
import { coerce, toValueShape } from './coerce.ts'
import type { ParameterStyle, Schema } from './contract.ts'
import { type Place, placeIn } from './description.ts'
import { allowedStyles, readPairs, type Serialization, writeStyle } from './parameter-style.ts'
import { splitQuery } from './request-parts.ts'

export interface Form {
  parse(text: string): unknown
  write(value: unknown): string
}

/** Returns the name of the property that a name with brackets is about. */
const toOwner = (name: string): string => {
  const at = name.indexOf('[', 1)
  return at < 0 || !name.endsWith(']') ? name : name.slice(0, at)
}

/** Makes what parses and writes application/x-www-form-urlencoded (OpenAPI 3.1.1 section 4.8.14.4). */
export function createForm(schema: Schema, encoding: Place): Form {
  const toSerialization = (name: string): Serialization => {
    const { style, explode, allowReserved } = Object(placeIn(encoding, name).json)
    const isKnown = allowedStyles.query.includes(style)
    const own: ParameterStyle = isKnown ? style : 'form'
    return {
      name,
      in: 'query',
      style: own,
      explode: explode ?? own === 'form',
      allowReserved: allowReserved === true,
    }
  }
  return {
    parse(text) {
      const pairs = splitQuery(text)
      const names = new Set(pairs.map(({ name }) => (schema.at(name) === undefined ? toOwner(name) : name)))
      const value: Record<string, unknown> = {}
      for (const name of names) {
        const inner = schema.at(name)
        const serialization = toSerialization(name)
        const shape = inner === undefined ? 'primitive' : toValueShape(inner)
        const isObjectText = shape === 'object' && pairs.some((pair) => pair.name === name)
        const raw = readPairs(
          serialization,
          pairs,
          isObjectText && serialization.explode ? 'primitive' : shape,
          () => false,
        )
        const all = raw ?? readPairs(serialization, pairs, 'object', () => false)
        if (all !== undefined && name !== '__proto__') value[name] = coerce(all, inner)
      }
      return value
    },
    write(value) {
      if (!isObject(value)) return ''
      const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
      return entries
        .map(([name, inner]) => {
          const isDeep = isObject(inner) || (Array.isArray(inner) && inner.some(isContainer))
          return writeStyle({ ...toSerialization(name), ...(isDeep && { style: 'deepObject' }) }, inner)
        })
        .join('&')
    },
  }
}
