import type { ExactInteger } from './exact-integer.ts'
import { isObject } from './is-object.ts'
import type { Problem, Validate } from './problems.ts'

/** What a value must be like. */
export interface Schema {
  /** The end of the sentence "it must be …". */
  expected: string
  /** Whether messages never show the value. */
  isSecret?: boolean | undefined
  /** Checks a value, but not its members or items. */
  fits(value: unknown): boolean
  /** Finds the problems of the members or items of a value that fits. */
  findInside?(value: object): Problem[]
}

const none: Problem[] = []

/** Finds what is wrong with a value; the list is empty if it matches the schema. */
export function findProblems(value: unknown, { expected, isSecret, fits, findInside }: Schema): Problem[] {
  if (!fits(value)) return [{ path: [], expected, isSecret }]
  return findInside?.(value as object) ?? none
}

/** Makes a validator of the values that match a schema. */
export function createValidate(schema: Schema): Validate {
  const validate: Validate = (value) => {
    validate.errors = findProblems(value, schema)
    return validate.errors.length === 0
  }
  return validate
}

/** Values of a type of JavaScript other than objects. */
const ofType = (type: string): Schema => ({
  expected: `a ${type}`,
  fits: (value) => typeof value === type,
})
export const string: Schema = /* @__PURE__ */ ofType('string')
export const boolean: Schema = /* @__PURE__ */ ofType('boolean')
/** Every value. */
export const anything: Schema = { expected: '', fits: () => true }

/** Texts that match a pattern; no message shows one that is secret. */
export const text = (expected: string, pattern: RegExp, isSecret?: boolean): Schema => ({
  expected,
  isSecret,
  fits: (value) => typeof value === 'string' && pattern.test(value),
})

/** Finite numbers of a range. */
export const number = (from: number, to: number): Schema => ({
  expected: `a number from ${from} to ${to}`,
  fits: (value) => typeof value === 'number' && value >= from && value <= to,
})

/** Integers of a range; they may be bigints if the bounds are. */
export function integer(from: ExactInteger, to: ExactInteger): Schema {
  // Comparing a number with a bigint is slow, and rounded bounds are the same for safe integers.
  const [low, high] = [Number(from), Number(to)]
  return {
    expected: `an integer from ${from} to ${to}`,
    fits: (value) =>
      typeof value === 'bigint'
        ? typeof from === 'bigint' && value >= from && value <= to
        : Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high,
  }
}

/** One of some scalars. */
export const oneOf = (...values: unknown[]): Schema => ({
  expected: values.length > 2 ? `one of ${values.join(', ')}` : values.join(' or '),
  fits: (value) => values.includes(value),
})

/** What fits one of the schemas. */
export const anyOf = (...schemas: Schema[]): Schema => {
  const find = (value: unknown) => schemas.find(({ fits }) => fits(value))
  return {
    expected: schemas.map(({ expected }) => expected).join(' or '),
    fits: (value) => find(value) !== undefined,
    findInside: (value) => find(value)?.findInside?.(value) ?? none,
  }
}

function findAt(step: string | number, value: unknown, schema: Schema): Problem[] {
  const found = findProblems(value, schema)
  return found.length === 0 ? none : found.map((problem) => ({ ...problem, path: [step, ...problem.path] }))
}

/** Arrays with at least some items. */
export const array = (items: Schema, from = 0): Schema => ({
  expected: from === 0 ? 'an array' : `an array of ${from} or more items`,
  isSecret: items.isSecret,
  fits: (value) => Array.isArray(value) && value.length >= from,
  findInside: (value) => (value as unknown[]).flatMap((item, index) => findAt(index, item, items)),
})

/** Pairs of numbers, the smaller one first. */
export const range = ({ fits }: Schema): Schema => ({
  expected: 'a range from a smaller to a larger one',
  fits: (value) => Array.isArray(value) && value.length === 2 && value.every(fits) && value[0] <= value[1],
})

/**
 * Objects with some members. A member that is undefined is missing.
 *
 * @param isOpen whether they may have other members too
 */
export function object(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
  isOpen = false,
): Schema {
  const known = Object.keys(properties)
  return {
    expected: 'an object',
    fits: isObject,
    findInside(value) {
      let problems = none
      for (const name of known) {
        const member = (value as Record<string, unknown>)[name]
        if (member === undefined && !required.includes(name)) continue
        const found = findAt(name, member, properties[name] ?? anything)
        if (found !== none) problems = problems.concat(found)
      }
      if (isOpen) return problems
      const unknown = Object.keys(value).filter((name) => !known.includes(name))
      return problems.concat(unknown.map((name) => ({ path: [name], known })))
    },
  }
}
