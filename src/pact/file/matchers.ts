import type { MessageDocument } from './pact-document.ts'

/** A matcher or a generator as a pact has it, whatever the version of its format. */
export interface PactMatcher {
  /** The matcher's name, as `type` or `regex`; or the generator's, as `Uuid`. */
  name: string
  isGenerator: boolean
  regex?: string
}

const toMatcher = (rule: unknown, isGenerator: boolean): PactMatcher[] => {
  const { match, type, regex } = Object(rule) as Record<string, unknown>
  const name = isGenerator ? type : (match ?? (regex === undefined ? undefined : 'regex'))
  if (typeof name !== 'string') return []
  return [{ name, isGenerator, ...(typeof regex === 'string' && { regex }) }]
}

const toMatchers = (entry: unknown): PactMatcher[] => {
  const { matchers } = Object(entry) as { matchers?: unknown }
  return (Array.isArray(matchers) ? matchers : [entry]).flatMap((rule) => toMatcher(rule, false))
}

/** Gives the member of a body that a path is about, as `$.name` and `$.body['name']`; `*` for all of them. */
function readMember(path: string): string | undefined {
  const [, dotted, quoted] = /^\$(?:\.(\w+|\*)|\[['"](\w+)['"]\])$/.exec(path) ?? []
  return dotted ?? quoted
}

/** Reads the matchers and generators of the members of a body: `$.body.name` in version 2, `body` and `$.name` since. */
export function readBodyMatchers({
  matchingRules,
  generators,
}: MessageDocument): ReadonlyMap<string, PactMatcher[]> {
  const rules = Object(matchingRules) as Record<string, unknown>
  const old = Object.entries(rules).map(
    ([path, rule]) => [path.replace(/^\$\.body/, '$'), toMatchers(rule)] as const,
  )
  const body = Object.entries(Object(rules['body'])).map(([path, rule]) => [path, toMatchers(rule)] as const)
  const made = Object.entries(Object((Object(generators) as { body?: unknown }).body)).map(
    ([path, rule]) => [path, toMatcher(rule, true)] as const,
  )
  const found = new Map<string, PactMatcher[]>()
  for (const [path, matchers] of [...old, ...body, ...made]) {
    const member = readMember(path)
    if (member !== undefined) found.set(member, [...(found.get(member) ?? []), ...matchers])
  }
  return found
}

const someText = 'e2490de5-5bd3-43d5-b7c4-526e33f71304'

/** Values that only such a matcher accepts, or such a generator makes. */
const samples: Record<string, unknown> = {
  boolean: true,
  integer: 1,
  decimal: 1.5,
  null: null,
  date: '2026-01-31',
  time: '10:00:00',
  timestamp: '2026-01-31T10:00:00',
  datetime: '2026-01-31T10:00:00',
  semver: '1.0.0',
  include: someText,
  RandomInt: 1,
  RandomDecimal: 1.5,
  RandomBoolean: true,
  RandomHexadecimal: someText,
  RandomString: someText,
  Regex: someText,
  Uuid: someText,
  Date: '2026-01-31',
  Time: '10:00:00',
  DateTime: '2026-01-31T10:00:00',
  MockServerURL: 'http://127.0.0.1/',
}

const integers = ['0', '1', '-1', '42', '123456', '9007199254740993']

/** Says whether a pattern allows an integer; Pact's patterns match a part of a text unless they are anchored. */
function allowsInteger(regex: string): boolean {
  try {
    return integers.some((digits) => new RegExp(`^(?:${regex})$`).test(digits))
  } catch {
    return true
  }
}

/**
 * Gives a value that a matcher or a generator stands for, if the example isn't one: a decimal for an integer, a UUID for
 * a number. Undefined if the example is as good as any.
 */
export function findSample({ name, regex }: PactMatcher, example: unknown): { value: unknown } | undefined {
  const isNumber = typeof example === 'number' || typeof example === 'bigint'
  if (name === 'regex' && isNumber)
    return regex === undefined || allowsInteger(regex) || new RegExp(`^(?:${regex})$`).test(String(example))
      ? undefined
      : { value: someText }
  if (name === 'number') return isNumber ? undefined : { value: 1 }
  if (name === 'integer' || name === 'RandomInt') return isNumber ? undefined : { value: 1 }
  if (!Object.hasOwn(samples, name)) return undefined
  const value = samples[name]
  return typeof value === 'string' && typeof example === 'string' ? undefined : { value }
}

/** Says whether a matcher holds an answer to the very value of the example. */
export const isExact = (matchers: readonly PactMatcher[] | undefined): boolean =>
  matchers === undefined || matchers.every(({ name, isGenerator }) => isGenerator || name === 'equality')

/** Says whether a matcher allows fractions where the example is an integer. */
export const isWide = ({ name }: PactMatcher, example: unknown): boolean =>
  (name === 'type' || name === 'number') && (typeof example === 'bigint' || Number.isInteger(example))
