import * as fc from 'fast-check'
import type { AnyApi, Direction, Schema, SchemaPart } from '../contract/contract.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { isObject } from '../options/is-object.ts'
import { OptionsError } from '../options/options-error.ts'
import { createInteger, createNumber } from './number.ts'
import { failWithoutValue, NoValueError, type Parts, readKeyword, toPart } from './parts.ts'
import { createString, isFruitful } from './string.ts'

interface Context {
  direction: Direction
  depth: number
  /** The keys of the schemas that it is in. */
  stack: readonly string[]
  /** The branches that are chosen, as the keys of their schemas and keywords. */
  chosen: ReadonlySet<string>
  /** How many schemas may still be read. */
  left: { count: number }
}

/** How deep the properties that may be missing are made. */
const maxDepth = 6

const maxSchemas = 1000

function createArray(parts: Parts, context: Context): fc.Arbitrary<unknown[]> {
  const places = Math.max(0, ...readKeyword<unknown[]>(parts, 'prefixItems').map((items) => items.length))
  const least = Math.max(0, ...readKeyword<number>(parts, 'minItems'))
  const most = Math.min(...readKeyword<number>(parts, 'maxItems'), Infinity)
  if (least > most) return failWithoutValue()
  const first = Array.from({ length: Math.min(places, most) }, (_item, index) =>
    build(
      parts.flatMap((part) => part.at('prefixItems', index)),
      context,
    ),
  )
  const rest = {
    min: Math.max(0, least - places),
    max: Math.min(most - places, Math.max(0, least - places) + 10),
  }
  const isClosed = readKeyword<unknown>(parts, 'items').includes(false) || rest.max <= 0
  const items = parts.flatMap((part) => [...part.at('items'), ...part.at('contains')])
  if (isClosed || ((isRepeated(items, context) || context.depth > maxDepth) && rest.min === 0))
    return fc.tuple(...first)
  const lengths = { minLength: rest.min, maxLength: rest.max }
  const one = build(items, context)
  const others = readKeyword<boolean>(parts, 'uniqueItems').includes(true)
    ? fc.uniqueArray(one, { ...lengths, selector: stringifyExactJson })
    : fc.array(one, lengths)
  return fc.tuple(fc.tuple(...first), others).map((both) => both.flat())
}

/** Whether a value is in another one of its own kind, and that in one. */
const isRepeated = (parts: Parts, { stack }: Context): boolean =>
  parts.some(({ key }) => stack.indexOf(key) < stack.lastIndexOf(key))

function createObject(parts: Parts, context: Context): fc.Arbitrary<object> {
  const required = new Set(readKeyword<string[]>(parts, 'required').flat())
  const isUnsent = (inner: Parts): boolean =>
    inner.some(({ json }) => json[context.direction === 'request' ? 'readOnly' : 'writeOnly'] === true)
  const others = parts.flatMap((part) => [
    ...part.at('additionalProperties'),
    ...part.at('unevaluatedProperties'),
  ])
  const names = new Set([...readKeyword<object>(parts, 'properties').flatMap(Object.keys), ...required])
  const model: Record<string, fc.Arbitrary<unknown>> = {}
  for (const name of names) {
    const inner = parts.flatMap((part) => part.at('properties', name))
    const isImpossible = readKeyword<Record<string, unknown>>(parts, 'properties').some(
      (all) => all[name] === false,
    )
    if (isUnsent(inner)) required.delete(name)
    if (isUnsent(inner) || isImpossible) continue
    const isDeep = isRepeated(inner, context) || context.depth > maxDepth || context.left.count < 0
    if (isDeep && !required.has(name)) continue
    try {
      model[name] = build(inner.length > 0 ? inner : others, context)
    } catch (error) {
      if (!(error instanceof NoValueError) || required.has(name)) throw error
    }
  }
  const known = fc.record(model, {
    requiredKeys: [...required].filter((name) => Object.hasOwn(model, name)),
    noNullPrototype: true,
  })
  const least = Math.max(0, ...readKeyword<number>(parts, 'minProperties'))
  const patterns = parts.flatMap((part) =>
    Object.keys(part.json['patternProperties'] ?? {}).map((pattern) => ({
      pattern,
      inner: part.at('patternProperties', pattern),
    })),
  )
  const isMap = names.size === 0 && (others.length > 0 || patterns.length > 0) && context.depth <= maxDepth
  if (!isMap && least <= names.size) return known
  const [{ pattern, inner } = { pattern: undefined, inner: others }] = patterns
  const keyParts = parts.flatMap((part) => part.at('propertyNames'))
  const keys = build(
    [...keyParts, toPart({ type: 'string', ...(pattern !== undefined && { pattern }) })],
    context,
  )
  const most = Math.min(...readKeyword<number>(parts, 'maxProperties'), least + 5)
  const missing = {
    minKeys: Math.max(0, least - required.size),
    maxKeys: Math.max(0, most - required.size),
    noNullPrototype: true,
  }
  return fc
    .tuple(fc.dictionary(keys as fc.Arbitrary<string>, build(inner, context), missing), known)
    .map(([more, own]) => ({ ...more, ...own }))
}

/** The keywords that tell the type of a value that may have any. */
const tellingKeywords: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties'],
  array: ['items', 'prefixItems', 'minItems', 'contains'],
  number: ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'],
  string: ['pattern', 'format', 'minLength', 'maxLength'],
}

const kinds: Readonly<Record<string, (parts: Parts, context: Context) => fc.Arbitrary<unknown>>> = {
  string: (parts) => createString(parts.map(({ json }) => json)),
  integer: createInteger,
  number: createNumber,
  boolean: () => fc.boolean(),
  array: createArray,
  object: createObject,
  null: () => fc.constant(null),
}

const fits = (value: unknown, type: string): boolean => {
  if (type === 'integer') return typeof value === 'bigint' || Number.isInteger(value)
  if (type === 'number') return typeof value === 'bigint' || typeof value === 'number'
  if (type === 'null') return value === null
  return type === 'array' ? Array.isArray(value) : type === 'object' ? isObject(value) : typeof value === type
}

/** The types that all parts allow; undefined if none says. */
function readTypes(parts: Parts): string[] | undefined {
  const lists = readKeyword<string | string[]>(parts, 'type').map((types) => [types].flat())
  if (lists.length === 0) return undefined
  const allows = (list: readonly string[], type: string): boolean =>
    list.includes(type) || (type === 'integer' && list.includes('number'))
  return [...new Set(lists.flat())].filter((type) => lists.every((list) => allows(list, type)))
}

/** The values of enums and constants; undefined if there are none. */
function readValues(parts: Parts): unknown[] | undefined {
  const lists = [
    ...readKeyword<unknown[]>(parts, 'enum'),
    ...parts.flatMap(({ json }) => ('const' in json ? [[json['const']]] : [])),
  ].map((list) => new Map(list.map((value) => [stringifyExactJson(value), value])))
  const types = readTypes(parts)
  return (
    lists[0] &&
    [...lists[0]].flatMap(([text, value]) =>
      lists.every((list) => list.has(text)) && (types?.some((type) => fits(value, type)) ?? true)
        ? [value]
        : [],
    )
  )
}

/** What a branch says, with the value of the property that chooses it. */
function toBranch(part: SchemaPart, keyword: string, index: number): Parts {
  const { discriminator } = part.json as {
    discriminator?: { propertyName?: string; mapping?: Record<string, string> }
  }
  const { $ref } = Object((part.json[keyword] as unknown[])[index]) as { $ref?: string }
  const name = discriminator?.propertyName
  if (name === undefined || $ref === undefined) return part.at(keyword, index)
  const end = $ref.split('/').at(-1)
  const [mapped] =
    Object.entries(discriminator?.mapping ?? {}).find(([, target]) => target === $ref || target === end) ?? []
  return [
    ...part.at(keyword, index),
    toPart({ properties: { [name]: { const: mapped ?? end } }, required: [name] }),
  ]
}

function build(given: Parts, context: Context): fc.Arbitrary<unknown> {
  const parts = [...new Map(given.map((part) => [part.key, part])).values()]
  const keys = parts.map(({ key }) => key)
  // A value that requires one of its own kind has no end.
  if (--context.left.count < -1000 || context.stack.filter((key) => keys.includes(key)).length > 3)
    return failWithoutValue()
  for (const part of parts)
    for (const keyword of ['oneOf', 'anyOf']) {
      const branches = part.json[keyword]
      const choice = `${part.key} ${keyword}`
      if (!Array.isArray(branches) || context.chosen.has(choice)) continue
      const chosen = new Set([...context.chosen, choice])
      return any(
        branches.map(
          (_branch, index) => () =>
            build([...parts, ...toBranch(part, keyword, index)], { ...context, chosen }),
        ),
      )
    }
  const values = readValues(parts)
  if (values !== undefined) return values.length === 0 ? failWithoutValue() : fc.constantFrom(...values)
  const told = Object.keys(tellingKeywords).filter((type) =>
    tellingKeywords[type]?.some((keyword) => parts.some(({ json }) => keyword in json)),
  )
  const types = readTypes(parts) ?? told
  const { depth, stack } = context
  const inner = { ...context, depth: depth + 1, stack: [...stack, ...keys], chosen: new Set<string>() }
  if (types.length === 0 && readTypes(parts) === undefined)
    return fc.jsonValue({ maxDepth: 1 }).filter((value) => !Object.is(value, -0))
  return any(types.map((type) => () => kinds[type]?.(parts, inner) ?? failWithoutValue()))
}

/** Makes values of any of these kinds that have some. */
function any(makers: readonly (() => fc.Arbitrary<unknown>)[]): fc.Arbitrary<unknown> {
  const made = makers.flatMap((make) => {
    try {
      return [make()]
    } catch (error) {
      if (error instanceof NoValueError) return []
      throw error
    }
  })
  return made.length === 0 ? failWithoutValue() : fc.oneof({ withCrossShrink: true }, ...made)
}

export const fromParts = (parts: Parts, direction: Direction): fc.Arbitrary<unknown> =>
  build(parts, { direction, depth: 0, stack: [], chosen: new Set(), left: { count: maxSchemas } })

/**
 * Any value of a schema, in the direction of the schema: `contract.schemas` has those of responses, and
 * `schema.as('request')` is without what only the service makes. Integers that a number can't hold are bigints.
 *
 * @throws {OptionsError} if there is no such schema, or no value of it is found
 *
 * @example fc.assert(fc.property(arbitraryOf(contract.schemas.get('Room')), (room) => …))
 */
export function arbitraryOf<Value = AnyApi>(schema: Schema | undefined): fc.Arbitrary<Value> {
  if (schema === undefined)
    throw new OptionsError('is undefined: the description has no such schema', ['schema'])
  const isValid = (value: unknown): boolean => schema.check(value).length === 0
  const makers = [
    () => fromParts(schema.parts(), schema.direction),
    () => fc.nat().map((seed) => schema.example(seed)),
  ]
  for (const make of makers) {
    try {
      const made = make()
      if (isFruitful(made, isValid)) return made.filter(isValid) as fc.Arbitrary<Value>
    } catch (error) {
      if (!(error instanceof NoValueError)) throw error
    }
  }
  throw new OptionsError(`has no value that can be made: ${schema.pointer}`, ['schema'])
}
