import type { Schema } from '../../contract/contract.ts'
import { listEdges } from '../../contract/edges.ts'
import { describePath, toPointer } from '../../contract/pointer.ts'
import { isContainer, isObject } from '../../options/is-object.ts'
import { describeProblem, describeValue, type Path } from '../../options/problems.ts'
import type { ShownFinding } from '../../reports/report.ts'
import {
  acceptsValue,
  findMatchers,
  isExact,
  type MatchingRules,
  type PlaceMatchers,
} from '../file/matching-rules.ts'
import { sayAt } from './say-at.ts'

/** How the value of a place is known before the service responds: it was sent, or the provider states have it. */
export type ValueSource = { kind: 'sent'; value: unknown } | { kind: 'state' } | undefined

interface BodyContext {
  rules: MatchingRules
  /** The named schemas of the description, for branches. */
  schemas: ReadonlyMap<string, Schema>
  findSource(path: Path): ValueSource
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
  const hasPattern = schema.parts().some(({ json }) => 'pattern' in json)
  const edges = listEdges(schema).inside.map(({ value }) => value)
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

export function compareBody(expected: unknown, schema: Schema, context: BodyContext): ShownFinding[] {
  const { rules, schemas, findSource } = context
  function compare(value: unknown, own: Schema, path: Path): ShownFinding[] {
    if (!isContainer(value))
      return compareWith(findMatchers(rules.body, path), listValues(own), value, own, path)
    // What is in it is compared by itself.
    const { types } = own.facts()
    const values =
      types.length === 7 ? [value] : types.includes('null') ? [own.example(), null] : [own.example()]
    const found = compareWith({ matchers: [{ match: 'type' }] }, values, value, own, path)
    if (found.some(({ kind }) => kind === 'error')) return found
    // What fits one branch is right; branches without a name aren't looked into.
    const branches = listBranches(own, schemas)?.map((one) => compare(value, one, path))
    const fitting = branches?.find((one) => one.every(({ kind }) => kind === 'note'))
    if (branches !== undefined) return [...found, ...(fitting ?? branches[0] ?? [])]
    const inner = Array.isArray(value)
      ? compareItems(value, own, path)
      : Object.entries(value).flatMap(([name, one]) => compareProperty(name, one, value, own, path))
    return [...found, ...inner]
  }

  function compareWith(
    list: PlaceMatchers | undefined,
    values: readonly unknown[],
    value: unknown,
    own: Schema,
    path: Path,
  ): ShownFinding[] {
    const where = describePath(path)
    const say = sayAt(`/response/body${toPointer(...path)}`, own.pointer)
    const source = findSource(path)
    const rejected = values.filter((one) => acceptsValue(list, value, one) === false)
    const problem = own.check(value).find((one) => one.path.length === 0)
    const isExample = problem === undefined && acceptsValue(list, value, value) !== false
    if (!isExample && rejected.length === values.length) {
      const all = `the pact rejects all that ${where} may be, such as ${describeValue(values[0])}`
      const what = problem && describeProblem(problem)
      return say('error', what ? `${where} ${what}` : all, problem?.keyword ?? 'type', problem?.pointer)
    }
    if (source?.kind === 'sent' && acceptsValue(list, value, source.value) === false) {
      const sent = describeValue(source.value)
      return say('error', `${where} must come back as it was sent: ${sent}`, 'sent-comes-back')
    }
    return source !== undefined || rejected.length === 0
      ? []
      : say('note', `the pact rejects ${describeValue(rejected[0])}, which ${where} may be`)
  }

  function compareItems(items: readonly unknown[], own: Schema, path: Path): ShownFinding[] {
    const list = findMatchers(rules.body, path)
    if (list?.matchers.some(({ match }) => match === 'arrayContains')) return []
    const min = Math.max(0, ...(list?.matchers ?? []).map((one) => Number(one.min ?? 0)))
    const minItems = Math.max(0, ...own.parts().map(({ json }) => Number(json['minItems'] ?? 0)))
    const count = isExact(list) ? `exactly ${items.length}` : `at least ${min}`
    const say = sayAt(`/response/body${toPointer(...path)}`, own.pointer)
    const problem = `the consumer relies on ${count} items of ${describePath(path)}`
    const isOpen = (isExact(list) || min > minItems) && findSource(path) === undefined
    const inner = items.flatMap((item, at) => {
      const schemaOfItem = own.at(at)
      return schemaOfItem === undefined ? [] : compare(item, schemaOfItem, [...path, at])
    })
    return [...(isOpen ? say('note', problem, 'minItems') : []), ...inner]
  }

  function compareProperty(
    name: string,
    value: unknown,
    whole: object,
    own: Schema,
    path: Path,
  ): ShownFinding[] {
    const at = [...path, name]
    const where = toPointer(...at)
    const say = sayAt(`/response/body${where}`, own.pointer)
    const inner = own.at(name)
    if (inner === undefined) {
      const wrong = own
        .check(whole)
        .find((one) => one.path[0] === name && (one.got ?? one.known) !== undefined)
      if (wrong !== undefined)
        return say('error', `${where} ${describeProblem(wrong) ?? 'is not allowed'}`, wrong.keyword)
      // In a map, or an object that allows more.
      if (own.facts().properties.length === 0 || Object.hasOwn(own.project(whole) as object, name)) return []
      const isFixed = context.isSuccess && isExact(findMatchers(rules.body, at))
      return say(isFixed ? 'error' : 'note', `${where} is not described`, 'properties')
    }
    if (inner.facts().isWriteOnly) return say('error', `only requests have ${where}`, 'writeOnly')
    const found = compare(value, inner, at)
    const isThere = own.facts().required.includes(name) || (findSource(at) !== undefined && value !== null)
    return isThere || found.length > 0
      ? found
      : say('note', `the consumer relies on ${where}, which is optional`, 'required')
  }

  return compare(expected, schema, [])
}
