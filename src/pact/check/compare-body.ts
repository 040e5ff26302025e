import type { Schema } from '../../contract/contract.ts'
import { toPointer } from '../../contract/pointer.ts'
import { isContainer, isObject } from '../../options/is-object.ts'
import { describeProblem, describeValue, type Path } from '../../options/problems.ts'
import { accepts, findMatchers, isExact, type MatchingRules } from '../file/matching-rules.ts'
import { type PactFinding, sayAt } from './pact-finding.ts'

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

/** A pact may ask for more items than fit into memory. */
const mostItems = 100

/** Valid values of a schema that differ: its examples, those next to its limits, and some of each type. None if it allows every type. */
function listValues(schema: Schema): unknown[] {
  const { values, format, types } = schema.facts()
  if (values !== undefined) return [...values]
  if (types.length === 7) return []
  const ofFormat = format === 'date-time' ? someTimes : format === undefined ? someStrings : []
  const hasPattern = isObject(schema.json) && 'pattern' in schema.json
  const edges = schema.edges().inside.map(({ value }) => value)
  const all = [schema.example(1), schema.example(2), ...edges, ...someValues, ...(hasPattern ? [] : ofFormat)]
  return all.filter((value) => schema.check(value).length === 0)
}

/** Lists the named branches of a schema; undefined if it has none, empty if some have no name. */
function listBranches({ json }: Schema, schemas: BodyContext['schemas']): Schema[] | undefined {
  const branches = isObject(json) ? [json['oneOf'], json['anyOf']].flat().filter(isObject) : []
  const others = branches.filter(({ type }) => type !== 'null')
  const named = others.flatMap(({ $ref }) => schemas.get(String($ref).split('/').at(-1) ?? '') ?? [])
  if (others.length === 0) return undefined
  return named.length < others.length ? [] : named
}

/** Compares what an interaction expects in a body with all that the description allows there. */
export function compareBody(expected: unknown, schema: Schema, context: BodyContext): PactFinding[] {
  const { rules, schemas, know } = context
  // A list may have thousands of items.
  const lists = new Map<string, unknown[]>()
  function valuesOf(own: Schema): unknown[] {
    const values = lists.get(own.pointer) ?? listValues(own)
    lists.set(own.pointer, values)
    return values
  }

  function compare(value: unknown, own: Schema, path: Path): PactFinding[] {
    if (!isContainer(value)) return compareScalar(value, own, path)
    const { types } = own.facts()
    const where = toPointer(...path) || 'the body'
    const say = sayAt(`/response/body${toPointer(...path)}`, own.pointer)
    if (!types.includes(Array.isArray(value) ? 'array' : 'object'))
      return say('error', `${where} must be ${types.join(' or ')}, got ${describeValue(value)}`, 'type')
    const isOpen = know(path) === undefined && types.length < 7 && types.includes('null')
    const ofNull = isOpen ? say('note', `the pact rejects null, which ${where} may be`, 'type') : []
    // What fits one branch is right; branches without a name aren't looked into.
    const branches = listBranches(own, schemas)?.map((one) => compare(value, one, path))
    if (branches !== undefined) {
      const fitting = branches.find((one) => one.every(({ kind }) => kind === 'note'))
      return [...ofNull, ...(fitting ?? branches[0] ?? [])]
    }
    const inner = Array.isArray(value)
      ? compareItems(value, own, path)
      : Object.entries(value).flatMap(([name, one]) => compareProperty(name, one, value, own, path))
    return [...ofNull, ...inner]
  }

  function compareScalar(value: unknown, own: Schema, path: Path): PactFinding[] {
    const where = toPointer(...path) || 'the body'
    const say = sayAt(`/response/body${toPointer(...path)}`, own.pointer)
    const list = findMatchers(rules.body, path)
    const [problem] = own.check(value)
    const values = valuesOf(own)
    const rejected = values.filter((one) => accepts(list, value, one) === false)
    const isExample = problem === undefined && accepts(list, value, value) !== false
    if (!isExample && rejected.length === values.length) {
      const all = `the pact rejects all that ${where} may be, such as ${describeValue(values[0])}`
      const what = problem && describeProblem(problem)
      return say('error', what ? `${where} ${what}` : all, problem?.keyword ?? 'type', problem?.pointer)
    }
    const known = know(path)
    if (known?.kind === 'sent')
      return accepts(list, value, known.value) === false
        ? say(
            'error',
            `${where} must come back as it was sent: ${describeValue(known.value)}`,
            'sent-comes-back',
          )
        : []
    return known !== undefined || rejected.length === 0
      ? []
      : say('note', `the pact rejects ${describeValue(rejected[0])}, which ${where} may be`)
  }

  function compareItems(items: readonly unknown[], own: Schema, path: Path): PactFinding[] {
    const list = findMatchers(rules.body, path)
    if (list?.matchers.some(({ match }) => match === 'arrayContains')) return []
    const least = (list?.matchers ?? []).map(({ min }) => (Number.isSafeInteger(min) ? Number(min) : 0))
    const min = Math.max(0, ...least)
    const count = isExact(list) ? `exactly ${items.length}` : `at least ${min}`
    const fewer = own.check(Array(Math.min(Math.max(0, min - 1), mostItems)).fill(items[0]))
    const isOpen = isExact(list) || (min > 0 && !fewer.some(({ keyword }) => keyword === 'minItems'))
    const say = sayAt(`/response/body${toPointer(...path)}`, own.pointer)
    const problem = `the consumer relies on ${count} items of ${toPointer(...path) || 'the body'}`
    const ofLength = isOpen && know(path) === undefined ? say('note', problem, 'minItems') : []
    const inner = items.flatMap((item, at) => {
      const schemaOfItem = own.at(at)
      return schemaOfItem === undefined ? [] : compare(item, schemaOfItem, [...path, at])
    })
    return [...ofLength, ...inner]
  }

  function compareProperty(
    name: string,
    value: unknown,
    whole: object,
    own: Schema,
    path: Path,
  ): PactFinding[] {
    const at = [...path, name]
    const where = toPointer(...at)
    const say = sayAt(`/response/body${where}`, own.pointer)
    const { properties, required } = own.facts()
    const inner = own.at(name)
    if (inner === undefined) {
      const wrong = own
        .check(whole)
        .find(({ path: [step], got, known }) => step === name && (got ?? known) !== undefined)
      if (wrong !== undefined)
        return say('error', `${where} ${describeProblem(wrong) ?? 'is not allowed'}`, wrong.keyword)
      // In a map, or an object that allows more.
      if (properties.length === 0 || Object.hasOwn(own.project(whole) as object, name)) return []
      const isFixed = context.isSuccess && isExact(findMatchers(rules.body, at))
      return say(isFixed ? 'error' : 'note', `${where} is not described`, 'properties')
    }
    if (inner.facts().isWriteOnly) return say('error', `only requests have ${where}`, 'writeOnly')
    const found = compare(value, inner, at)
    const isThere = required.includes(name) || (know(at) !== undefined && value !== null)
    return isThere || found.length > 0
      ? found
      : say('note', `the consumer relies on ${where}, which is optional`, 'required')
  }

  return compare(expected, schema, [])
}
