import type { List, Operation, Parameter } from '../../contract/contract.ts'
import { findParameter } from '../../contract/find-parameter.ts'
import { getAt, setAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import { toOrder } from '../../json/to-order.ts'
import type { Finding } from '../../judge/finding.ts'
import { describeValue } from '../../options/problems.ts'
import { type Draft, withParameter } from '../../probes/draft.ts'
import { toNeighbor } from '../../probes/property-order.ts'
import { toSentSchema } from '../judge-echo.ts'
import type { KnownRecord } from '../known-record.ts'
import { makePlain } from '../plain.ts'
import { findListed, type ListedRecords, listAll } from './list-all.ts'
import { listOthers, withBody } from './list-changes.ts'
import { createSome, pageSize } from './lists.ts'
import { type LawSubject, openScene } from './scene.ts'

export const withProperty =
  (subject: LawSubject, property: string, value: unknown) =>
  (draft: Draft): Draft | undefined => {
    const { create } = subject.operations
    if (create === undefined || create.effect.kind === 'none') return undefined
    return withBody(draft, setAt(draft.body?.value, [...create.effect.requestPath, property], value))
  }

/** Finds the parameter of a filter, and the plain request that creates what it filters; undefined if there is none. */
async function findFilter(
  { bench, resource, operations: { list, create } }: LawSubject,
  name: string,
): Promise<{ list: Operation; parameter: Parameter; plain: Draft } | undefined> {
  const parameter = findParameter(list, 'query', name)
  if (list === undefined || parameter === undefined || create?.effect.kind !== 'create') return undefined
  const plain = resource.key.property === '' ? undefined : await makePlain(bench, create)
  return typeof plain === 'object' ? { list, parameter, plain } : undefined
}

/** A filter keeps what matches, and nothing else. */
async function judgeFilter(
  subject: LawSubject,
  { parameter: name, property }: { parameter: string; property: string },
): Promise<Finding[]> {
  const { bench, resource } = subject
  const found = await findFilter(subject, name)
  if (found === undefined) return []
  const { list, parameter, plain } = found
  const own = toSentSchema(plain)?.at(property)
  const hasMany = own?.facts().types.includes('array') === true
  const schema = hasMany ? own?.at(0) : own
  const base = schema?.example()
  if (schema === undefined || base === undefined || typeof base === 'object') return []
  const toOwn = (value: unknown): unknown => (hasMany ? [value] : value)
  const isList = parameter.schema.facts().types.includes('array')
  const toGiven = (...given: unknown[]): unknown => (isList ? given : given[0])
  const unique = typeof base === 'string' ? `${bench.random.letters(8)}` : undefined
  const isFitting = (value: unknown): boolean =>
    parameter.schema.check(toGiven(value)).length === 0 &&
    withProperty(subject, property, toOwn(value))(plain) !== undefined
  const values = [
    ...(unique !== undefined ? [unique, unique.toLowerCase()].filter(isFitting).slice(0, 1) : []),
    base,
    ...listOthers(schema, base),
  ].filter(isFitting)
  // A filter looks for an item, not for a part of one.
  const longer = hasMany && typeof values[0] === 'string' ? `${values[0]}x` : undefined
  if (longer !== undefined && isFitting(longer)) values.splice(1, 0, longer)
  const [wanted, unwanted] = values
  if (wanted === undefined || unwanted === undefined || isSame(wanted, unwanted)) return []
  const scene = openScene(subject, `the filter ${name} with ${describeValue(wanted)}`)
  const parent = resource.parent && (await bench.records.create(resource.parent))
  if (typeof parent === 'string') return []
  const kept = await scene.create({ parent, change: withProperty(subject, property, toOwn(wanted)) })
  const other = await scene.create({ parent, change: withProperty(subject, property, toOwn(unwanted)) })
  if (kept === undefined || other === undefined) return []
  // The service may have set the value itself.
  const isSet = (record: KnownRecord, value: unknown): boolean =>
    record.shown === undefined || isSame(getAt(record.shown, [property]), toOwn(value))
  if (!isSet(kept, wanted) || !isSet(other, unwanted)) return []
  const listWith = (given: unknown): Promise<ListedRecords | undefined> =>
    listAll(scene, list, kept, (draft) => withParameter(draft, parameter, given))
  const listed = await listWith(toGiven(wanted))
  if (listed === undefined) return scene.findings
  scene.check('filter-filters', list, findListed(listed, other).length === 0, {
    place: parameter.pointer,
    message: `the list has a record whose /${property} is ${describeValue(unwanted)}`,
  })
  if (listed.isWhole)
    scene.check('filter-filters', list, findListed(listed, kept).length > 0, {
      place: `${parameter.pointer}/name`,
      message: `the list does not have the record whose /${property} is ${describeValue(wanted)}`,
    })
  // Of several items, a service may want one or all.
  const both = isList && !hasMany ? toGiven(wanted, unwanted) : undefined
  const all = both === undefined || parameter.schema.check(both).length > 0 ? undefined : await listWith(both)
  if (all?.isWhole)
    scene.check(
      'filter-filters',
      list,
      [kept, other].every((record) => findListed(all, record).length > 0),
      {
        place: `${parameter.pointer}/schema`,
        message: `with ${describeValue(wanted)} and ${describeValue(unwanted)}, the list does not have a record of each`,
      },
    )
  return scene.findings
}

const maxValues = 6

/** A filter whose values are listed keeps only records with its value, on each page. */
async function judgeValues(
  subject: LawSubject,
  { parameter: name, property }: { parameter: string; property: string },
): Promise<Finding[]> {
  const { list } = subject.operations
  const parameter = findParameter(list, 'query', name)
  const { types = [], values = types[0] === 'boolean' ? [true, false] : [] } = parameter?.schema.facts() ?? {}
  if (list?.effect.kind !== 'list' || parameter === undefined) return []
  const scene = openScene(subject, `the filter ${name} with each of its values`)
  const [first] = await createSome(subject, scene, pageSize + 1)
  if (first === undefined) return []
  const limit = findParameter(list, 'query', list.effect.list?.paging.limit)
  for (const value of values.slice(0, maxValues)) {
    const listed = await listAll(scene, list, first, (draft) =>
      withParameter(limit === undefined ? draft : withParameter(draft, limit, pageSize), parameter, value),
    )
    const others = (listed?.items ?? [])
      .map((item) => getAt(item, [property]))
      .filter((one) => one !== undefined && one !== null)
    const other = others.find((one) => !isSame(one, value))
    if (listed !== undefined)
      scene.check('filter-filters', list, other === undefined, {
        place: parameter.pointer,
        message: `with ${describeValue(value)}, the list has a record whose /${property} is ${describeValue(other)}`,
      })
  }
  return scene.findings
}

const powers = [1, 10, 100, 1000, 10_000, 100_000]

/** A parameter with the lowest or highest value of a property keeps what is on its side, and nothing else. */
async function judgeBound(
  subject: LawSubject,
  { parameter: name, property, by }: List['bounds'][number],
): Promise<Finding[]> {
  const { bench, resource } = subject
  const found = await findFilter(subject, name)
  if (found === undefined) return []
  const { list, parameter, plain } = found
  const schema = toSentSchema(plain)?.at(property)
  const base = schema?.example()
  const isFitting = (value: unknown): boolean =>
    toOrder(value) !== undefined &&
    parameter.schema.check(value).length === 0 &&
    withProperty(subject, property, value)(plain) !== undefined
  // As texts, 9 would be more than 10.
  const numbers = typeof base === 'number' ? powers.map((power) => [9 * power, 10 * power]) : []
  const values = schema === undefined ? [] : [base, ...listOthers(schema, base), toNeighbor(base, true)]
  const fitting = (numbers.find((pair) => pair.every(isFitting)) ?? values)
    .filter(isFitting)
    .sort((one, other) => (toOrder(one) ?? 0) - (toOrder(other) ?? 0))
  const [low, high] = [fitting[0], fitting.at(-1)]
  if (low === undefined || toOrder(low) === toOrder(high)) return []
  const scene = openScene(subject, `the bound ${name}`)
  const parent = resource.parent && (await bench.records.create(resource.parent))
  if (typeof parent === 'string') return []
  const isLowest = by === 'from' || by === 'above'
  const sides = isLowest ? { kept: high, left: low } : { kept: low, left: high }
  const kept = await scene.create({ parent, change: withProperty(subject, property, sides.kept) })
  const left = await scene.create({ parent, change: withProperty(subject, property, sides.left) })
  // The service may have set the value itself.
  const isSet = (record: KnownRecord | undefined, value: unknown): record is KnownRecord =>
    record !== undefined && toOrder(getAt(record.shown, [property])) === toOrder(value)
  if (!isSet(kept, sides.kept) || !isSet(left, sides.left)) return []
  const listWith = (value: unknown): Promise<ListedRecords | undefined> =>
    listAll(scene, list, kept, (draft) => withParameter(draft, parameter, value))
  const [narrow, wide] = [await listWith(sides.kept), await listWith(sides.left)]
  // Whether a bound belongs to what it bounds is often left open.
  const isInclusive =
    /\bor (?:after|before|earlier|later|less|more|newer|older)\b|\binclusive|\bat (?:least|most)\b|\bon or\b/i
  const isKept = narrow?.isWhole === true && isInclusive.test(parameter.description ?? '')
  const say = (value: unknown): string => `with ${describeValue(value)}, the list`
  if (narrow !== undefined)
    scene.check('filter-filters', list, findListed(narrow, left).length === 0, {
      place: parameter.pointer,
      message: `${say(sides.kept)} has a record whose /${property} is ${describeValue(sides.left)}`,
    })
  if (isKept)
    scene.check('filter-filters', list, findListed(narrow, kept).length > 0, {
      place: `${parameter.pointer}/description`,
      message: `${say(sides.kept)} does not have the record with just this value in /${property}`,
    })
  if (wide?.isWhole)
    scene.check('filter-filters', list, findListed(wide, kept).length > 0, {
      place: `${parameter.pointer}/name`,
      message: `${say(sides.left)} does not have the record whose /${property} is ${describeValue(sides.kept)}`,
    })
  return scene.findings
}

export const listFilterLaws = (subject: LawSubject): (() => Promise<Finding[]>)[] => {
  const { list } = subject.operations
  const { filters = [], bounds = [] } = (list?.effect.kind === 'list' && list.effect.list) || {}
  return [
    ...filters.flatMap((filter) => [() => judgeFilter(subject, filter), () => judgeValues(subject, filter)]),
    ...bounds.map((bound) => () => judgeBound(subject, bound)),
  ]
}
