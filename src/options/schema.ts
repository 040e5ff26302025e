import { isContainer, isObject } from './is-object.ts'
import type { Problem } from './problems.ts'

/** What a value must be like. */
export interface ValueSchema {
  /** The end of the sentence "it must be …". */
  expected: string
  /** Whether messages never show the value. */
  isSecret?: boolean | undefined
  /** The words of which the value must be one. */
  known?: readonly unknown[]
  /** Lists the problems of the properties or items of a value; undefined if the value itself is wrong. */
  find(value: unknown): Problem[] | undefined
}

/** Finds what is wrong with a value; the list is empty if it matches the schema. */
export const findProblems = (value: unknown, { expected, isSecret, known, find }: ValueSchema): Problem[] =>
  find(value) ?? [{ path: [], expected, isSecret, known, got: value }]

/** Values that fit a condition, whatever is in them; no message shows one that is secret. */
export const custom = (
  expected: string,
  fits: (value: unknown) => boolean,
  isSecret?: boolean,
): ValueSchema => ({
  expected,
  isSecret,
  find: (value) => (fits(value) ? [] : undefined),
})

export const string: ValueSchema = /* @__PURE__ */ custom('a string', (value) => typeof value === 'string')
export const boolean: ValueSchema = /* @__PURE__ */ custom('a boolean', (value) => typeof value === 'boolean')
/** Every value. */
export const anything: ValueSchema = /* @__PURE__ */ custom('', () => true)

/** Texts that match a pattern; no message shows one that is secret. */
export const text = (expected: string, pattern: RegExp, isSecret?: boolean): ValueSchema =>
  custom(expected, (value) => typeof value === 'string' && pattern.test(value), isSecret)

/** Finite numbers of a range, both ends included. */
export const number = (from: number, to: number): ValueSchema =>
  custom(
    `a number from ${from} to ${to}`,
    (value) => typeof value === 'number' && value >= from && value <= to,
  )

/** Integers of a range, both ends included; they may be bigints if the bounds are. */
export function integer(from: number | bigint, to: number | bigint): ValueSchema {
  // Comparing a number with a bigint is slow, and rounded bounds are the same for safe integers.
  const [low, high] = [Number(from), Number(to)]
  return custom(`an integer from ${from} to ${to}`, (value) =>
    typeof value === 'bigint'
      ? typeof from === 'bigint' && value >= from && value <= to
      : Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high,
  )
}

/**
 * Numbers without one or both bounds; integers among them may be bigints.
 *
 * @public for code that is generated from a changed openapi.yaml
 */
export const openRange = (
  expected: string,
  isWhole: boolean,
  from: number = -Infinity,
  to: number = Infinity,
): ValueSchema =>
  custom(expected, (value) => {
    const isRight =
      typeof value === 'bigint' || (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value))
    return isRight && (value as number) >= from && (value as number) <= to
  })

/** One of some scalars. */
export const oneOf = <const Values extends readonly unknown[]>(
  ...values: Values
): ValueSchema & { readonly known: Values } => ({
  ...custom(values.length > 2 ? `one of ${values.join(', ')}` : values.join(' or '), (value) =>
    values.includes(value),
  ),
  known: values,
})

/** What fits one of the schemas. */
export const anyOf = (...schemas: ValueSchema[]): ValueSchema => ({
  expected: schemas.map(({ expected }) => expected).join(' or '),
  find: (value) => schemas.map(({ find }) => find(value)).find((found) => found !== undefined),
})

/** Finds the problems of a property or an item of a whole. */
const findInner = (step: string | number, value: unknown, schema: ValueSchema): Problem[] =>
  findProblems(value, schema).map((problem) => ({ ...problem, path: [step, ...problem.path] }))

/**
 * Arrays with at least some items.
 *
 * @param start the index of the first item, if the array is a part of another one
 */
export function array(items: ValueSchema, from = 0, start = 0): ValueSchema {
  const expected = from === 0 ? 'an array' : `an array of ${from} or more items`
  return {
    expected,
    isSecret: items.isSecret,
    find(value) {
      if (!Array.isArray(value)) return undefined
      // "Got an array" would not say what is wrong.
      if (value.length < from) return [{ path: [], expected, isSecret: true, got: value }]
      return value.flatMap((item, index) => findInner(start + index, item, items))
    },
  }
}

/** Pairs of numbers, the smaller one first. */
export const range = ({ find }: ValueSchema): ValueSchema =>
  custom(
    'a range from a smaller to a larger one',
    (value) => Array.isArray(value) && value.length === 2 && value.every(find) && value[0] <= value[1],
  )

/**
 * Objects with some properties. A property that is undefined is missing.
 *
 * @param isOpen whether they may have other properties too
 */
export function object(
  properties: Readonly<Record<string, ValueSchema>>,
  required: readonly string[] = [],
  isOpen = false,
): ValueSchema {
  const known = Object.keys(properties)
  return {
    expected: 'an object',
    find(value) {
      if (!isObject(value)) return undefined
      const problems = known
        .filter((name) => value[name] !== undefined || required.includes(name))
        .flatMap((name) => findInner(name, value[name], properties[name] as ValueSchema))
      if (isOpen) return problems
      const unknown = Object.keys(value).filter((name) => !known.includes(name))
      return [...problems, ...unknown.map((name) => ({ path: [name], known }))]
    },
  }
}

/**
 * Objects whose properties can have any names, each with a schema of its own. A `Headers` or a map has no properties, and so
 * would always match.
 *
 * @param isFull whether an undefined property is wrong
 */
export const fields = (
  expected: string,
  isFull: boolean,
  toSchema: (name: string) => ValueSchema,
): ValueSchema => ({
  expected,
  find(value) {
    if (!isContainer(value) || Symbol.iterator in value) return undefined
    const names = Object.keys(value)
    const properties = Object.fromEntries(names.map((name) => [name, toSchema(name)]))
    return object(properties, isFull ? names : []).find(value)
  },
})
