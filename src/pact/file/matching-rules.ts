import { createPattern } from '../../contract/pattern.ts'
import { isSame } from '../../json/is-same.ts'
import { isObject } from '../../options/is-object.ts'
import type { Path } from '../../options/problems.ts'

/** A matcher or generator of a pact, in any version of its format. */
interface Matcher {
  match?: string
  /** What a generator makes. */
  type?: string
  regex?: string
  value?: unknown
  status?: unknown
  min?: number
  rules?: readonly Matcher[]
}

/** The matchers of one place, of which all have to match, or one. */
export interface PlaceMatchers {
  matchers: readonly Matcher[]
  isAny?: boolean
}

/** The matchers of a place, with the steps that lead to it; `*` is any step. */
interface PlaceRule extends PlaceMatchers {
  steps: readonly string[]
}

/** The matching rules, or the generators, of a request or a response. */
export type MatchingRules = Readonly<
  Record<'body' | 'header' | 'query' | 'path' | 'status', readonly PlaceRule[]>
>

/** Splits a path such as `$.items[*].id` or `$['items'][0]`. */
const readSteps = (path: string): string[] =>
  [...path.replace(/^\$/, '').matchAll(/\['([^']*)'\]|\["([^"]*)"\]|\[([^\][]*)\]|([^.[\]]+)/g)].map(
    ([, single, double, index, name]) => single ?? double ?? index ?? name ?? '',
  )

/** Says whether a value is the rule of a place, not a map of such rules. */
const isRule = (value: unknown): boolean =>
  isObject(value) && ['matchers', 'match', 'type'].some((name) => name in value && !isObject(value[name]))

/** Reads the matching rules, or the generators, of a message: one map of paths in version 2, a map for each part since then. */
export function readRules(value: unknown): MatchingRules {
  const rules: Record<keyof MatchingRules, PlaceRule[]> = {
    body: [],
    header: [],
    query: [],
    path: [],
    status: [],
  }
  const add = (name: string, path: readonly string[], rule: unknown): void => {
    if (!isObject(rule)) return
    const part = name.replace(/^headers$/, 'header')
    const steps = part === 'header' ? path.map((step) => step.toLowerCase()) : path
    const matchers = Array.isArray(rule['matchers']) ? rule['matchers'].filter(isObject) : [rule]
    if (Object.hasOwn(rules, part))
      rules[part as keyof MatchingRules].push({ steps, matchers, isAny: rule['combine'] === 'OR' })
  }
  for (const [key, own] of Object.entries(isObject(value) ? value : {})) {
    const [part = '', ...steps] = readSteps(key)
    if (key.startsWith('$') || isRule(own)) add(part, steps, own)
    else
      for (const [path, rule] of Object.entries(isObject(own) ? own : {}))
        add(part, part === 'body' || path === '$' ? readSteps(path) : [path], rule)
  }
  return rules
}

/** The matchers of a place that also apply to what is in it; those of its own items and properties, if it is directly in it. */
function cascade({ matchers }: PlaceMatchers, isDirect: boolean): PlaceMatchers | undefined {
  const each = matchers.find(({ match }) => match === 'eachValue')
  if (each !== undefined && isDirect) return { matchers: each.rules ?? [{ match: 'type' }] }
  const isOfTypes = ({ match, min }: Matcher): boolean =>
    match === 'type' || match === 'values' || (match === undefined && min !== undefined)
  if (matchers.some(isOfTypes)) return { matchers: [{ match: 'type' }] }
  return matchers.some(({ match }) => match === 'equality')
    ? { matchers: [{ match: 'equality' }] }
    : undefined
}

/** Finds the matchers of a place: those of the most specific path that leads to it, or to what it is in. */
export function findMatchers(rules: readonly PlaceRule[], path: Path): PlaceMatchers | undefined {
  const countNames = ({ steps }: PlaceRule): number => steps.filter((step) => step !== '*').length
  const found = rules
    .filter(({ steps }) => steps.length <= path.length)
    .filter(({ steps }) => steps.every((step, at) => step === '*' || step === `${path[at]}`))
    .toSorted((one, other) => other.steps.length - one.steps.length || countNames(other) - countNames(one))
  for (const rule of found) {
    const above = path.length - rule.steps.length
    const own = above === 0 ? rule : cascade(rule, above === 1)
    if (own !== undefined) return own
  }
  return undefined
}

const isInteger = (value: unknown): boolean => typeof value === 'bigint' || Number.isInteger(value)

const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint'

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : isNumber(value) ? 'number' : typeof value

/** Says whether two texts differ only in their digits. */
const isLike = (actual: unknown, example: unknown): boolean =>
  typeof actual === 'string' && actual.replaceAll(/\d/g, '9') === String(example).replaceAll(/\d/g, '9')

/** Says whether a value satisfies a matcher with an example, by the matcher's name; only Pact's core knows the others. */
const tests: Readonly<
  Record<string, (actual: unknown, example: unknown, matcher: Matcher) => boolean | undefined>
> = {
  equality: isSame,
  regex: (actual, _example, { regex }) => createPattern(`^(?:${regex})$`)?.test(String(actual)),
  integer: isInteger,
  decimal: (actual) => isNumber(actual) && !isInteger(actual),
  number: isNumber,
  boolean: (actual) => typeof actual === 'boolean',
  null: (actual) => actual === null,
  include: (actual, _example, { value }) => String(actual).includes(String(value)),
  notEmpty: (actual) => actual !== '' && actual !== null && !(Array.isArray(actual) && actual.length === 0),
  date: isLike,
  time: isLike,
  timestamp: isLike,
  datetime: isLike,
  semver: (actual) => /^\d+\.\d+\.\d+/.test(String(actual)),
  type: (actual, example) => kindOf(example) === kindOf(actual),
}

const exact: PlaceMatchers = { matchers: [{ match: 'equality' }] }

/** Says whether nothing but the example is accepted. */
export const isExact = ({ matchers }: PlaceMatchers = exact): boolean =>
  matchers.every(({ match }) => match === 'equality')

/** Says whether the matchers of a place accept a value; undefined if only Pact's core knows. Without matchers, it is the example. */
export function acceptsValue(
  list: PlaceMatchers | undefined,
  example: unknown,
  actual: unknown,
): boolean | undefined {
  const { matchers, isAny = false } = list ?? exact
  const results = matchers.map((one) => tests[one.match ?? 'type']?.(actual, example, one))
  if (results.includes(isAny)) return isAny
  return results.includes(undefined) ? undefined : !isAny
}
