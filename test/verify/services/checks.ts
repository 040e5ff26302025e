// How the services check what they get: a check says what is wrong with a value.
import { type Call, Rejection } from './serve.ts'

/** Says what a value has to be, if it isn't. */
export type Check = (value: unknown) => string | undefined

const check = (isRight: (value: unknown) => boolean, message: string): Check => {
  return (value) => (isRight(value) ? undefined : message)
}

/** Creates a function that gives the right check, or the check of the mistake that a service makes. */
export const createChoice = (wrong: (mistake: string) => boolean) => {
  return (right: Check, mistakes: Record<string, Check>): Check =>
    Object.entries(mistakes).find(([name]) => wrong(name))?.[1] ?? right
}

/** A string of so many characters, which matches the pattern. */
export const text = (minimum: number, maximum: number, pattern = /^/): Check =>
  check(
    (value) =>
      typeof value === 'string' &&
      [...value].length >= minimum &&
      [...value].length <= maximum &&
      pattern.test(value),
    `has to be a string of ${minimum} to ${maximum} characters`,
  )

/** An integer in a range; a bigint is one, too. */
export const integer = (minimum: number | bigint, maximum: number | bigint): Check =>
  check(
    (value) =>
      (typeof value === 'bigint' || Number.isInteger(value)) &&
      (value as number) >= minimum &&
      (value as number) <= maximum,
    `has to be an integer from ${minimum} to ${maximum}`,
  )

/** A number in a range. */
export const number = (minimum: number, maximum: number): Check =>
  check((value) => {
    const amount = typeof value === 'bigint' ? Number(value) : value
    return typeof amount === 'number' && amount >= minimum && amount <= maximum
  }, `has to be a number from ${minimum} to ${maximum}`)

/** One of these values. */
export const oneOf = (...values: unknown[]): Check =>
  check((value) => values.includes(value), `has to be one of ${values.join(', ')}`)

/** True or false. */
export const flag: Check = check((value) => typeof value === 'boolean', 'has to be true or false')

/** Any value. */
export const anything: Check = () => undefined

/** A day that the calendar has. */
export const day: Check = check(
  (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value),
  'has to be a date',
)

/** Null, or what the other check says. */
export const orNull = (other: Check): Check => {
  return (value) => (value === null ? undefined : other(value))
}

/** A list of at most so many items, none twice if it is `unique`. */
export const list = (item: Check, maximum = Number.POSITIVE_INFINITY, unique = false): Check => {
  return (value) => {
    if (!Array.isArray(value) || value.length > maximum) return `has to be a list of at most ${maximum}`
    if (unique && new Set(value).size < value.length) return 'has to be without repeats'
    return value.map(item).find((problem) => problem)
  }
}

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object with these properties; others are for `other` to check, and rejected without it. */
export const object = (properties: Record<string, Check>, required: string[] = [], other?: Check): Check => {
  return (value) => {
    if (!isObject(value)) return 'has to be an object'
    const missing = required.find((name) => !Object.hasOwn(value, name))
    if (missing) return `${missing} is missing`
    for (const [name, part] of Object.entries(value)) {
      const known = Object.hasOwn(properties, name) ? properties[name] : other
      const problem = known ? known(part) : 'is unknown'
      if (problem) return `${name} ${problem}`
    }
    return undefined
  }
}

/** The text of a body; throws a 400 if it isn't UTF-8. */
export function readText(call: Call): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(call.body)
  } catch {
    throw new Rejection(400, 'The body has to be UTF-8.')
  }
}

/** A JSON body; integers beyond 2^53 are bigints. Throws a 400 if it isn't JSON. */
export function readJson(call: Call, status = 400): unknown {
  try {
    return JSON.parse(readText(call), (_: string, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
        ? BigInt(/^-?\d+$/.test(context?.source ?? '') ? (context?.source ?? 0) : value)
        : value,
    )
  } catch {
    throw new Rejection(status, 'The body has to be JSON.')
  }
}

/** The media type of a body, without parameters. */
export const toMediaType = (call: Call): string =>
  (call.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/** An integer of the query, or its default; throws a 400 if it is out of range. */
export function readInteger(
  call: Call,
  name: string,
  [minimum, maximum, preset]: [number, number, number],
  coerced = false,
): number {
  const given = call.query.get(name)
  if (given === null) return preset
  const pattern = coerced ? /^\s*[+-]?\d+(\.0+)?\s*$/ : /^\d+$/
  const value = Number(given)
  if (pattern.test(given) && value >= minimum && value <= maximum) return value
  throw new Rejection(400, `${name} has to be an integer from ${minimum} to ${maximum}.`)
}
