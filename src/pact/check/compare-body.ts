import type { Schema, SchemaProblem } from '../../contract/contract.ts'
import { toPointer } from '../../contract/pointer.ts'
import { isContainer, isObject } from '../../options/is-object.ts'
import { describeProblem, describeValue, type Path } from '../../options/problems.ts'
import {
  accepts,
  findMatchers,
  isExact,
  type MatcherList,
  type MatchingRules,
} from '../file/matching-rules.ts'
import type { PactFinding } from './pact-finding.ts'

/** How the value of a place is known before the service responds. */
export type Known = { kind: 'sent'; value: unknown } | { kind: 'state' } | undefined

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

const someValues = [null, true, false, -1, 0, 1.5]
const someStrings = ['', 'x', 'Ä b/7']
const someTimes = ['2024-01-31T12:00:00Z', '2024-01-31T12:00:00.5+01:00']

/** Valid values of a schema that differ: its examples, those next to its limits, and some of each type. None if it allows every type. */
function listValues(schema: Schema): unknown[] {
  const { values, format, types } = schema.facts()
  if (values !== undefined) return [...values]
  if (types.length === 7) return []
  const ofFormat = format === 'date-time' ? someTimes : format === undefined ? someStrings : []
  const isPlain = isObject(schema.json) && !('pattern' in schema.json)
  const edges = schema.edges().inside.map(({ value }) => value)
  return [schema.example(1), schema.example(2), ...edges, ...someValues, ...(isPlain ? ofFormat : [])].filter(
    (value) => schema.check(value).length === 0,
  )
}

/** Compares what an interaction expects with the values that a service may send: whether it accepts none of them, or only some. */
export function compareValues(
  expected: unknown,
  list: MatcherList | undefined,
  values: readonly unknown[],
  problem?: SchemaProblem,
): 'accepts-none' | { rejected: unknown } | undefined {
  const rejected = values.filter((value) => accepts(list, expected, value) === false)
  const isExample = problem === undefined && accepts(list, expected, expected) !== false
  if (!isExample && rejected.length === values.length) return 'accepts-none'
  return rejected.length === 0 ? undefined : { rejected: rejected[0] }
}

/** Compares what an interaction expects in one place of a body with all that the description allows there. */
export function compareBody(
  expected: unknown,
  schema: Schema,
  context: BodyContext,
  path: Path = [],
): PactFinding[] {
  const where = toPointer(...path) || 'the body'
  const say = (kind: PactFinding['kind'], problem: string, rule?: string, pointer = schema.pointer) => [
    { kind, place: `/response/body${toPointer(...path)}`, problem, rule, pointer },
  ]
  const list = findMatchers(context.rules.body, path)
  const known = context.know(path)
  if (isContainer(expected)) {
    const { types } = schema.facts()
    if (!types.includes(Array.isArray(expected) ? 'array' : 'object'))
      return say('error', `${where} must be ${types.join(' or ')}, got ${describeValue(expected)}`, 'type')
    const isOpen = known === undefined && types.length < 7 && types.includes('null')
    const ofNull = isOpen ? say('note', `the pact rejects null, which ${where} may be`, 'type') : []
    return [
      ...ofNull,
      ...(compareBranches(expected, schema, context, path) ??
        (Array.isArray(expected)
          ? compareItems(expected, schema, context, path)
          : Object.entries(expected).flatMap(([name, value]) =>
              compareProperty(name, value, expected, schema, context, path),
            ))),
    ]
  }
  const [problem] = schema.check(expected)
  const values = listValues(schema)
  const compared = compareValues(expected, list, values, problem)
  if (compared === 'accepts-none') {
    const what = problem && describeProblem(problem)
    return say(
      'error',
      what
        ? `${where} ${what}`
        : `the pact rejects all that ${where} may be, such as ${describeValue(values[0])}`,
      problem?.keyword ?? 'type',
      problem?.pointer,
    )
  }
  if (known?.kind === 'sent')
    return accepts(list, expected, known.value) === false
      ? say(
          'error',
          `${where} must come back as it was sent: ${describeValue(known.value)}`,
          'sent-comes-back',
        )
      : []
  return known !== undefined || compared === undefined
    ? []
    : say('note', `the pact rejects ${describeValue(compared.rejected)}, which ${where} may be`)
}

/** Compares with the named branches of a schema: what fits one is right. Branches without a name aren't looked into. */
function compareBranches(
  expected: object,
  { json }: Schema,
  context: BodyContext,
  path: Path,
): PactFinding[] | undefined {
  const branches = isObject(json) ? [json['oneOf'], json['anyOf']].flat().filter(isObject) : []
  const others = branches.filter(({ type }) => type !== 'null')
  if (others.length === 0) return undefined
  const schemas = others.flatMap(
    ({ $ref }) => context.schemas.get(String($ref).split('/').at(-1) ?? '') ?? [],
  )
  if (schemas.length < others.length) return []
  const found = schemas.map((one) => compareBody(expected, one, context, path))
  return found.find((one) => one.every(({ kind }) => kind === 'note')) ?? found[0]
}

function compareItems(
  expected: readonly unknown[],
  schema: Schema,
  context: BodyContext,
  path: Path,
): PactFinding[] {
  const list = findMatchers(context.rules.body, path)
  if (list?.matchers.some(({ match }) => match === 'arrayContains')) return []
  const min = Math.max(0, ...(list?.matchers ?? []).map((one) => one.min ?? 0))
  const isOpen = isExact(list) || (min > 0 && schema.check([]).length === 0)
  const problem = `the consumer relies on ${isExact(list) ? 'exactly' : 'at least'} ${isExact(list) ? expected.length : min} items of ${toPointer(...path) || 'the body'}`
  const place = `/response/body${toPointer(...path)}`
  const note = { kind: 'note', place, problem, rule: 'minItems', pointer: schema.pointer } as const
  const inner = expected.flatMap((item, at) => {
    const own = schema.at(at)
    return own === undefined ? [] : compareBody(item, own, context, [...path, at])
  })
  return isOpen && context.know(path) === undefined ? [note, ...inner] : inner
}

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
    { kind, place: `/response/body${where}`, problem, rule, pointer: schema.pointer },
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
    const isFixed = context.isSuccess && isExact(findMatchers(context.rules.body, at))
    return say(isFixed ? 'error' : 'note', `${where} is not described`, 'properties')
  }
  if (inner.facts().isWriteOnly) return say('error', `only requests have ${where}`, 'writeOnly')
  const found = compareBody(value, inner, context, at)
  const isThere = required.includes(name) || (context.know(at) !== undefined && value !== null)
  return isThere || found.length > 0
    ? found
    : say('note', `the consumer relies on ${where}, which is optional`, 'required')
}
