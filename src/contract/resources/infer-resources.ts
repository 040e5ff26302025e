import type {
  ActionEffect,
  Effect,
  EffectKind,
  Operation,
  Resource,
  ResourceOption,
  ResourceOptions,
  Schema,
  ScopeParameter,
} from '../contract.ts'
import { addRules, isWrite } from './add-rules.ts'
import { checkResourceNames, checkResourceOptions } from './check-options.ts'
import { describeConflict, toSentences } from './describe-all.ts'
import { type Action, isAlive, listReadable, type ResourceCandidate, toCandidate } from './find-actions.ts'
import { findRejectedStates } from './find-rejected-states.ts'
import { findState } from './find-state.ts'
import { findTimes } from './find-times.ts'
import { findUnique, ignoresCase } from './find-unique.ts'
import { groupPaths, listParameterNames, type PathGroup, toPathShape } from './group-paths.ts'
import { inferKey } from './infer-key.ts'
import { findName, simplify, toNoun } from './names.ts'
import { findRecordSchema, getSuccessSchema } from './shapes.ts'
import { toEffect } from './to-effect.ts'

/** What a description has: resources, and what each operation does. */
export interface Inferred {
  resources: Resource[]
  effects: Map<Operation, Effect>
}

const verbs: Readonly<Record<EffectKind, string>> = {
  create: 'creates',
  list: 'lists',
  read: 'reads',
  replace: 'replaces',
  merge: 'changes',
  remove: 'removes',
}

/** Whether what is unique is so in upper and lower case, as an operation says. */
const saysAnyCase = (operation: Operation): boolean =>
  ignoresCase(toSentences(operation.description ?? '', describeConflict(operation)))

/** Says what the operations do, the first one of each kind. */
function describeActions(actions: readonly Action[]): string {
  const kinds = new Set(actions.map(({ kind }) => kind))
  const texts = [...kinds].map((kind) => {
    const first = actions.find((action) => action.kind === kind)?.operation
    return `${first?.method} ${first?.path} ${verbs[kind]}`
  })
  return `${texts.join(', ')}.`
}

const pathOf = ({ group }: ResourceCandidate): string =>
  [...group.collection.values()][0]?.path ?? group.itemPath ?? group.shape

/** Joins candidates that are the same resource: records of the same component, under the same name; parents come before children. */
function mergeCandidates(
  candidates: readonly ResourceCandidate[],
  forced: ReadonlyMap<string, string>,
): ResourceCandidate[][] {
  const merged = new Map<string, ResourceCandidate[]>()
  for (const candidate of candidates) {
    const { group, isSingle, record } = candidate
    const component = record.facts().name
    const key = isSingle || component === undefined ? group.shape : `${group.name} ${component}`
    const list = merged.get(key) ?? []
    list.push(candidate)
    merged.set(key, list)
  }
  const toLength = ([first]: readonly ResourceCandidate[]): number => first?.group.shape.length ?? 0
  return [...merged.values()]
    .map((list) => list.toSorted((one, other) => toLength([one]) - toLength([other])))
    .filter((list) => isAlive(list) || list.some(({ group }) => forced.has(group.shape)))
    .toSorted((one, other) => toLength(one) - toLength(other))
}

/**
 * Infers the resources of a description, and the effect of each operation.
 *
 * @throws {OptionsError} if an option is wrong
 */
export function inferResources(operations: readonly Operation[], options: ResourceOptions = {}): Inferred {
  checkResourceOptions(options)
  const effects = new Map<Operation, Effect>()
  const resources: Resource[] = []
  /** The resource of each item, by its path without the names of parameters. */
  const byItem = new Map<string, Resource>()
  /** How the parameters in the paths of a resource are called in storage. */
  const namesOf = new Map<Resource, Map<string, string>>()
  const taken = new Set<string>()
  const inferred = new Set<string>()
  const byName = new Map(
    operations.flatMap((one) => [
      [one.id, one],
      [`${one.method} ${one.path}`, one],
    ]),
  )
  const forced = new Map(
    Object.entries(options).flatMap(([name, option]) =>
      option !== false && option.path !== undefined ? [[toPathShape(option.path), name] as const] : [],
    ),
  )
  const groups = groupPaths(operations)
  const readable = listReadable(groups)
  const candidates = groups.flatMap((group) => toCandidate(group, readable) ?? [])

  function toName(group: PathGroup): string {
    const fixed = group.shape.split('/').filter((segment) => segment !== '' && segment !== '{}')
    const names = fixed.map((_segment, index) => fixed.slice(-index - 1).join('/'))
    return [forced.get(group.shape) ?? group.name, ...names].find((name) => !taken.has(name)) ?? group.shape
  }

  /** Says whose record one of a path is, by the first of its parameters. */
  function toScope(
    path: string,
    count: number,
    record: Schema,
    names: Map<string, string>,
  ): ScopeParameter[] {
    const shape = toPathShape(path)
    let from = 0
    return listParameterNames(path)
      .slice(0, count)
      .map((parameter) => {
        from = shape.indexOf('{}', from) + 2
        const resource = byItem.get(shape.slice(0, from))
        const key = resource?.name ?? simplify(parameter)
        const name = names.get(key) ?? parameter
        names.set(key, name)
        const own = resource && [`${toNoun(resource)}id`, `${toNoun(resource)}_${resource.key.property}`]
        const property = findName(record.facts().possible, [parameter, ...(own ?? [])])
        return { parameter, name, ...(resource && { resource }), ...(property !== undefined && { property }) }
      })
  }

  function toResource(
    list: readonly ResourceCandidate[],
    first: ResourceCandidate,
    name: string,
    option: ResourceOption,
    names: Map<string, string>,
  ): Resource {
    const { group, record } = list.find((candidate) => candidate.group.itemPath !== undefined) ?? first
    const actions = list.flatMap((candidate) => candidate.actions)
    const sent = list.map((candidate) => candidate.sent).find((schema) => schema !== undefined)
    const { itemPath } = group
    const parameter =
      itemPath === undefined ? undefined : listParameterNames(itemPath).at(group.parameters.length)
    const isPut = actions.some(({ kind }) => kind === 'replace')
    const inferred = first.isSingle
      ? {
          key: { property: '', from: 'server' as const, schema: record },
          reasons: ['It has one record, because its path ends without a parameter and has PUT or PATCH.'],
        }
      : inferKey({ name: first.group.name, parameter, record, sent, isPut })
    const reasons = [...(actions.length === 0 ? [] : [describeActions(actions)]), ...inferred.reasons]
    if (option.key !== undefined)
      reasons.push(`Its key is ${option.key}, because the option resources says so.`)
    const key = option.key ?? inferred.key.property
    const writers = actions.filter(({ kind }) => isWrite(kind))
    const said = option.conflicts === false ? [] : writers.map(({ operation }) => operation)
    const unique = findUnique(record, key, said)
    if (unique.length > 0)
      reasons.push(`Only one record has the same ${unique.join(', or ')}, because the description says so.`)
    const { shape } = first.group
    const parent =
      option.parent === undefined
        ? byItem.get(shape.slice(0, shape.lastIndexOf('{}') + 2))
        : resources.find((resource) => resource.name === option.parent)
    if (parent !== undefined)
      reasons.push(`It belongs to ${parent.name}, because its path begins with ${parent.itemPath}.`)
    return {
      name,
      isSingle: first.isSingle,
      key: {
        ...inferred.key,
        ...(option.key !== undefined && { property: option.key, schema: record.at(option.key) ?? record }),
        ...(option.keyFrom !== undefined && { from: option.keyFrom }),
      },
      schema: record,
      ...(parent !== undefined && { parent }),
      ...(itemPath !== undefined && { itemPath }),
      scope: toScope(pathOf(first), first.group.parameters.length, record, names).map((one) => one.name),
      unique,
      ...(said.some(saysAnyCase) && { ignoresCase: true }),
      ...findTimes(record, sent),
      reasons,
    }
  }

  /** Lists what operations do to a resource, as it is inferred, or as options say. */
  function listActions(
    list: readonly ResourceCandidate[],
    { operations: said = {} }: ResourceOption,
  ): (Action & { count: number; name: string })[] {
    const inferred = list.flatMap(({ actions, group }) =>
      actions.map((action) => ({ ...action, count: group.parameters.length, name: group.name })),
    )
    const told = new Map(Object.entries(said).flatMap(([name, kind]) => [[byName.get(name), kind] as const]))
    const others = [...told].flatMap(([operation, kind]) => {
      if (operation === undefined || kind === 'none') return []
      const shape = `${toPathShape(operation.path)}/`
      const { group } = list.find((one) => shape.startsWith(`${one.group.shape}/{}/`)) ?? {}
      const count = group?.parameters.length ?? listParameterNames(operation.path).length
      const name = list[0]?.group.name ?? ''
      return [{ operation, kind, reason: 'the option resources says so', count, name }]
    })
    return [...inferred.filter(({ operation }) => !told.has(operation)), ...others]
  }

  const found: {
    list: ResourceCandidate[]
    option: ResourceOption
    resource: Resource
    names: Map<string, string>
  }[] = []
  for (const list of mergeCandidates(candidates, forced)) {
    const [first] = list
    if (first === undefined) continue
    const name = toName(first.group)
    inferred.add(name)
    const option = options[name] ?? {}
    if (option === false) continue
    taken.add(name)
    const names = new Map<string, string>()
    const resource = toResource(list, first, name, option, names)
    resources.push(resource)
    namesOf.set(resource, names)
    for (const { group } of list) if (group.itemPath !== undefined) byItem.set(`${group.shape}/{}`, resource)
    found.push({ list, option, resource, names })
  }
  // A path may lead through the item of any resource.
  for (const { list, option, resource, names } of found) {
    const actions = listActions(list, option)
    const hasPost = actions.some(({ kind }) => kind === 'create')
    for (const { count, name: segment, ...action } of actions) {
      const scope = toScope(action.operation.path, count, resource.schema, names)
      effects.set(action.operation, toEffect(action, resource, scope, segment, hasPost))
    }
  }
  const hasConflicts = ({ name }: Resource): boolean => Object(options[name]).conflicts !== false
  addRules(effects, resources, hasConflicts)
  checkResourceNames(options, operations, [...inferred], resources)

  /** Finds what an operation on a path below an item does, if it responds with the record of that item. */
  function toAction(operation: Operation): ActionEffect | undefined {
    const [, item = '', verb = ''] = /^(.+\/\{\})\/([^/{}]+)$/.exec(toPathShape(operation.path)) ?? []
    const resource = byItem.get(item)
    if (resource === undefined || !/^(?:POST|PUT|PATCH)$/.test(operation.method)) return undefined
    const { name, schema } = resource
    const component = findRecordSchema(getSuccessSchema(operation), name)?.schema.facts().name
    const creates = operation.responses.success?.name === '201'
    if (creates || component === undefined || component !== schema.facts().name) return undefined
    const scope = toScope(operation.path, resource.scope.length, schema, namesOf.get(resource) ?? new Map())
    const reason = 'it responds with the record that its path leads through'
    const effect = toEffect({ operation, kind: 'merge', reason }, resource, scope, name, true)
    if (hasConflicts(resource)) effect.rejects = findRejectedStates(schema, operation)
    return { ...effect, kind: 'merge', sets: findState(schema, verb) }
  }

  const known = new Set(candidates.flatMap(({ actions }) => actions.map(({ operation }) => operation)))
  const grouped = new Set(
    groups.flatMap(({ collection, item }) => [...collection.values(), ...item.values()]),
  )
  for (const operation of operations) {
    const { method, path } = operation
    const reason = !grouped.has(operation)
      ? 'its path names no collection'
      : known.has(operation)
        ? 'no operation creates what it is about'
        : `${method} on ${path} is neither of a collection nor of its item`
    if (effects.has(operation)) continue
    const action = toAction(operation)
    effects.set(operation, { kind: 'none', reason: action?.reason ?? reason, ...(action && { action }) })
  }
  return { resources, effects }
}
