import type { Schema } from '../../contract/contract.ts'
import { toPointer } from '../../contract/pointer.ts'
import { isSame } from '../../json/is-same.ts'
import { isObject } from '../../options/is-object.ts'
import { describeProblem, describeValue, type Path } from '../../options/problems.ts'
import {
  findMatchers,
  type Matcher,
  type MatcherList,
  type MatchingRules,
  testAll,
} from '../file/matching-rules.ts'

/** What an interaction says that the description contradicts (`error`), or leaves open (`note`). */
export interface PactFinding {
  kind: 'error' | 'note'
  /** The place in the interaction, such as `/response/body/name`. */
  place: string
  problem: string
  /** The keyword or rule, and its JSON pointer in the description. */
  rule?: string
  pointer?: string
}

/** How the value of a place is known before the service responds. */
type Known = { kind: 'sent'; value: unknown; isExact: boolean } | { kind: 'state' } | undefined

/** What a body is compared with. */
export interface BodyContext {
  rules: MatchingRules
  /** The named schemas of the description, for branches. */
  schemas: ReadonlyMap<string, Schema>
  /** Says how a value is known: it was sent, or the provider states have it. */
  know(path: Path): Known
  /** Whether the response is a success, which has no more than what is described. */
  isSuccess: boolean
}

/** Matchers that are about strings, and about numbers as strings. */
const textual = new Set(['regex', 'include', 'date', 'time', 'timestamp', 'datetime', 'semver'])

/** The types of JSON Schema that one matcher accepts; undefined for any. */
function acceptedTypes({ match, min }: Matcher, example: unknown): readonly string[] | undefined {
  if (match === 'integer') return ['integer']
  if (match === 'decimal') return ['fraction']
  if (match === 'number') return ['integer', 'fraction']
  if (match === 'boolean' || match === 'null') return [match]
  if (textual.has(match ?? '')) return ['string', 'integer', 'fraction', 'boolean']
  if (match !== 'type' && !(match === undefined && min !== undefined)) return undefined
  if (example === null) return ['null']
  if (Array.isArray(example)) return ['array']
  return typeof example === 'number' || typeof example === 'bigint'
    ? ['integer', 'fraction']
    : [typeof example]
}

/** The types of a schema, with `number` as both of its kinds. */
const typesOf = (schema: Schema): string[] => [
  ...new Set(schema.facts().types.flatMap((type) => (type === 'number' ? ['integer', 'fraction'] : [type]))),
]

/** The strings and numbers next to the limits of a schema, and its examples. */
function listValues(schema: Schema): unknown[] {
  const { values, format, types } = schema.facts()
  if (values !== undefined) return [...values]
  const isPlain =
    types.includes('string') && format === undefined && !(isObject(schema.json) && 'pattern' in schema.json)
  const texts = isPlain ? ['', 'x', 'Ä b/7'] : []
  const all = [
    schema.example(1),
    schema.example(2),
    ...schema.edges().inside.map(({ value }) => value),
    ...texts,
  ]
  return all.filter((value) => schema.check(value).length === 0)
}

/** Compares what an interaction expects in one place of a body with all that the description allows there. */
export function compareBody(
  expected: unknown,
  schema: Schema | undefined,
  context: BodyContext,
  path: Path = [],
): PactFinding[] {
  const place = `/response/body${toPointer(...path)}`
  const where = toPointer(...path) || 'the body'
  const list = findMatchers(context.rules.body, path)
  const relies = list === undefined || list.matchers.every(({ match }) => match === 'equality')
  const find = (kind: PactFinding['kind'], problem: string, more: object = {}): PactFinding[] => [
    { kind, place, problem, ...(schema && { pointer: schema.pointer }), ...more },
  ]
  if (schema === undefined) {
    const isExact = relies && context.isSuccess
    return find(isExact ? 'error' : 'note', `${where} is not described`, { rule: 'properties' })
  }
  const branches = isObject(schema.json)
    ? [schema.json['oneOf'], schema.json['anyOf']].flat().filter(isObject)
    : []
  if (branches.length > 0 && (isObject(expected) || Array.isArray(expected))) {
    const own = branches.flatMap(
      ({ $ref }) => context.schemas.get(String($ref).split('/').at(-1) ?? '') ?? [],
    )
    const found = own.map((one) => compareBody(expected, one, context, path))
    const errors = (one: PactFinding[]): number => one.filter(({ kind }) => kind === 'error').length
    return own.length < branches.filter((one) => '$ref' in one).length || found.length === 0
      ? []
      : (found.toSorted((one, other) => errors(one) - errors(other))[0] ?? [])
  }
  const types = typesOf(schema)
  const accepted = list && toAccepted(list, expected)
  if (accepted !== undefined) {
    const common = types.filter((type) => accepted.includes(type))
    if (common.length === 0)
      return find(
        'error',
        `the matcher accepts ${accepted.join(' or ')}, but ${where} is ${types.join(' or ')}`,
        { rule: 'type' },
      )
    const others = types.filter((type) => !accepted.includes(type))
    if (others.length > 0 && types.length < 7 && context.know(path) === undefined)
      return find(
        'note',
        `the consumer relies on ${accepted.join(' or ')}, but ${where} may be ${others.join(' or ')}`,
        { rule: 'type' },
      )
  }
  if (isObject(expected)) return compareObject(expected, schema, context, path, find)
  if (Array.isArray(expected)) return compareArray(expected, schema, context, path, find)
  return compareScalar(expected, schema, list, relies, context.know(path), where, find)
}

/** The types that all matchers of a place accept, or one of them. */
function toAccepted({ matchers, isAny }: MatcherList, expected: unknown): readonly string[] | undefined {
  const all = matchers.map((one) => acceptedTypes(one, expected))
  const known = all.filter((one) => one !== undefined)
  if (known.length === 0 || (isAny && known.length < all.length)) return undefined
  return isAny
    ? [...new Set(known.flat())]
    : known.reduce((one, other) => one.filter((type) => other.includes(type)))
}

type Find = (kind: PactFinding['kind'], problem: string, more?: object) => PactFinding[]

const wrongType = (find: Find, expected: unknown, schema: Schema, where: string): PactFinding[] =>
  find('error', `${where} must be ${typesOf(schema).join(' or ')}, got ${describeValue(expected)}`, {
    rule: 'type',
  })

function compareObject(
  expected: Record<string, unknown>,
  schema: Schema,
  context: BodyContext,
  path: Path,
  find: Find,
): PactFinding[] {
  const { types, properties, required } = schema.facts()
  if (!types.includes('object')) return wrongType(find, expected, schema, toPointer(...path) || 'the body')
  const kept = schema.project(expected) as Record<string, unknown>
  return Object.entries(expected).flatMap(([name, value]): PactFinding[] => {
    const at = [...path, name]
    const inner = schema.at(name)
    // A map, or an object that allows more.
    if (inner === undefined && (properties.length === 0 || Object.hasOwn(kept, name))) return []
    const found = compareBody(value, inner, context, at)
    const isKnown = context.know(at) !== undefined && value !== null
    if (inner === undefined || required.includes(name) || isKnown || found.length > 0) return found
    const place = `/response/body${toPointer(...at)}`
    const problem = `the consumer relies on ${toPointer(...at)}, which is optional`
    return [{ kind: 'note', place, problem, rule: 'required', pointer: schema.pointer }]
  })
}

function compareArray(
  expected: readonly unknown[],
  schema: Schema,
  context: BodyContext,
  path: Path,
  find: Find,
): PactFinding[] {
  const where = toPointer(...path) || 'the body'
  if (!schema.facts().types.includes('array')) return wrongType(find, expected, schema, where)
  const list = findMatchers(context.rules.body, path)
  const variants = list?.matchers.find(({ match }) => match === 'arrayContains')
  const min = Math.max(0, ...(list?.matchers ?? []).map((one) => one.min ?? 0))
  const isExact = list === undefined || list.matchers.every(({ match }) => match === 'equality')
  const isState = context.know(path) !== undefined
  const ofLength =
    isState || variants !== undefined || (!isExact && min === 0)
      ? []
      : find(
          'note',
          isExact
            ? `the consumer relies on exactly ${expected.length} items of ${where}`
            : `the consumer relies on at least ${min} items of ${where}`,
          { rule: 'minItems' },
        )
  if (variants !== undefined) return ofLength
  return [
    ...ofLength,
    ...expected.flatMap((item, at) => {
      const inner = schema.at(at)
      return inner === undefined ? [] : compareBody(item, inner, context, [...path, at])
    }),
  ]
}

function compareScalar(
  expected: unknown,
  schema: Schema,
  list: MatcherList | undefined,
  relies: boolean,
  known: Known,
  where: string,
  find: Find,
): PactFinding[] {
  const problems = schema.check(expected)
  const [problem] = problems
  // A matcher of types accepts what the service sends, whatever the example is.
  const isOfType =
    list !== undefined &&
    toAccepted(list, expected) !== undefined &&
    !list.matchers.some(({ match = '' }) => textual.has(match))
  if (problem !== undefined && !isOfType) {
    const text = `${where} ${describeProblem(problem) ?? 'has another value'}`
    return find('error', text, { rule: problem.keyword, pointer: problem.pointer })
  }
  if (known?.kind === 'sent') {
    const isKept = known.isExact
      ? relies
        ? isSame(expected, known.value)
        : testAll(list as MatcherList, expected, known.value)
      : !relies && undefined
    if (isKept === false)
      return find(
        'error',
        `${where} must come back as it was sent: ${known.isExact ? describeValue(known.value) : 'a generated value'}`,
        { rule: 'sent-comes-back' },
      )
    return []
  }
  if (known?.kind === 'state') return []
  if (relies) {
    if (schema.facts().values?.length === 1) return []
    return find(
      'note',
      `the consumer relies on ${describeValue(expected)}, but ${where} may be something else`,
    )
  }
  const others = listValues(schema).filter((value) => testAll(list as MatcherList, expected, value) === false)
  return others.length === 0
    ? []
    : find('note', `the matcher rejects ${describeValue(others[0])}, which ${where} may be`)
}
