import { createPattern } from '../../contract/pattern.ts'
import { isSame } from '../../json/is-same.ts'
import { isObject } from '../../options/is-object.ts'
import type { Path } from '../../options/problems.ts'

/** A matcher of a pact, in any version of its format. */
export interface Matcher {
  match?: string
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
  [
    ...path
      .replace(/^\$/, '')
      .matchAll(/\[\s*'([^']*)'\s*\]|\[\s*"([^"]*)"\s*\]|\[\s*([^\]]*)\s*\]|\.?([^.[\]]+)/g),
  ].map(([, single, double, index, name]) => single ?? double ?? index ?? name ?? '')

function readList(value: unknown): MatcherList | undefined {
  if (!isObject(value)) return undefined
  const { matchers = [value], combine } = value
  return { matchers: (matchers as unknown[]).filter(isObject), isAny: combine === 'OR' }
}

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
  const add = (part: MessagePart, steps: readonly string[], raw: unknown): void => {
    const list = readList(raw)
    if (list !== undefined) rules[part].push({ steps, list })
  }
  for (const [key, own] of Object.entries(isObject(value) ? value : {})) {
    if (key.startsWith('$')) {
      const [name = '', ...steps] = readSteps(key)
      const part = partNames[name]
      if (part !== undefined) add(part, steps, own)
      continue
    }
    const part = partNames[key]
    if (part === undefined || !isObject(own)) continue
    const isPlain = 'matchers' in own || typeof own['match'] === 'string' || typeof own['type'] === 'string'
    if (isPlain) add(part, [], own)
    else
      for (const [path, raw] of Object.entries(own))
        add(part, part === 'body' ? readSteps(path) : [path].filter((one) => one !== '' && one !== '$'), raw)
  }
  return rules
}

/** Matchers that also apply to what is inside of their place. */
const cascading = (list: MatcherList): MatcherList => ({
  ...list,
  matchers: list.matchers.flatMap((one): Matcher[] =>
    one.match === 'equality' || one.match === 'type'
      ? [{ match: one.match }]
      : one.match === undefined && one.min !== undefined
        ? [{ match: 'type' }]
        : [],
  ),
})

/** Finds the matchers of a place: those of the most specific path that leads to it, or to what it is in. */
export function findMatchers(
  rules: readonly Rule[],
  path: Path,
  isCaseless = false,
): MatcherList | undefined {
  const same = (step: string, own: string): boolean =>
    step === '*' || step === own || (isCaseless && step.toLowerCase() === own.toLowerCase())
  const found = rules
    .filter(
      ({ steps }) => steps.length <= path.length && steps.every((step, at) => same(step, String(path[at]))),
    )
    .toSorted(
      (one, other) =>
        other.steps.length - one.steps.length ||
        one.steps.filter((step) => step === '*').length - other.steps.filter((step) => step === '*').length,
    )
  for (const { steps, list } of found) {
    const each = list.matchers.find(({ match }) => match === 'eachValue')
    if (steps.length === path.length) return list
    if (each !== undefined && steps.length === path.length - 1)
      return { matchers: each.rules ?? [{ match: 'type' }], isAny: false }
    const values = list.matchers.some(({ match }) => match === 'values')
    const inner = values ? { matchers: [{ match: 'type' }], isAny: false } : cascading(list)
    if (inner.matchers.length > 0) return inner
  }
  return undefined
}

/** Writes a text with all digits alike. */
const toShape = (value: unknown): string => String(value).replaceAll(/\d/g, '9')

const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint'

const isInteger = (value: unknown): boolean => typeof value === 'bigint' || Number.isInteger(value)

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : isNumber(value) ? 'number' : typeof value

/** Says whether a value satisfies a matcher with an example; undefined if nobody but Pact's core knows. */
function test(
  { match = 'type', regex, value }: Matcher,
  example: unknown,
  actual: unknown,
): boolean | undefined {
  switch (match) {
    case 'equality':
      return isSame(example, actual)
    case 'regex':
      return createPattern(`^(?:${regex})$`)?.test(String(actual))
    case 'integer':
      return isInteger(actual)
    case 'decimal':
      return isNumber(actual) && !isInteger(actual)
    case 'number':
      return isNumber(actual)
    case 'boolean':
      return typeof actual === 'boolean' || actual === 'true' || actual === 'false'
    case 'null':
      return actual === null
    case 'include':
      return String(actual).includes(String(value))
    case 'notEmpty':
      return actual !== '' && actual !== null && !(Array.isArray(actual) && actual.length === 0)
    case 'date':
    case 'time':
    case 'timestamp':
    case 'datetime':
      return typeof actual === 'string' && toShape(actual) === toShape(example)
    case 'semver':
      return typeof actual === 'string' && /^\d+\.\d+\.\d+/.test(actual)
    case 'type':
      return kindOf(example) === kindOf(actual)
    default:
      return undefined
  }
}

/** Says whether a value satisfies the matchers of a place. */
export function testAll(
  { matchers, isAny }: MatcherList,
  example: unknown,
  actual: unknown,
): boolean | undefined {
  const results = matchers.map((one) => test(one, example, actual))
  if (isAny) return results.includes(true) ? true : results.includes(undefined) ? undefined : false
  return results.includes(false) ? false : results.includes(undefined) ? undefined : true
}
