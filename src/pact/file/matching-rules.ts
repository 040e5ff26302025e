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
  variants?: readonly { rules?: Record<string, unknown> }[]
}

/** The matchers of one place, of which all have to match, or one. */
export interface MatcherList {
  matchers: readonly Matcher[]
  isAny: boolean
}

/** Which part of a message has a matcher. */
type MessagePart = 'body' | 'header' | 'query' | 'path' | 'status'

/** A matcher list with the steps that lead to it; `*` is any step. */
interface Rule {
  steps: readonly string[]
  list: MatcherList
}

/** The matching rules of a request or a response. */
export type MatchingRules = Readonly<Record<MessagePart, readonly Rule[]>>

/** Splits a path such as `$.items[*].id` or `$['items'][0]`. */
const readSteps = (path: string): string[] =>
  [...path.replace(/^\$/, '').matchAll(/\['([^']*)'\]|\["([^"]*)"\]|\[([^\][]*)\]|([^.[\]]+)/g)].map(
    ([, single, double, index, name]) => single ?? double ?? index ?? name ?? '',
  )

const toList = (matchers: readonly Matcher[], isAny = false): MatcherList => ({ matchers, isAny })

/** The parts by the names that versions of the format and libraries call them. */
const partNames: Readonly<Record<string, MessagePart>> = {
  body: 'body',
  header: 'header',
  headers: 'header',
  query: 'query',
  path: 'path',
  status: 'status',
}

/** Reads the matching rules, or the generators, of a message: one map of paths in version 2, a map for each part since then. */
export function readRules(value: unknown): MatchingRules {
  const rules: Record<MessagePart, Rule[]> = { body: [], header: [], query: [], path: [], status: [] }
  const add = (name: string, steps: readonly string[], raw: unknown): void => {
    const part = Object.hasOwn(partNames, name) ? partNames[name] : undefined
    if (part === undefined || !isObject(raw)) return
    const matchers = Array.isArray(raw['matchers']) ? raw['matchers'].filter(isObject) : [raw]
    rules[part].push({ steps, list: toList(matchers, raw['combine'] === 'OR') })
  }
  for (const [key, own] of Object.entries(isObject(value) ? value : {})) {
    const [name = '', ...steps] = readSteps(key)
    if (key.startsWith('$')) add(name, steps, own)
    else if (
      !isObject(own) ||
      'matchers' in own ||
      [own['match'], own['type']].some((one) => typeof one === 'string')
    )
      add(key, [], own)
    else
      for (const [path, raw] of Object.entries(own))
        add(key, key === 'body' ? readSteps(path) : path === '' || path === '$' ? [] : [path], raw)
  }
  return rules
}

/** The matchers of a place that also apply to what is in it; those of its own items and properties, if it is directly in it. */
function cascade({ matchers }: MatcherList, isDirect: boolean): MatcherList | undefined {
  const each = matchers.find(({ match }) => match === 'eachValue')
  if (each !== undefined && isDirect)
    return toList(Array.isArray(each.rules) ? each.rules.filter(isObject) : [{ match: 'type' }])
  const isOfTypes = matchers.some(
    ({ match, min }) => match === 'type' || match === 'values' || (match === undefined && min !== undefined),
  )
  if (isOfTypes) return toList([{ match: 'type' }])
  return matchers.some(({ match }) => match === 'equality') ? toList([{ match: 'equality' }]) : undefined
}

/** Finds the matchers of a place: those of the most specific path that leads to it, or to what it is in. */
export function findMatchers(
  rules: readonly Rule[],
  path: Path,
  isCaseless = false,
): MatcherList | undefined {
  const fold = (text: string): string => (isCaseless ? text.toLowerCase() : text)
  const countStars = ({ steps }: Rule): number => steps.filter((step) => step === '*').length
  const found = rules
    .filter(
      ({ steps }) =>
        steps.length <= path.length &&
        steps.every((step, at) => step === '*' || fold(step) === fold(`${path[at]}`)),
    )
    .toSorted((one, other) => other.steps.length - one.steps.length || countStars(one) - countStars(other))
  for (const { steps, list } of found) {
    const own = steps.length === path.length ? list : cascade(list, steps.length === path.length - 1)
    if (own !== undefined) return own
  }
  return undefined
}

/** Writes a text with all digits alike. */
const toShape = (value: unknown): string => String(value).replaceAll(/\d/g, '9')

const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint'

const isInteger = (value: unknown): boolean => typeof value === 'bigint' || Number.isInteger(value)

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : isNumber(value) ? 'number' : typeof value

const isLike = (actual: unknown, example: unknown): boolean =>
  typeof actual === 'string' && toShape(actual) === toShape(example)

/** Says whether a value satisfies a matcher with an example, by the matcher's name; nobody but Pact's core knows the others. */
const tests: Readonly<
  Record<string, (actual: unknown, example: unknown, matcher: Matcher) => boolean | undefined>
> = {
  equality: isSame,
  regex: (actual, _example, { regex }) => createPattern(`^(?:${regex})$`)?.test(String(actual)),
  integer: isInteger,
  decimal: (actual) => isNumber(actual) && !isInteger(actual),
  number: isNumber,
  boolean: (actual) => typeof actual === 'boolean' || actual === 'true' || actual === 'false',
  null: (actual) => actual === null,
  include: (actual, _example, { value }) => String(actual).includes(String(value)),
  notEmpty: (actual) => actual !== '' && actual !== null && !(Array.isArray(actual) && actual.length === 0),
  date: isLike,
  time: isLike,
  timestamp: isLike,
  datetime: isLike,
  semver: (actual) => typeof actual === 'string' && /^\d+\.\d+\.\d+/.test(actual),
  type: (actual, example) => kindOf(example) === kindOf(actual),
}

/** Says whether nothing but the example is accepted. */
export const isExact = (list: MatcherList | undefined): boolean =>
  list?.matchers.every(({ match }) => match === 'equality') ?? true

/** Says whether the matchers of a place accept a value; undefined if only Pact's core knows. Without matchers, it is the example. */
export function accepts(
  list: MatcherList | undefined,
  example: unknown,
  actual: unknown,
): boolean | undefined {
  const { matchers, isAny } = list ?? { matchers: [{ match: 'equality' }], isAny: false }
  const results = matchers.map((one) => tests[one.match ?? 'type']?.(actual, example, one))
  if (results.includes(isAny)) return isAny
  return results.includes(undefined) ? undefined : !isAny
}
