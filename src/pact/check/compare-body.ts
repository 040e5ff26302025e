import type { Schema } from '../../contract/contract.ts'
import { toPointer } from '../../contract/pointer.ts'
import { isSame } from '../../json/is-same.ts'
import { isContainer, isObject } from '../../options/is-object.ts'
import { describeProblem, describeValue, type Path } from '../../options/problems.ts'
import {
  findMatchers,
  type Matcher,
  type MatcherList,
  type MatchingRules,
  testAll,
} from '../file/matching-rules.ts'
import { find, type PactFinding } from './pact-finding.ts'

/** How the value of a place is known before the service responds. */
export type Known = { kind: 'sent'; value: unknown; isExact: boolean } | { kind: 'state' } | undefined

/** What a body is compared with. */
interface BodyContext {
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

/** The types of JSON Schema that one matcher accepts; undefined for any. A number with a fraction is a `fraction`. */
function acceptedTypes({ match, min }: Matcher, example: unknown): readonly string[] | undefined {
  if (match === 'integer' || match === 'boolean' || match === 'null') return [match]
  if (match === 'decimal') return ['fraction']
  if (match === 'number') return ['integer', 'fraction']
  if (textual.has(match ?? '')) return ['string', 'integer', 'fraction', 'boolean']
  if (match !== 'type' && (match !== undefined || min === undefined)) return undefined
  if (typeof example === 'number' || typeof example === 'bigint') return ['integer', 'fraction']
  return [example === null ? 'null' : Array.isArray(example) ? 'array' : typeof example]
}

/** The types that all matchers of a place accept, or one of them. */
function toAccepted({ matchers, isAny }: MatcherList, expected: unknown): readonly string[] | undefined {
  const all = matchers.map((one) => acceptedTypes(one, expected))
  const known = all.filter((one) => one !== undefined)
  if (known.length === 0 || (isAny && known.length < all.length)) return undefined
  return isAny ? known.flat() : known.reduce((one, other) => one.filter((type) => other.includes(type)))
}

/** The types of a schema, with `number` as both of its kinds. */
const typesOf = (schema: Schema): string[] => [
  ...new Set(schema.facts().types.flatMap((type) => (type === 'number' ? ['integer', 'fraction'] : type))),
]

/** Valid values of a schema: its examples, those next to its limits, and strings that nothing forbids. */
function listValues(schema: Schema): unknown[] {
  const { values, format } = schema.facts()
  if (values !== undefined) return [...values]
  const isPlain = format === undefined && isObject(schema.json) && !('pattern' in schema.json)
  const edges = schema.edges().inside.map(({ value }) => value)
  const all = [schema.example(1), schema.example(2), ...edges, ...(isPlain ? ['', 'x', 'Ä b/7'] : [])]
  return all.filter((value) => schema.check(value).length === 0)
}

/** Compares what an interaction expects in one place of a body with all that the description allows there. */
export function compareBody(
  expected: unknown,
  schema: Schema,
  context: BodyContext,
  path: Path = [],
): PactFinding[] {
  const where = toPointer(...path) || 'the body'
  const say = (
    kind: PactFinding['kind'],
    problem: string,
    rule?: string,
    pointer = schema.pointer,
  ): PactFinding[] => [find(kind, `/response/body${toPointer(...path)}`, problem, rule, pointer)]
  const list = findMatchers(context.rules.body, path)
  const known = context.know(path)
  const branches = isObject(schema.json)
    ? [schema.json['oneOf'], schema.json['anyOf']]
        .flat()
        .filter(isObject)
        .filter(({ type }) => type !== 'null')
    : []
  if (branches.length > 0 && isContainer(expected)) {
    const own = branches.map(({ $ref }) => context.schemas.get(String($ref).split('/').at(-1) ?? ''))
    // What fits one branch is right; branches without a name aren't looked into.
    if (own.includes(undefined)) return []
    const found = own.map((one) => compareBody(expected, one as Schema, context, path))
    return found.find((one) => one.every(({ kind }) => kind === 'note')) ?? found[0] ?? []
  }
  const types = typesOf(schema)
  const accepted = list && toAccepted(list, expected)
  if (accepted !== undefined && !types.some((type) => accepted.includes(type)))
    return say(
      'error',
      `the matcher accepts ${accepted.join(' or ')}, but ${where} is ${types.join(' or ')}`,
      'type',
    )
  const others = types.filter((type) => accepted?.includes(type) === false)
  // A schema that allows all types says nothing about them.
  if (others.length > 0 && types.length < 7 && known === undefined)
    return say(
      'note',
      `the consumer relies on ${accepted?.join(' or ')}, but ${where} may be ${others.join(' or ')}`,
      'type',
    )
  if (isContainer(expected) && !types.includes(Array.isArray(expected) ? 'array' : 'object'))
    return say('error', `${where} must be ${types.join(' or ')}, got ${describeValue(expected)}`, 'type')
  if (Array.isArray(expected)) {
    const min = Math.max(0, ...(list?.matchers ?? []).map((one) => one.min ?? 0))
    const isExact = reliesOn(list)
    const isVariants = list?.matchers.some(({ match }) => match === 'arrayContains') === true
    const count = isExact ? `exactly ${expected.length}` : `at least ${min}`
    const isOpen = known === undefined && !isVariants && (isExact || min > 0)
    const ofLength = isOpen
      ? say('note', `the consumer relies on ${count} items of ${where}`, 'minItems')
      : []
    const inner = expected.flatMap((item, at) => {
      const own = schema.at(at)
      return own === undefined || isVariants ? [] : compareBody(item, own, context, [...path, at])
    })
    return [...ofLength, ...inner]
  }
  if (isObject(expected))
    return Object.entries(expected).flatMap(([name, one]) =>
      compareProperty(name, one, expected, schema, context, path),
    )
  const [problem] = schema.check(expected)
  // A matcher of types accepts what the service sends, whatever the example is.
  const isOfType = accepted !== undefined && !list?.matchers.some(({ match = '' }) => textual.has(match))
  if (problem !== undefined && !isOfType)
    return say(
      'error',
      `${where} ${describeProblem(problem) ?? 'has another value'}`,
      problem.keyword,
      problem.pointer,
    )
  if (known?.kind === 'sent') {
    const isKept = known.isExact
      ? list === undefined
        ? isSame(expected, known.value)
        : testAll(list, expected, known.value)
      : !reliesOn(list)
    const value = known.isExact ? describeValue(known.value) : 'a generated value'
    return isKept === false
      ? say('error', `${where} must come back as it was sent: ${value}`, 'sent-comes-back')
      : []
  }
  if (known !== undefined) return []
  if (list === undefined || reliesOn(list))
    return schema.facts().values?.length === 1
      ? []
      : say('note', `the consumer relies on ${describeValue(expected)}, but ${where} may be something else`)
  const rejected = listValues(schema).find((value) => testAll(list, expected, value) === false)
  return rejected === undefined
    ? []
    : say('note', `the matcher rejects ${describeValue(rejected)}, which ${where} may be`)
}

/** Says whether nothing but the example is accepted. */
const reliesOn = (list: MatcherList | undefined): boolean =>
  list?.matchers.every(({ match }) => match === 'equality') ?? true

function compareProperty(
  name: string,
  value: unknown,
  whole: object,
  schema: Schema,
  context: BodyContext,
  path: Path,
): PactFinding[] {
  const at = [...path, name]
  const where = toPointer(...at)
  const say = (kind: PactFinding['kind'], problem: string, rule: string): PactFinding[] => [
    find(kind, `/response/body${where}`, problem, rule, schema.pointer),
  ]
  const { properties, required } = schema.facts()
  const inner = schema.at(name)
  if (inner === undefined) {
    const wrong = schema
      .check(whole)
      .find(({ path: [step], got, known }) => step === name && (got ?? known) !== undefined)
    if (wrong !== undefined)
      return say('error', `${where} ${describeProblem(wrong) ?? 'is not allowed'}`, wrong.keyword)
    // In a map, or an object that allows more.
    if (properties.length === 0 || Object.hasOwn(schema.project(whole) as object, name)) return []
    const isExact = context.isSuccess && reliesOn(findMatchers(context.rules.body, at))
    return say(isExact ? 'error' : 'note', `${where} is not described`, 'properties')
  }
  const found = compareBody(value, inner, context, at)
  const isThere = required.includes(name) || (context.know(at) !== undefined && value !== null)
  return isThere || found.length > 0
    ? found
    : say('note', `the consumer relies on ${where}, which is optional`, 'required')
}
