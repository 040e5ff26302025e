export interface PactMatcher {
  /** The name of the matcher, such as `type` or `regex`, or of the generator, such as `Uuid`. */
  name: string
  isGenerator: boolean
  regex?: string
}

/** The names of matchers without a name, by a member that they have. */
const unnamed: Record<string, string> = {
  regex: 'regex',
  min: 'type',
  max: 'type',
  timestamp: 'timestamp',
  time: 'time',
  date: 'date',
}

function toMatcher(rule: unknown, isGenerator: boolean): PactMatcher[] {
  const members = Object(rule) as Record<string, unknown>
  const { match = unnamed[Object.keys(unnamed).find((member) => member in members) ?? ''], type } = members
  const { regex } = members
  const name = isGenerator ? type : match
  if (typeof name !== 'string') return []
  return [{ name, isGenerator, ...(typeof regex === 'string' && { regex }) }]
}

const toMatchers = (entry: unknown): PactMatcher[] => {
  const { matchers } = Object(entry) as { matchers?: unknown }
  return (Array.isArray(matchers) ? matchers : [entry]).flatMap((rule) => toMatcher(rule, false))
}

/** Returns the member of a body that a path such as `$.name` or `$.body['name']` leads to; `*` for all members, and `$` for the body. */
function readMember(path: string): string | undefined {
  if (path === '$') return path
  const [, dotted, quoted] = /^\$(?:\.(\w+|\*)|\[['"](\w+)['"]\])$/.exec(path) ?? []
  return dotted ?? quoted
}

/** The matchers and generators of a body, by its members. */
export type BodyMatchers = ReadonlyMap<string, readonly PactMatcher[]>

const ofBody = /^\$(?:\.body\b|\[['"]body['"]\])/

/** Reads the matchers and generators of a body: `$.body.name` in version 2, `body` and `$.name` in later ones. */
export function readBodyMatchers({
  matchingRules,
  generators,
}: {
  matchingRules?: unknown
  generators?: { body?: unknown }
}): BodyMatchers {
  const rules = Object(matchingRules) as Record<string, unknown>
  const all = [
    ...Object.entries(rules)
      .filter(([path]) => ofBody.test(path))
      .map(([path, rule]) => [path.replace(ofBody, '$'), toMatchers(rule)] as const),
    ...Object.entries(Object(rules['body'])).map(([path, rule]) => [path, toMatchers(rule)] as const),
    ...Object.entries(Object(generators?.body)).map(([path, rule]) => [path, toMatcher(rule, true)] as const),
  ]
  const found = new Map<string, PactMatcher[]>()
  for (const [path, matchers] of all) {
    const member = readMember(path)
    if (member !== undefined) found.set(member, [...(found.get(member) ?? []), ...matchers])
  }
  return found
}

/** Returns the matchers of a member; if it has none, those of all members or of the whole body. */
export const findMatchers = (matchers: BodyMatchers, member: string): readonly PactMatcher[] =>
  matchers.get(member) ?? matchers.get('*') ?? matchers.get('$') ?? []

const someText = 'e2490de5-5bd3-43d5-b7c4-526e33f71304'

/** For each matcher or generator, an example of the values that it accepts or makes. */
const samples: Record<string, unknown> = {
  boolean: true,
  integer: 1,
  number: 1,
  decimal: 1.5,
  real: 1.5,
  null: null,
  date: '2026-01-31',
  time: '10:00:00',
  timestamp: '2026-01-31T10:00:00',
  datetime: '2026-01-31T10:00:00',
  semver: '1.0.0',
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

/** Returns whether a pattern allows an integer. Pact's verifier searches for patterns in the digits of a number. */
function allowsInteger(regex: string, example: unknown): boolean {
  try {
    const pattern = new RegExp(regex)
    return ['0', '1', '-1', '42', '123456', '9007199254740993', String(example)].some((digits) =>
      pattern.test(digits),
    )
  } catch {
    return true
  }
}

/** Returns a value that a matcher or a generator allows and that is of another kind than the example, such as a decimal instead of an integer. */
export function findSample({ name, regex }: PactMatcher, example: unknown): { value: unknown } | undefined {
  const isNumber = typeof example === 'number' || typeof example === 'bigint'
  if (isNumber && name === 'regex')
    return regex === undefined || allowsInteger(regex, example) ? undefined : { value: someText }
  if (isNumber && ['integer', 'number', 'RandomInt'].includes(name)) return undefined
  if (!Object.hasOwn(samples, name)) return undefined
  const value = samples[name]
  return typeof value === 'string' && typeof example === 'string' ? undefined : { value }
}

/** Returns whether matchers require exactly the value of the example. */
export const isExact = (matchers: readonly PactMatcher[]): boolean =>
  matchers.every(({ name, isGenerator }) => isGenerator || name === 'equality')

/** Returns whether a matcher allows fractions although the example is an integer. */
export const isWide = ({ name }: PactMatcher, example: unknown): boolean =>
  (name === 'type' || name === 'number') && (typeof example === 'bigint' || Number.isInteger(example))
