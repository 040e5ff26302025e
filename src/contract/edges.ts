import { removeAt, setAt } from '../json/at-path.ts'
import { toCanonical } from '../json/canonical.ts'
import { isContainer, isObject } from '../options/is-object.ts'
import type { Path } from '../options/problems.ts'
import type { DescribedPart, Edge, Edges, Schema } from './contract.ts'
import { integerRanges } from './integer-ranges.ts'

/** A value that may be next to a limit, in one place. */
interface EdgeCandidate {
  value: unknown
  keyword: string
  description: string
  /** Whether it is inside of the limit. */
  isInside: boolean
  /** The schema that has the keyword. */
  part: DescribedPart
}

interface OpenValue {
  path: Path
  parts: readonly DescribedPart[]
  value: unknown
  /** The whole value that it is in. */
  whole: unknown
  branch?: Path
  /** How many branches it is in. */
  depth?: number
}

/** How many branches in branches are looked at. */
const maxBranches = 2

/** Strings that only look like those of a format. */
const impossible: Readonly<Record<string, readonly string[]>> = {
  date: ['2031-02-30', '2031-13-01'],
  'date-time': ['2031-02-30T12:00:00Z', '2031-02-03T25:00:00Z', '2031-02-03T12:00:00'],
  email: ['user@'],
  uuid: ['00000000-0000-4000-8000-00000000000g'],
  ipv4: ['256.0.0.1'],
}

/** A string of the same length and case, so that only a list of values tells it from another one. */
const toOther = (text: string): string => {
  const [last = ''] = [...text].slice(-1)
  const other = /[A-Z]/.test(last) ? 'X' : /\d/.test(last) ? '0' : 'x'
  return (
    text.slice(0, text.length - last.length) +
    (last === other ? (other === '0' ? '1' : other === 'X' ? 'Y' : 'y') : other)
  )
}

const toOtherCase = (text: string): string =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()

/** The smallest integer that a double can't hold. */
const notOfDouble = 2n ** 53n + 1n

const removed = Symbol('removed')

/** The most places of a schema, and values of an enum, that are looked at. */
const maxPlaces = 300
const maxValues = 20

const replaceOrRemove = (whole: unknown, path: Path, value: unknown): unknown =>
  value === removed ? removeAt(whole, path) : setAt(whole, path, value)

/** A value of each type, for schemas that don't allow the type. */
const others: Readonly<Record<string, unknown>> = {
  string: 'text',
  integer: 1,
  number: 1.5,
  boolean: true,
  object: {},
  array: [],
  null: null,
}

const add = (value: number | bigint, amount: number): number | bigint =>
  typeof value === 'bigint' || !Number.isSafeInteger(value) || !Number.isSafeInteger(value + amount)
    ? Number.isInteger(Number(value))
      ? toNumber(BigInt(value) + BigInt(amount))
      : Number(value) + amount
    : value + amount

const toNumber = (value: bigint): number | bigint =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value

const toLength = (text: string, length: number): string => {
  const letters = [...text]
  return letters.length >= length
    ? letters.slice(0, length).join('')
    : text + (letters.at(-1) ?? 'a').repeat(length - letters.length)
}

/** Says whether a part of an address is longer than DNS and mail servers take, although nothing in the schema says so. */
const isLabelTooLong = (text: string, { json }: DescribedPart): boolean =>
  json['format'] !== undefined && /[^.@/]{64}/.test(text)

/** Makes values for what is in a value. */
interface Inner {
  /** Different items of an array. */
  listItems(): unknown[]
  makeProperty(name: string): unknown
  /** The values of a property, if the schema lists them. */
  listValues(name: string): readonly unknown[]
}

const oddNames = ['', '~', 'A b', 'x'.repeat(300)]

/** Reads the values that properties must have so that a condition holds; undefined if it asks for anything else. */
function readCondition(condition: unknown): Record<string, unknown> | undefined {
  const { properties, required: _, ...others } = Object(condition) as Record<string, unknown>
  if (!isObject(properties) || Object.keys(others).some((name) => name !== 'type')) return undefined
  const values = Object.entries(properties).map(([name, json]) => {
    const { const: constant, enum: [first] = [constant] } = Object(json) as {
      const?: unknown
      enum?: unknown[]
    }
    return [name, first] as const
  })
  return values.every(([, one]) => one !== undefined) ? Object.fromEntries(values) : undefined
}

function listCandidates(part: DescribedPart, keyword: string, value: unknown, inner: Inner): EdgeCandidate[] {
  const limit = part.json[keyword]
  const create =
    (isInside: boolean) =>
    (one: unknown, description: string): EdgeCandidate => ({
      value: one,
      keyword,
      description,
      isInside,
      part,
    })
  const inside = create(true)
  const outside = create(false)
  const text = typeof value === 'string' ? value : 'text'
  const items = Array.isArray(value) ? value : []
  const object = isObject(value) ? value : {}
  /** An object with some properties, and without each of them. */
  const listWithout = (
    own: Record<string, unknown>,
    names: readonly string[],
    why: string,
  ): EdgeCandidate[] => {
    const added = names.filter((name) => own[name] === undefined)
    const all = { ...own, ...Object.fromEntries(added.map((name) => [name, inner.makeProperty(name)])) }
    return names.map((name) => outside(replaceOrRemove(all, [name], removed), `without ${name}${why}`))
  }
  /** The same for what is required under a condition. Other conditions may hold in a full object. */
  const listConditional = (
    condition: Record<string, unknown>,
    names: readonly string[],
    why: string,
  ): EdgeCandidate[] => {
    const required = (part.json['required'] ?? []) as string[]
    const least = Object.fromEntries(Object.entries(object).filter(([name]) => required.includes(name)))
    const others = Object.keys(least).flatMap((name) =>
      inner.listValues(name).map((one) => ({ ...least, [name]: one })),
    )
    return [object, least, ...others].flatMap((base) => listWithout({ ...base, ...condition }, names, why))
  }
  switch (keyword) {
    case 'type': {
      const types = [limit].flat() as string[]
      const wrong = Object.keys(others).filter(
        (type) => !types.includes(type) && !(type === 'integer' && types.includes('number')),
      )
      const isNull = types.includes('null') ? [inside(null, 'null')] : []
      return [
        ...isNull,
        ...wrong.map((type) => outside(others[type], `${type} instead of ${types.join(' or ')}`)),
      ]
    }
    case 'minimum':
    case 'maximum': {
      // What is no multiple would be rejected anyway.
      const multiple = Number(part.json['multipleOf'])
      const step = Number.isSafeInteger(multiple) && Number(limit) % multiple === 0 ? multiple : 1
      const much = step === 1 ? 'one' : step
      return [
        inside(limit, `the ${keyword}`),
        keyword === 'minimum'
          ? outside(add(limit as number, -step), `${much} less than the minimum`)
          : outside(add(limit as number, step), `${much} more than the maximum`),
      ]
    }
    case 'exclusiveMinimum':
      return [
        inside(add(limit as number, 1), 'one more than the exclusive minimum'),
        outside(limit, 'the exclusive minimum'),
      ]
    case 'exclusiveMaximum':
      return [
        inside(add(limit as number, -1), 'one less than the exclusive maximum'),
        outside(limit, 'the exclusive maximum'),
      ]
    case 'multipleOf':
      return [
        outside(
          Number(limit) > 1 ? add(typeof value === 'number' ? value : 0, 1) : Number(limit) / 2,
          `no multiple of ${limit}`,
        ),
      ]
    case 'format': {
      const range = integerRanges[String(limit)]
      if (range === undefined || typeof value === 'string')
        return [
          outside(`not a ${limit}`, `no ${limit}`),
          ...(impossible[String(limit)] ?? []).map((one) => outside(one, `no ${limit}, but like one`)),
        ]
      const [from, to] = range
      return [
        inside(toNumber(from), `the smallest ${limit}`),
        inside(toNumber(to), `the largest ${limit}`),
        ...(to > notOfDouble ? [inside(notOfDouble, 'an integer that a double rounds')] : []),
        outside(toNumber(from - 1n), `one less than the smallest ${limit}`),
        outside(toNumber(to + 1n), `one more than the largest ${limit}`),
      ]
    }
    case 'minLength':
      return [
        inside(toLength(text, Number(limit)), 'the shortest string'),
        outside(toLength(text, Number(limit) - 1), 'one character too short'),
      ]
    case 'maxLength':
      if (Number(limit) > 100_000) return []
      return [
        ...(isLabelTooLong(toLength(text, Number(limit)), part)
          ? []
          : [inside(toLength(text, Number(limit)), 'the longest string')]),
        outside(toLength(text, Number(limit) + 1), 'one character too long'),
      ]
    case 'pattern':
      return ['', ' ', '~', '0', 'a', text.toUpperCase(), `${text} `, `${text}\n`].map((one) =>
        outside(one, 'a string that the pattern rejects'),
      )
    case 'enum':
    case 'const': {
      const values = keyword === 'enum' ? (limit as unknown[]) : [limit]
      const [first] = values
      const wrong =
        typeof first === 'string'
          ? `not ${first}`
          : typeof first === 'number' || typeof first === 'bigint'
            ? add(Math.max(...values.map(Number)), 1)
            : undefined
      return [
        ...values.slice(0, maxValues).map((one) => inside(one, 'one of the values')),
        ...(wrong === undefined ? [] : [outside(wrong, 'none of the values')]),
        ...(typeof first === 'string' && first !== ''
          ? [
              outside(toOther(first), 'none of the values, but like one'),
              outside(toOtherCase(first), 'one of the values, in the other case'),
            ]
          : []),
      ]
    }
    case 'required':
      return listWithout(object, limit as string[], '')
    case 'dependentRequired':
      return Object.entries(limit as Record<string, string[]>).flatMap(([name, needed]) =>
        listConditional(
          { [name]: object[name] ?? inner.makeProperty(name) },
          needed,
          `, which ${name} needs`,
        ),
      )
    case 'then': {
      const condition = readCondition(part.json['if'])
      const { required } = Object(limit) as { required?: string[] }
      return condition === undefined || !Array.isArray(required)
        ? []
        : listConditional(condition, required, `, which ${Object.keys(condition).join(' and ')} needs`)
    }
    case 'propertyNames':
      return oddNames.map((name) =>
        outside({ ...object, [name]: inner.makeProperty(name) }, 'a name that is not allowed'),
      )
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return limit === false
        ? [
            outside({ ...object, unknownProperty: 1 }, 'a property that is not described'),
            ...Object.keys(object)
              .slice(0, 1)
              .map((name) =>
                outside({ ...object, [toOtherCase(name)]: object[name] }, 'a property in the other case'),
              ),
          ]
        : []
    case 'minItems':
      return [
        inside(items.slice(0, Number(limit)), 'the fewest items'),
        outside(items.slice(0, Math.max(0, Number(limit) - 1)), 'one item too few'),
      ]
    case 'maxItems': {
      if (Number(limit) > 1000 || items.length === 0) return []
      const isUnique = part.json['uniqueItems'] === true
      const own = isUnique ? inner.listItems() : items
      const fill = (count: number): unknown[] =>
        Array.from({ length: count }, (_item, index) => own[index % own.length])
      return [
        inside(fill(Number(limit)), 'the most items'),
        outside(fill(Number(limit) + 1), 'one item too many'),
      ]
    }
    case 'uniqueItems':
      return limit === true && items.length > 0 ? [outside([...items, items[0]], 'a repeated item')] : []
    case 'minProperties':
      return [
        outside(
          Object.fromEntries(Object.entries(object).slice(0, Math.max(0, Number(limit) - 1))),
          'one property too few',
        ),
      ]
    case 'maxProperties': {
      const names = Array.from({ length: Number(limit) + 1 - Object.keys(object).length }, (_name, index) => [
        `more${index}`,
        Object.values(object)[0] ?? 1,
      ])
      return Number(limit) > 1000 || names.length === 0
        ? []
        : [outside({ ...object, ...Object.fromEntries(names) }, 'one property too many')]
    }
    default:
      return []
  }
}

/** The schemas of a property or, with a number, of an item, in some schemas. */
function listInner(parts: readonly DescribedPart[], name: string | number): DescribedPart[] {
  const inner = parts.flatMap((part) => {
    if (typeof name === 'string') return part.at('properties', name)
    const item = part.at('prefixItems', name)
    return item.length > 0 ? item : part.at('items')
  })
  return [...new Map(inner.map((part) => [part.key, part])).values()]
}

const known = new WeakMap<Schema, Edges>()

/** Lists valid and invalid values next to the limits of each keyword of a schema; each has one cause, and is checked by the schema itself. */
export function listEdges(schema: Schema): Edges {
  const edges = known.get(schema) ?? findEdges(schema)
  known.set(schema, edges)
  return edges
}

function findEdges(schema: Schema): Edges {
  const whole = schema.example()
  const found: { inside: Edge[]; outside: Edge[] } = { inside: [], outside: [] }
  if (schema.check(whole).length > 0) return found
  const seen = new Set<string>()
  const isAbout = (path: Path, prefix: Path): boolean => prefix.every((name, index) => path[index] === name)

  const isAboutBranch = (keyword: string, path: Path, inner: Path): boolean =>
    (keyword === 'oneOf' || keyword === 'anyOf') && isAbout(inner, path)

  function offer(
    { path, whole: own, branch }: Pick<OpenValue, 'path' | 'whole' | 'branch'>,
    { value, keyword, description: text, isInside, part }: EdgeCandidate,
  ): void {
    const edge: Edge = {
      value: replaceOrRemove(own, path, value),
      path,
      keyword,
      pointer: `${part.pointer}/${keyword}`,
      description: text,
      ...(branch !== undefined && { branch }),
    }
    const key = `${isInside} ${toCanonical(edge.value)}`
    if (seen.has(key)) return
    const problems = schema.check(edge.value)
    // One cause each: another keyword would hide what is looked for.
    const isRight = isInside
      ? problems.length === 0
      : problems.length === 1 &&
        problems.every(
          (problem) => isAbout(problem.path, path) || isAboutBranch(problem.keyword, problem.path, path),
        )
    if (!isRight) return
    seen.add(key)
    found[isInside ? 'inside' : 'outside'].push(edge)
  }

  const open: OpenValue[] = [{ path: [], parts: schema.parts(), value: whole, whole }]
  for (const entry of open) {
    const { path, parts, value } = entry
    if (open.length > maxPlaces) break
    const others = parts.flatMap((part) => part.at('additionalProperties'))
    const inner: Inner = {
      listItems() {
        const own = listInner(parts, 0)[0]?.schema
        const all = own?.facts().values ?? Array.from({ length: 60 }, (_, seed) => own?.example(seed + 1))
        return [...new Map(all.map((one) => [toCanonical(one), one])).values()]
      },
      makeProperty(name) {
        const [own] = [...listInner(parts, name), ...others]
        return own === undefined ? 1 : own.schema.example()
      },
      listValues: (name) => listInner(parts, name)[0]?.schema.facts().values ?? [],
    }
    for (const part of parts) {
      for (const keyword of Object.keys(part.json))
        for (const candidate of listCandidates(part, keyword, value, inner)) offer(entry, candidate)
      for (const keyword of ['oneOf', 'anyOf'])
        for (const index of [part.json[keyword] ?? []].flat().keys()) {
          const branch = part.at(keyword, index)
          const inner = branch[0]?.schema.example()
          const chosen = {
            ...entry,
            value: inner,
            whole: replaceOrRemove(entry.whole, path, inner),
            branch: path,
          }
          offer(chosen, {
            value: inner,
            keyword,
            description: `branch ${index + 1}`,
            isInside: true,
            part,
          })
          const depth = (entry.depth ?? 0) + 1
          if (depth <= maxBranches && schema.check(chosen.whole).length === 0)
            open.push({ ...chosen, depth, parts: branch })
        }
    }
    if (!isContainer(value)) continue
    for (const name of Object.keys(value)) {
      const own = Array.isArray(value) ? Number(name) : name
      const named = listInner(parts, own)
      const places = named.length > 0 || typeof own === 'number' ? named : others
      if (places.length > 0 && (own === name || own === 0))
        open.push({ ...entry, path: [...path, own], parts: places, value: value[name] })
    }
  }
  return found
}
