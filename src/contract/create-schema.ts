import { isObject } from '../options/is-object.ts'
import type {
  DescribedPart,
  Direction,
  JsonSchema,
  Schema,
  SchemaFacts,
  SchemaProblem,
  Warning,
} from './contract.ts'
import { type Description, type ObjectPlace, type Place, placeIn } from './description.ts'
import { listPossible } from './discriminator.ts'
import { createMakeExample, type MakeExample } from './examples/make-example.ts'
import type { Compile, ListErrors } from './find-problems.ts'
import { createFindProblems } from './find-problems.ts'
import { lazy } from './lazy.ts'
import { createPattern, type Pattern } from './pattern.ts'
import { readFacts } from './schema-facts.ts'
import { isUnsent, listInner, listParts, toPlaceKey } from './schema-parts.ts'

/** Returns the schema at a place; the same one each time. */
export type GetSchema = (place: Place, direction: Direction) => Schema

/** Makes what gives the functions that check values in one direction. */
export type CreateCompile = (
  description: Description,
  direction: Direction,
  warn: (warning: Warning) => void,
) => Compile

interface SchemaTools {
  description: Description
  get: GetSchema
  compile: Compile
  findProblems(place: Place, value: unknown, listErrors: ListErrors): SchemaProblem[]
  makeExample: MakeExample
}

/** What a schema says about the properties of its value, in all of its branches. */
interface ObjectMembers {
  /** The schemas of properties that have a name; undefined for those that this direction doesn't have. */
  named: ReadonlyMap<string, Schema | undefined>
  matching: readonly { pattern: Pattern; schema: Schema }[]
  /** The schema of all others, true for any value, and false if they aren't a part of the value. */
  others: Schema | boolean
}

function join(places: readonly Place[]): Place | undefined {
  const [first, ...others] = places
  if (first === undefined || others.length === 0) return first
  return {
    json: { allOf: places.map(({ pointer }) => ({ $ref: `#${encodeURI(pointer)}` })) },
    pointer: places.map(({ pointer }) => pointer).join(' and '),
    scope: first.scope,
  }
}

const listNames = (parts: readonly ObjectPlace[], keyword: string): string[] => [
  ...new Set(parts.flatMap(({ json }) => Object.keys(json[keyword] ?? {}))),
]

/** Whether a schema, or one of a value in it, has a default. */
function hasDefaults(schema: Schema, seen = new Set<Schema>()): boolean {
  if (seen.has(schema)) return false
  seen.add(schema)
  const inner = [...schema.facts().properties.map((name) => schema.at(name)), schema.at(0)]
  return inner.some((one) => one !== undefined && (one.facts().hasDefault || hasDefaults(one, seen)))
}

const toParts = (tools: SchemaTools, direction: Direction, from: Place): DescribedPart[] =>
  listParts(tools.description, from).map((place) => ({
    key: toPlaceKey(place),
    pointer: place.pointer,
    json: place.json,
    get schema() {
      return tools.get(place, direction)
    },
    at: (...steps) => toParts(tools, direction, placeIn(place, ...steps)),
  }))

class DescribedSchema implements Schema {
  readonly json: JsonSchema
  readonly pointer: string
  readonly direction: Direction
  readonly #place: Place
  readonly #tools: SchemaTools
  #parts: ObjectPlace[] | undefined
  #listErrors: ListErrors | undefined
  #facts: SchemaFacts | undefined
  #example: { value: unknown } | undefined
  #hasDefaults: boolean | undefined
  #members: ObjectMembers | undefined
  #inner: Map<string, Schema> | undefined
  #items: (Schema | undefined)[] | undefined

  static placeOf(value: object): Place | undefined {
    return #place in value ? value.#place : undefined
  }

  constructor(place: Place, direction: Direction, tools: SchemaTools) {
    this.json = (place.json ?? true) as JsonSchema
    this.pointer = place.pointer
    this.direction = direction
    this.#place = place
    this.#tools = tools
  }

  as(direction: Direction): Schema {
    return this.#tools.get(this.#place, direction)
  }

  check(value: unknown): SchemaProblem[] {
    this.#listErrors ??= this.#tools.compile(this.#place)
    return this.#tools.findProblems(this.#place, value, this.#listErrors)
  }

  example(seed?: number): unknown {
    if (seed !== undefined) return this.#tools.makeExample(this.#place, seed)
    this.#example ??= { value: this.#tools.makeExample(this.#place) }
    return this.#example.value
  }

  facts(): SchemaFacts {
    this.#facts ??= readFacts(this.#tools.description, this.#place)
    return this.#facts
  }

  parts(): readonly DescribedPart[] {
    return toParts(this.#tools, this.direction, this.#place)
  }

  at(name: string | number): Schema | undefined {
    if (typeof name === 'number') return this.#atIndex(name)
    const known = this.#inner?.get(name)
    if (known !== undefined) return known
    const schema = this.#find(name)
    // Clients make up names, which nothing may keep.
    if (schema !== undefined) this.#inner = (this.#inner ?? new Map<string, Schema>()).set(name, schema)
    return schema
  }

  project(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item, index) => this.#atIndex(index)?.project(item) ?? item)
    if (!isObject(value)) return value
    this.#members ??= this.#readMembers()
    const { named, matching, others } = this.#members
    const projected: Record<string, unknown> = {}
    for (const name in value) {
      const schema = named.get(name)
      if (schema === undefined && named.has(name)) continue
      const inner = schema ?? matching.find(({ pattern }) => pattern.test(name))?.schema ?? others
      if (inner === false) continue
      const kept = inner === true ? value[name] : inner.project(value[name])
      if (name === '__proto__') Object.defineProperty(projected, name, { value: kept, enumerable: true })
      else projected[name] = kept
    }
    return projected
  }

  fill(value: unknown): unknown {
    this.#hasDefaults ??= hasDefaults(this)
    if (!this.#hasDefaults) return value
    if (Array.isArray(value)) return value.map((item, index) => this.at(index)?.fill(item) ?? item)
    if (!isObject(value)) return value
    const filled: Record<string, unknown> = { ...value }
    for (const name of this.facts().properties) {
      const inner = this.at(name)
      const { hasDefault, default: preset } = inner?.facts() ?? { hasDefault: false }
      if (Object.hasOwn(filled, name)) filled[name] = inner?.fill(filled[name])
      else if (hasDefault) filled[name] = preset
    }
    return filled
  }

  #get(places: readonly Place[]): Schema | undefined {
    const place = join(places)
    return place && this.#tools.get(place, this.direction)
  }

  /** Finds the schema of a property or an item. */
  #find(name: string | number): Schema | undefined {
    this.#parts ??= listParts(this.#tools.description, this.#place)
    const own = listInner(this.#parts, name)
    const [branch] = own.length > 0 ? [] : listInner(listPossible(this.#tools.description, this.#place), name)
    return this.#get(own.length > 0 ? own : branch === undefined ? [] : [branch])
  }

  #atIndex(index: number): Schema | undefined {
    this.#items ??= this.#listItems()
    return this.#items[Math.min(index, this.#items.length - 1)]
  }

  /** Lists the schemas of the items that have one of their own, and last that of all others. */
  #listItems(): (Schema | undefined)[] {
    const parts = listPossible(this.#tools.description, this.#place)
    const lengths = parts.map(({ json }) => [json['prefixItems'] ?? []].flat().length)
    return Array.from({ length: Math.max(0, ...lengths) + 1 }, (_, index) => this.#find(index))
  }

  #readMembers(): ObjectMembers {
    const { description } = this.#tools
    const parts = listPossible(description, this.#place)
    const named = listNames(parts, 'properties').map((name): [string, Schema | undefined] => {
      const places = listInner(parts, name)
      return [name, isUnsent(description, this.direction, places) ? undefined : this.#get(places)]
    })
    const matching = listNames(parts, 'patternProperties').flatMap((expression) => {
      const places = parts.map((part) => placeIn(part, 'patternProperties', expression))
      const schema = this.#get(places.filter(({ json }) => json !== undefined))
      const pattern = createPattern(expression)
      return schema === undefined || pattern === undefined ? [] : [{ pattern, schema }]
    })
    const keywords = parts.flatMap((part) =>
      ['additionalProperties', 'unevaluatedProperties'].map((keyword) => placeIn(part, keyword)),
    )
    const schema = this.#get(keywords.filter(({ json }) => isObject(json)))
    const isOpen = named.length === 0 || keywords.some(({ json }) => json === true)
    return { named: new Map(named), matching, others: schema ?? isOpen }
  }
}

/** Returns the place of a schema in its description; undefined for anything else. */
export const placeOf = (value: object): Place | undefined => DescribedSchema.placeOf(value)

/** The most references that lead to one another; more of them are probably a circle. */
const maxReferences = 100

export function createGetSchema(
  description: Description,
  warn: (warning: Warning) => void,
  createCompile: CreateCompile,
): GetSchema {
  const toTools = (direction: Direction): SchemaTools => {
    const compile = createCompile(description, direction, warn)
    const findProblems = createFindProblems(description, compile)
    return {
      description,
      get,
      compile,
      findProblems,
      makeExample: createMakeExample(description, direction, findProblems),
    }
  }
  const tools = { request: lazy(() => toTools('request')), response: lazy(() => toTools('response')) }
  const made = { request: new Map<string, Schema>(), response: new Map<string, Schema>() }

  /** Follows references that have nothing beside them, so that what many operations share is one schema. */
  function followPlain({ json, ...at }: Place, depth = 0): Place {
    const isPlain = isObject(json) && typeof json['$ref'] === 'string' && Object.keys(json).length === 1
    const target =
      isPlain && depth < maxReferences
        ? description.resolve(String(json['$ref']), { json, ...at })
        : undefined
    return target === undefined ? { json, ...at } : followPlain(target, depth + 1)
  }

  function get(start: Place, direction: Direction): Schema {
    const place = description.enter(followPlain(start))
    const key = toPlaceKey(place)
    const known = made[direction].get(key)
    if (known !== undefined) return known
    const schema = new DescribedSchema(place, direction, tools[direction]())
    made[direction].set(key, schema)
    return schema
  }
  return get
}
