import { isObject } from '../options/is-object.ts'
import { createCompile } from './compile-schema.ts'
import type { Direction, JsonSchema, Schema, SchemaFacts, Warning } from './contract.ts'
import { type Description, type ObjectPlace, type Place, step } from './description.ts'
import { findEdges } from './edges.ts'
import { createMakeExample } from './examples/make-example.ts'
import { createFindProblems } from './find-problems.ts'
import { createPattern } from './pattern.ts'
import { listInner, listParts, listPossible, readFacts, toKey } from './schema-parts.ts'

/** Returns the schema at a place; the same one each time. */
export type GetSchema = (place: Place, direction: Direction) => Schema

/** Says whether the properties of an object that no schema names belong to it nevertheless. */
function allowsOthers(parts: readonly ObjectPlace[]): boolean {
  if (!parts.some(({ json }) => json['properties'] !== undefined)) return true
  return parts.some(({ json }) => {
    const others = json['additionalProperties'] ?? json['unevaluatedProperties']
    return others === true || isObject(others)
  })
}

/** Lists the schemas of a property in some schemas, also those for names that match a pattern, and for any other name. */
function listProperty(parts: readonly ObjectPlace[], name: string): Place[] {
  const named = listInner(parts, name)
  const matching = parts.flatMap((part) =>
    Object.keys(part.json['patternProperties'] ?? {})
      .filter((pattern) => createPattern(pattern)?.test(name))
      .map((pattern) => step(part, 'patternProperties', pattern)),
  )
  if (named.length + matching.length > 0) return [...named, ...matching]
  return parts.map((part) => step(part, 'additionalProperties')).filter(({ json }) => isObject(json))
}

/** Makes the schemas of a description. */
export function createGetSchema(description: Description, warn: (warning: Warning) => void): GetSchema {
  const tools = {
    request: toTools('request'),
    response: toTools('response'),
  }
  const made = { request: new Map<string, Schema>(), response: new Map<string, Schema>() }

  function toTools(direction: Direction) {
    const findProblems = createFindProblems(description, createCompile(description, direction, warn))
    return { findProblems, makeExample: createMakeExample(description, direction, findProblems) }
  }

  function project(places: readonly Place[], value: unknown, direction: Direction): unknown {
    const parts = listPossible(description, ...places)
    if (Array.isArray(value))
      return value.map((item, index) => project(listInner(parts, index), item, direction))
    if (!isObject(value) || parts.length === 0) return value
    const others = allowsOthers(parts)
    const unsent = direction === 'request' ? 'readOnly' : 'writeOnly'
    const kept: [string, unknown][] = []
    for (const name of Object.keys(value)) {
      const inner = listProperty(parts, name)
      if (inner.length === 0 && !others) continue
      if (listParts(description, ...inner).some(({ json }) => json[unsent] === true)) continue
      kept.push([name, project(inner, value[name], direction)])
    }
    return Object.fromEntries(kept)
  }

  function fill(places: readonly Place[], value: unknown): unknown {
    const parts = listParts(description, ...places)
    if (Array.isArray(value)) return value.map((item, index) => fill(listInner(parts, index), item))
    if (!isObject(value)) return value
    const filled: Record<string, unknown> = { ...value }
    for (const name of new Set(parts.flatMap(({ json }) => Object.keys(json['properties'] ?? {})))) {
      const inner = listInner(parts, name)
      if (Object.hasOwn(filled, name)) filled[name] = fill(inner, filled[name])
      else {
        const { hasDefault, default: value } = toFacts(inner)
        if (hasDefault) filled[name] = value
      }
    }
    return filled
  }

  /** Joins schemas that a value has to match together. */
  const join = (places: readonly Place[]): Place | undefined =>
    places.length < 2
      ? places[0]
      : {
          json: { allOf: places.map(({ pointer }) => ({ $ref: `#${encodeURI(pointer)}` })) },
          pointer: places.map(({ pointer }) => pointer).join(' and '),
          scope: places[0]?.scope ?? '',
        }

  const toFacts = (places: readonly Place[]): SchemaFacts =>
    readFacts(description, join(places) ?? { json: {}, pointer: '', scope: '' })

  function get(start: Place, direction: Direction): Schema {
    const place = description.enter(start)
    const key = toKey(place)
    const known = made[direction].get(key)
    if (known !== undefined) return known
    const { findProblems, makeExample } = tools[direction]
    let facts: SchemaFacts | undefined
    const schema: Schema = {
      json: (place.json ?? true) as JsonSchema,
      pointer: place.pointer,
      direction,
      as: (other) => get(place, other),
      check: (value) => findProblems(place, value),
      project: (value) => project([place], value, direction),
      fill: (value) => fill([place], value),
      example: (seed) => makeExample(place, seed),
      edges: () => findEdges(description, place, schema, (other) => get(other, direction)),
      at(name) {
        const parts = listParts(description, place)
        const own = listInner(parts, name)
        const inner = join(
          own.length > 0 ? own : listInner(listPossible(description, place), name).slice(0, 1),
        )
        return inner && get(inner, direction)
      },
      facts: () => (facts ??= readFacts(description, place)),
    }
    made[direction].set(key, schema)
    return schema
  }
  return get
}
