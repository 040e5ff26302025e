import { isContainer, isObject } from '../options/is-object.ts'
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

/** What is known about the values at some places. */
interface Plan {
  possible: readonly ObjectPlace[]
  /** Whether properties that no schema names belong to it nevertheless. */
  hasOthers: boolean
  /** Its properties and items, as they were asked for. */
  inner: Map<string | number, Inner>
  /** Its properties, with their defaults. */
  filled: ReadonlyMap<string, { places: readonly Place[]; value?: unknown; plan?: Plan }>
  /** Lists the schemas of an item that it has to match. */
  items(index: number): readonly Place[]
}

/** What is known about a property or an item. */
interface Inner {
  places: readonly Place[]
  readOnly: boolean
  writeOnly: boolean
  plan?: Plan
}

/** How many properties and items of a plan are kept. */
const maxInner = 200

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

  const plans = new Map<string, Plan>()

  /** Works out once what a value at some places can have. */
  function toPlan(places: readonly Place[]): Plan {
    const key = places.map(toKey).join(' ')
    const known = plans.get(key)
    if (known !== undefined) return known
    const parts = listParts(description, ...places)
    const possible = listPossible(description, ...places)
    const properties = [...new Set(parts.flatMap(({ json }) => Object.keys(json['properties'] ?? {})))]
    const plan: Plan = {
      possible,
      hasOthers: allowsOthers(possible),
      inner: new Map(),
      filled: new Map(
        properties.map((name) => {
          const inner = listInner(parts, name)
          const { hasDefault, default: value } = toFacts(inner)
          return [name, { places: inner, ...(hasDefault && { value }) }]
        }),
      ),
      items: (index) => listInner(parts, index),
    }
    plans.set(key, plan)
    return plan
  }

  /** Finds what one property or item of a value can have. */
  function toInner(plan: Plan, name: string | number): Inner {
    const known = plan.inner.get(name)
    if (known !== undefined) return known
    const places =
      typeof name === 'number' ? listInner(plan.possible, name) : listProperty(plan.possible, name)
    const parts = listParts(description, ...places)
    const inner: Inner = {
      places,
      readOnly: parts.some(({ json }) => json['readOnly'] === true),
      writeOnly: parts.some(({ json }) => json['writeOnly'] === true),
    }
    // Clients choose names.
    if (plan.inner.size < maxInner) plan.inner.set(name, inner)
    return inner
  }

  const planOf = (inner: Inner): Plan => {
    inner.plan ??= toPlan(inner.places)
    return inner.plan
  }

  function project(plan: Plan, value: unknown, direction: Direction): unknown {
    if (!isContainer(value) || (!Array.isArray(value) && plan.possible.length === 0)) return value
    if (Array.isArray(value))
      return value.map((item, index) =>
        isContainer(item) ? project(planOf(toInner(plan, index)), item, direction) : item,
      )
    const unsent = direction === 'request' ? 'readOnly' : 'writeOnly'
    const kept: [string, unknown][] = []
    for (const name of Object.keys(value)) {
      const inner = toInner(plan, name)
      if (inner[unsent] || (inner.places.length === 0 && !plan.hasOthers)) continue
      const own = value[name]
      kept.push([name, isContainer(own) ? project(planOf(inner), own, direction) : own])
    }
    return Object.fromEntries(kept)
  }

  function fill(plan: Plan, value: unknown): unknown {
    if (Array.isArray(value))
      return value.map((item, index) => (isContainer(item) ? fill(toPlan(plan.items(index)), item) : item))
    if (!isObject(value)) return value
    const filled: Record<string, unknown> = { ...value }
    for (const [name, inner] of plan.filled) {
      if (!Object.hasOwn(filled, name)) {
        if ('value' in inner) filled[name] = inner.value
      } else if (isContainer(filled[name])) {
        inner.plan ??= toPlan(inner.places)
        filled[name] = fill(inner.plan, filled[name])
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
      project: (value) => (isContainer(value) ? project(toPlan([place]), value, direction) : value),
      fill: (value) => (isContainer(value) ? fill(toPlan([place]), value) : value),
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
