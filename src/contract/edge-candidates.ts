import { removeAt } from '../json/at-path.ts'
import { isObject } from '../options/is-object.ts'
import type { DescribedPart } from './contract.ts'
import { integerRanges } from './integer-ranges.ts'

/** A value that may be next to a limit, in one place. */
export interface EdgeCandidate {
  value: unknown
  keyword: string
  description: string
  /** Whether it is inside of the limit. */
  isInside: boolean
  /** The schema that has the keyword. */
  part: DescribedPart
}

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

/** The most values of an enum that are looked at. */
const maxValues = 20

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
export interface InnerValues {
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

/** Lists values next to the limit of a keyword, in the place of one that a schema has it for. */
export function listCandidates(
  part: DescribedPart,
  keyword: string,
  value: unknown,
  inner: InnerValues,
): EdgeCandidate[] {
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
    return names.map((name) => outside(removeAt(all, [name]), `without ${name}${why}`))
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
