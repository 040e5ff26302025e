import type { MessageDocument } from './pact-document.ts'

/** A matcher or a generator of a pact, in any version of the format. */
export interface PactMatcher {
  /** The name of the matcher, such as `type` or `regex`, or of the generator, such as `Uuid`. */
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

/** Returns the member of a body that a path such as `$.name` or `$.body['name']` leads to; `*` for all members. */
function readMember(path: string): string | undefined {
  const [, dotted, quoted] = /^\$(?:\.(\w+|\*)|\[['"](\w+)['"]\])$/.exec(path) ?? []
  return dotted ?? quoted
}

/** Reads the matchers and generators of the members of a body: `$.body.name` in version 2, `body` and `$.name` in later ones. */
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

/** For each matcher or generator, a value that only it accepts or makes. */
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

/** Returns whether a pattern allows an integer; Pact's patterns match a part of a text unless they are anchored. */
function allowsInteger(regex: string): boolean {
  try {
    return integers.some((digits) => new RegExp(`^(?:${regex})$`).test(digits))
  } catch {
    return true
  }
}

/**
 * Returns a value that a matcher or a generator allows and that is of another kind than the example: a decimal instead of
 * an integer, a UUID instead of a number. Undefined if the example covers all values.
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

/** Returns whether a matcher requires exactly the value of the example. */
export const isExact = (matchers: readonly PactMatcher[] | undefined): boolean =>
  matchers === undefined || matchers.every(({ name, isGenerator }) => isGenerator || name === 'equality')

/** Returns whether a matcher allows fractions although the example is an integer. */
export const isWide = ({ name }: PactMatcher, example: unknown): boolean =>
  (name === 'type' || name === 'number') && (typeof example === 'bigint' || Number.isInteger(example))
