import { toCanonical } from '../../json/canonical.ts'
import { isObject } from '../../options/is-object.ts'
import type { Direction, SchemaProblem } from '../contract.ts'
import {
  type Description,
  listItems,
  listMembers,
  type ObjectPlace,
  type Place,
  placeIn,
} from '../description.ts'
import { readPointer } from '../pointer.ts'
import { readFacts, readTypes, toType } from '../schema-facts.ts'
import { isUnsent, listInner, listParts, toPlaceKey } from '../schema-parts.ts'
import { chooseBranches } from './choose-branches.ts'
import { makeNumber } from './make-number.ts'
import { makeText } from './make-text.ts'
import { createExampleRandom, type ExampleRandom } from './random.ts'

/** Makes a valid value; the same one for the same seed. */
export type MakeExample = (place: Place, seed?: number) => unknown

/** The most values that one example is made of, so that none takes long. */
const maxValues = 2000

/** How many values are tried; branches that overlap need the most. */
const maxAttempts = 9

/** How deep the properties that may be missing are made. */
const maxDepth = 6

/** How one try differs from the others. */
interface Attempt {
  random: ExampleRandom
  /** Whether properties that may be missing are made. */
  isFull: boolean
  /** Added to the branch that is chosen. */
  branch: number
  isDocumented: boolean
  /** Where they aren't, because they were wrong: paths as text. */
  except: ReadonlySet<string>
}

interface Context extends Attempt {
  /** The names and indexes that lead to it, as text, and the last name. */
  path: string
  name: string
  /** The schemas that it is in. */
  stack: readonly string[]
  /** How many values may still be made. */
  left: { count: number }
}

const enterMember = (context: Context, name: string): Context => ({
  ...context,
  name,
  path: `${context.path}/${name}`,
})

/** The keywords that tell the type of a value that may have any. */
const tellingKeywords: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties', 'minProperties'],
  array: ['items', 'prefixItems', 'minItems', 'contains'],
  number: ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'],
}

/** Lists the values of a keyword whose value is a number; they can be bigints if the value is a number itself. */
const listLimits = (parts: readonly ObjectPlace[], keyword: string): number[] =>
  parts.flatMap(({ json }) => (json[keyword] as number | undefined) ?? [])

const compare = (one: number, other: number): number => (one < other ? -1 : Number(one > other))

/** Lists the paths of problems, and of everything around them, as text. */
const toPaths = (problems: readonly SchemaProblem[]): Set<string> =>
  new Set(
    problems.flatMap(({ path }) =>
      path.map((_step, index) =>
        path
          .slice(0, index + 1)
          .map((step) => `/${step}`)
          .join(''),
      ),
    ),
  )

export function createMakeExample(
  description: Description,
  direction: Direction,
  findProblems: (place: Place, value: unknown) => SchemaProblem[],
): MakeExample {
  const listDocumented = (parts: readonly ObjectPlace[]): unknown[] =>
    parts.flatMap(({ json }) => [
      ...('example' in json ? [json['example']] : []),
      ...(Array.isArray(json['examples']) ? json['examples'] : []),
      ...('default' in json ? [json['default']] : []),
    ])

  function makeObject(
    parts: readonly ObjectPlace[],
    fixed: Record<string, unknown>,
    context: Context,
  ): Record<string, unknown> {
    const made: Record<string, unknown> = {}
    const required = new Set(parts.flatMap(({ json }) => (json['required'] ?? []) as string[]))
    const properties = new Set([
      ...parts.flatMap(({ json }) => Object.keys(json['properties'] ?? {})),
      ...required,
    ])
    const most = Math.min(Infinity, ...listLimits(parts, 'maxProperties'))
    for (const name of properties) {
      if (Object.hasOwn(fixed, name)) {
        made[name] = fixed[name]
        continue
      }
      const inner = listInner(parts, name)
      const isRequired = required.has(name)
      if (isUnsent(description, direction, inner)) continue
      const isRepeated = inner.some((place) =>
        context.stack.includes(toPlaceKey(description.follow(place) ?? place)),
      )
      const isRoom = most === Infinity || Object.keys(made).length + required.size < most
      if (
        !isRequired &&
        (!context.isFull ||
          isRepeated ||
          context.stack.length > maxDepth ||
          context.left.count < 0 ||
          !isRoom)
      )
        continue
      made[name] = make(inner.length > 0 ? inner : listOthers(parts), enterMember(context, name))
    }
    for (const [name, list] of parts.flatMap(({ json }) =>
      Object.entries((json['dependentRequired'] ?? {}) as Record<string, string[]>),
    ))
      if (Object.hasOwn(made, name))
        for (const other of list) made[other] ??= make(listInner(parts, other), enterMember(context, other))
    const least = Math.max(0, ...listLimits(parts, 'minProperties'))
    const others = listOthers(parts)
    const isMap =
      properties.size === 0 && others.length > 0 && context.isFull && context.stack.length < maxDepth
    const patterns = parts.flatMap((part) => listMembers(placeIn(part, 'patternProperties')))
    for (let index = 1; Object.keys(made).length < Math.max(least, isMap ? 1 : 0) && index < 100; index++) {
      const [pattern, place] = patterns[0] ?? []
      const random = createExampleRandom(context.random.variant + index)
      const names = parts
        .map((part) => placeIn(part, 'propertyNames'))
        .filter(({ json }) => json !== undefined)
      const name =
        pattern !== undefined
          ? makeText(
              { name: 'key', format: undefined, patterns: [pattern], minLength: 0, maxLength: 1000 },
              random,
            )
          : names.length > 0
            ? String(make(names, { ...enterMember(context, 'key'), random }))
            : `key${index}`
      made[name] ??= make(place === undefined ? others : [place], enterMember(context, name))
    }
    return made
  }

  const listOthers = (parts: readonly ObjectPlace[]): Place[] =>
    ['additionalProperties', 'unevaluatedProperties'].flatMap((keyword) =>
      parts.map((part) => placeIn(part, keyword)).filter(({ json }) => isObject(json)),
    )

  function makeArray(parts: readonly ObjectPlace[], context: Context): unknown[] {
    const contains = Math.max(0, ...listLimits(parts, 'minContains'))
    const least = Math.max(
      contains,
      ...listLimits(parts, 'minItems'),
      ...parts.map((part) => listItems(placeIn(part, 'prefixItems')).length),
    )
    const most = Math.min(Infinity, ...listLimits(parts, 'maxItems'))
    const isUnique = parts.some(({ json }) => json['uniqueItems'] === true)
    const contained = parts.map((part) => placeIn(part, 'contains')).filter(({ json }) => json !== undefined)
    const items = listInner(parts, 0)
    const isRepeated = items.some((place) =>
      context.stack.includes(toPlaceKey(description.follow(place) ?? place)),
    )
    const isWanted =
      context.isFull && !isRepeated && context.stack.length <= maxDepth && context.left.count > 0
    const count = Math.min(
      Math.max(least, (isWanted && items.length > 0) || contained.length > 0 ? 1 : 0),
      most,
      1000,
    )
    const made: unknown[] = []
    const seen = new Set<string>()
    for (let index = 0; made.length < count && index < count + 50; index++) {
      const inner = [
        ...listInner(parts, made.length),
        ...(made.length < Math.max(1, contains) ? contained : []),
      ]
      // Equal items need different seeds.
      const random = index === 0 ? context.random : createExampleRandom(context.random.variant + index)
      const item = make(inner, {
        ...context,
        path: `${context.path}/${made.length}`,
        random,
        branch: context.branch + (isUnique ? index : 0),
        isDocumented: context.isDocumented && index === 0,
      })
      const text = isUnique ? toCanonical(item) : ''
      if (isUnique && seen.has(text)) continue
      seen.add(text)
      made.push(item)
    }
    return made
  }

  function make(places: readonly Place[], context: Context): unknown {
    const own = listParts(description, ...places)
    const keys = places.map((one) => toPlaceKey(description.follow(one) ?? one))
    // A value that requires one of its own kind has no end.
    const isEndless = keys.some((key) => context.stack.filter((other) => other === key).length > 2)
    if (--context.left.count < -1000 || context.stack.length > 40 || isEndless) return null
    const types = readTypes(description, own)
    const fits = (value: unknown): boolean => {
      const type = toType(value)
      return types.includes(type) || (type === 'integer' && types.includes('number'))
    }
    if (context.isDocumented && !context.except.has(context.path)) {
      const documented = listDocumented(own).find(fits)
      if (documented !== undefined) return documented
    }
    const inner: Context = { ...context, stack: [...context.stack, ...keys] }
    const { parts, fixed } = chooseBranches(description, own, context)
    const constant = parts.find(({ json }) => 'const' in json)
    if (constant !== undefined) return constant.json['const']
    const values = parts.find(({ json }) => Array.isArray(json['enum']))?.json['enum'] as
      | unknown[]
      | undefined
    if (values !== undefined) {
      const valid = values.filter(fits)
      const shown = valid.filter((value) => value !== null)
      return context.random.pick(shown.length > 0 ? shown : valid) ?? values[0]
    }
    return makeType(parts, fixed, inner)
  }

  function makeType(
    parts: readonly ObjectPlace[],
    fixed: Record<string, unknown>,
    context: Context,
  ): unknown {
    const types = readTypes(description, parts)
    const first = (keyword: string): unknown =>
      parts.find(({ json }) => json[keyword] !== undefined)?.json[keyword]
    const told = Object.keys(tellingKeywords).find((type) =>
      tellingKeywords[type]?.some((keyword) => first(keyword) !== undefined),
    )
    const type = types.length >= 6 ? (told ?? 'string') : (types.find((one) => one !== 'null') ?? 'null')
    const format = first('format') as string | undefined
    const highest = (keyword: string) => listLimits(parts, keyword).toSorted(compare).at(-1)
    const lowest = (keyword: string) => listLimits(parts, keyword).toSorted(compare)[0]
    switch (type) {
      case 'object':
        return makeObject(parts, fixed, context)
      case 'array':
        return makeArray(parts, context)
      case 'boolean':
        return context.random.below(2) === 0
      case 'null':
        return null
      case 'integer':
      case 'number':
        return makeNumber(
          {
            isInteger: type === 'integer',
            format,
            minimum: highest('minimum'),
            maximum: lowest('maximum'),
            exclusiveMinimum: highest('exclusiveMinimum'),
            exclusiveMaximum: lowest('exclusiveMaximum'),
            multipleOf: highest('multipleOf'),
          },
          context.random,
        )
      default:
        return makeText(
          {
            name: context.name,
            format,
            patterns: parts.flatMap(({ json }) => (json['pattern'] as string | undefined) ?? []),
            minLength: highest('minLength') ?? 0,
            maxLength: lowest('maxLength') ?? Infinity,
          },
          context.random,
        )
    }
  }

  /** Adds the properties that are missing, and removes those that are wrong or too many, if they may be missing. */
  function repair(value: unknown, problems: readonly SchemaProblem[], context: Context): unknown {
    const copy = structuredClone(value)
    for (const { path, got, known, pointer } of problems) {
      const name = path.at(-1)
      const parent = path.slice(0, -1).reduce<unknown>((at, one) => Object(at)[one], copy)
      if (isObject(parent) && typeof name === 'string' && got === undefined && known === undefined) {
        const owner = description.find(pointer.slice(0, pointer.lastIndexOf('/')))
        const inner = owner === undefined ? [] : listInner(listParts(description, owner), name)
        parent[name] = make(inner, enterMember(context, name))
        continue
      }
      if (isObject(parent) && typeof name === 'string') delete parent[name]
      else if (Array.isArray(parent)) parent.splice(Number(name), 1)
    }
    return copy
  }

  return (place, seed) => {
    const [keyword, property] = readPointer(place.pointer).slice(-2)
    const name =
      readFacts(description, place).name ?? (keyword === 'properties' ? property : undefined) ?? 'text'
    let except = new Set<string>()
    let best: { value: unknown; problems: number } | undefined
    for (let index = 0; index < maxAttempts; index++) {
      const random = createExampleRandom(index < 2 ? seed : (seed ?? 0) + index)
      // The second attempt only replaces documented values that are wrong; the others choose other branches, and less.
      const attempt = {
        isFull: index % 2 === 0 || index === 1,
        branch: Math.floor(index / 2),
        isDocumented: index < 2,
      }
      const context = { ...attempt, random, except, name, path: '', stack: [], left: { count: maxValues } }
      const value = make([place], context)
      const problems = findProblems(place, value)
      if (problems.length === 0) return value
      const repaired = repair(value, problems, context)
      const rest = findProblems(place, repaired).length
      if (rest === 0) return repaired
      if (best === undefined || rest < best.problems) best = { value: repaired, problems: rest }
      except = new Set(['', ...toPaths(problems)])
    }
    return best?.value
  }
}
