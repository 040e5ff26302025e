import type {
  Effect,
  EffectKind,
  Operation,
  Resource,
  ResourceEffect,
  ResourceOption,
  ResourceOptions,
  Schema,
  ScopeParameter,
} from '../contract.ts'
import { groupPaths, listNames, type PathGroup, toShape } from './group-paths.ts'
import { inferKey } from './infer-key.ts'
import { findName, simplify, toSingular } from './names.ts'
import { readList } from './read-list.ts'
import { type Found, findList, findRecord, isJson, keyNames, readRequest, readSuccess } from './shapes.ts'

/** What an operation does, before its resource is known. */
interface Action {
  operation: Operation
  kind: EffectKind
  reason: string
}

/** A group of paths that is a resource, or a part of one. */
interface Candidate {
  group: PathGroup
  isSingle: boolean
  actions: Action[]
  /** The schema of a record, and of what creates one. */
  record: Schema
  sent: Schema | undefined
}

/** Names of single records that have no PUT or PATCH on a path of their own kind. */
const selves = /^(?:me|self|current|myself)$/i

const hasBody = (operation: Operation): boolean =>
  operation.body?.media.some(isJson) === true ||
  operation.body?.media.some(({ kind }) => kind === 'form' || kind === 'multipart') === true

/** Says whether a POST on a collection creates a record. */
function isCreation(post: Operation, group: PathGroup, listed: Found | undefined): boolean {
  if (!hasBody(post)) return false
  const sent = findRecord(readRequest(post), group.name)
  if (sent === undefined) return false
  if (
    group.item.has('GET') ||
    group.item.has('PUT') ||
    group.item.has('PATCH') ||
    group.item.has('DELETE') ||
    listed !== undefined
  )
    return true
  // Without an item, only an id says that something is stored.
  return (
    findName(sent.schema.facts().properties, ['id', 'uuid', '_id']) !== undefined &&
    toSingular(group.name) !== group.name
  )
}

function findActions(group: PathGroup): { actions: Action[]; isSingle: boolean } {
  const { collection, item, name } = group
  const actions: Action[] = []
  const add = (operation: Operation | undefined, kind: EffectKind, reason: string): void => {
    if (operation !== undefined) actions.push({ operation, kind, reason })
  }
  const get = collection.get('GET')
  const listed = get && findList(readSuccess(get), name)
  const update = collection.get('PUT') ?? collection.get('PATCH')
  const isSelf = selves.test(name)
  if (
    item.size === 0 &&
    get !== undefined &&
    listed === undefined &&
    findRecord(readSuccess(get), name) !== undefined &&
    (update !== undefined || isSelf)
  ) {
    const reason = 'it has one record at a path of its own'
    add(get, 'read', reason)
    add(collection.get('PUT'), 'replace', reason)
    add(collection.get('PATCH'), 'merge', reason)
    add(update === undefined ? undefined : collection.get('DELETE'), 'remove', reason)
    return { actions: update === undefined ? [] : actions, isSingle: true }
  }
  const post = collection.get('POST')
  const creates = post !== undefined && isCreation(post, group, listed)
  if (creates) add(post, 'create', 'POST on the collection creates a record')
  if (listed !== undefined) add(get, 'list', 'GET on the collection lists the records')
  const put = collection.get('PUT')
  const updated = put && findRecord(readRequest(put), name)
  const hasKey =
    updated !== undefined && findName(updated.schema.facts().properties, keyNames.slice(0, 4)) !== undefined
  if (creates && hasKey && !item.has('PUT'))
    add(put, 'replace', 'PUT on the collection replaces the record whose key the body has')
  add(item.get('GET'), 'read', 'GET on the item reads a record')
  add(item.get('PUT'), 'replace', 'PUT on the item replaces a record')
  add(item.get('PATCH'), 'merge', 'PATCH on the item changes a record')
  const changes = item.get('POST')
  if (changes !== undefined && hasBody(changes) && !item.has('PUT') && !item.has('PATCH') && item.has('GET'))
    add(changes, 'merge', 'POST on the item changes a record, since it has neither PUT nor PATCH')
  add(item.get('DELETE'), 'remove', 'DELETE on the item removes a record')
  return { actions, isSingle: false }
}

/** Finds the schemas of a stored record and of a sent one. */
function findSchemas(
  actions: readonly Action[],
  name: string,
): Pick<Candidate, 'record' | 'sent'> | undefined {
  const pick = (...kinds: EffectKind[]): Operation[] =>
    kinds.flatMap((kind) =>
      actions.filter((action) => action.kind === kind).map(({ operation }) => operation),
    )
  const inResponses = pick('read', 'create', 'replace', 'merge').map(
    (operation) => findRecord(readSuccess(operation), name)?.schema,
  )
  const inLists = pick('list').map((operation) => {
    const item = findList(readSuccess(operation), name)?.schema
    return findRecord(item, name)?.schema
  })
  const sent = pick('create').map((operation) => findRecord(readRequest(operation), name)?.schema)
  const put = pick('replace').map((operation) => findRecord(readRequest(operation), name)?.schema)
  const stored = [...inResponses.slice(0, pick('read').length), ...inLists, ...inResponses, ...sent, ...put]
  // A response with less than the request has isn't what is stored, as that of the plant store.
  const known = stored.filter((schema) => schema !== undefined && schema.facts().properties.length > 0)
  const [created] = sent
  const [first] = known
  const isLess =
    pick('read', 'list').length === 0 &&
    created !== undefined &&
    first !== undefined &&
    created.facts().properties.length > first.facts().properties.length
  const record = isLess ? created.as('response') : first
  return record && { record, sent: created }
}

const createsByPut = (put: Operation, hasPost: boolean): boolean =>
  !hasPost || put.responses.all.some(({ name }) => name === '201')

/** Says whether anything creates or changes the records; otherwise they are better made from examples. */
const isAlive = ({ actions, isSingle }: Pick<Candidate, 'actions' | 'isSingle'>): boolean =>
  isSingle || actions.some(({ kind }) => kind === 'create' || kind === 'replace')

/** Infers the resources of a description, and the effect of each operation. */
export function inferResources(
  operations: readonly Operation[],
  options: ResourceOptions = {},
): { resources: Resource[]; effects: Map<Operation, Effect> } {
  const effects = new Map<Operation, Effect>()
  const resources: Resource[] = []
  const groups = groupPaths(operations)
  const forced = new Map(
    Object.entries(options).flatMap(([name, option]) =>
      option !== false && option.path !== undefined ? [[toShape(option.path), name] as const] : [],
    ),
  )
  const candidates: Candidate[] = groups.flatMap((group) => {
    const found = findActions(group)
    const schemas = findSchemas(found.actions, group.name)
    return schemas === undefined ? [] : [{ group, ...found, ...schemas }]
  })

  /** Candidates that are the same resource: records of the same component, under the same name. */
  const merged = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const component = candidate.record.facts().name
    const isShared = !candidate.isSingle && component !== undefined
    const key = isShared ? `${candidate.group.name} ${component}` : candidate.group.shape
    merged.set(key, [...(merged.get(key) ?? []), candidate])
  }
  /** Shorter paths first, so that parents are known before their children. */
  const lists = [...merged.values()]
    .map((list) => list.toSorted((one, other) => one.group.shape.length - other.group.shape.length))
    .filter(
      (list) =>
        isAlive({ isSingle: list[0]?.isSingle === true, actions: list.flatMap(({ actions }) => actions) }) ||
        list.some(({ group }) => forced.has(group.shape)),
    )
    .toSorted((one, other) => (one[0]?.group.shape.length ?? 0) - (other[0]?.group.shape.length ?? 0))

  /** The resource of each item, by its path without the names of parameters. */
  const byItem = new Map<string, Resource>()

  function toName(group: PathGroup): string {
    const wanted = forced.get(group.shape) ?? group.name
    if (!resources.some(({ name }) => name === wanted)) return wanted
    const fixed = group.shape.split('/').filter((segment) => segment !== '' && segment !== '{}')
    for (let count = 2; count <= fixed.length; count++) {
      const longer = fixed.slice(-count).join('/')
      if (!resources.some(({ name }) => name === longer)) return longer
    }
    return group.shape
  }

  /** Says whose record one of a path is. */
  function toScope(
    path: string,
    count: number,
    record: Schema,
    names: Map<string, string>,
  ): ScopeParameter[] {
    const shape = toShape(path)
    let from = 0
    return listNames(path)
      .slice(0, count)
      .map((parameter) => {
        from = shape.indexOf('{}', from) + 2
        const resource = byItem.get(shape.slice(0, from))
        const key = resource?.name ?? simplify(parameter)
        const name = names.get(key) ?? parameter
        names.set(key, name)
        const owner = resource && toSingular(resource.name.split('/').at(-1) ?? '')
        const property = findName(record.facts().properties, [
          parameter,
          ...(owner === undefined ? [] : [`${owner}id`, `${owner}_${resource?.key.property}`]),
        ])
        return {
          parameter,
          name,
          ...(resource !== undefined && { resource }),
          ...(property !== undefined && { property }),
        }
      })
  }

  for (const list of lists) {
    const [first] = list
    if (first === undefined) continue
    const name = toName(first.group)
    const option: ResourceOption | false = options[name] ?? {}
    if (option === false) continue
    const main = list.find(({ group }) => group.itemPath !== undefined) ?? first
    const actions = list.flatMap((candidate) => candidate.actions)
    const hasPost = actions.some(({ kind }) => kind === 'create')
    const sent = list.map((candidate) => candidate.sent).find((schema) => schema !== undefined)
    const { itemPath } = main.group
    const parameter =
      itemPath === undefined ? undefined : listNames(itemPath).at(main.group.parameters.length)
    const isPut = actions.some(({ kind }) => kind === 'replace')
    const inferred = first.isSingle
      ? {
          key: { property: '', from: 'server' as const, schema: main.record },
          reasons: ['It has one record, because its path ends without a parameter and has PUT or PATCH.'],
        }
      : inferKey({ name: first.group.name, parameter, record: main.record, sent, isPut })
    const reasons = [...describeActions(actions), ...inferred.reasons]
    if (option.key !== undefined)
      reasons.push(`Its key is ${option.key}, because the option resources says so.`)
    const parentShape = first.group.shape.slice(0, first.group.shape.lastIndexOf('{}') + 2)
    const byPath = byItem.get(parentShape)
    const parent =
      option.parent === undefined ? byPath : resources.find((resource) => resource.name === option.parent)
    if (parent !== undefined)
      reasons.push(`It belongs to ${parent.name}, because its path begins with ${parent.itemPath}.`)
    const names = new Map<string, string>()
    const scope = toScope(
      first.group.shape === main.group.shape ? pathOf(main) : pathOf(first),
      first.group.parameters.length,
      main.record,
      names,
    )
    const resource: Resource = {
      name,
      isSingle: first.isSingle,
      key: {
        ...inferred.key,
        ...(option.key !== undefined && {
          property: option.key,
          schema: main.record.at(option.key) ?? inferred.key.schema,
        }),
        ...(option.keyFrom !== undefined && { from: option.keyFrom }),
      },
      schema: main.record,
      ...(parent !== undefined && { parent }),
      ...(itemPath !== undefined && { itemPath }),
      scope: scope.map((one) => one.name),
      ...findTimes(main.record, sent),
      reasons,
    }
    resources.push(resource)
    for (const { group } of list) if (group.itemPath !== undefined) byItem.set(`${group.shape}/{}`, resource)
    for (const candidate of list)
      for (const action of candidate.actions) {
        const said =
          option.operations?.[action.operation.id] ??
          option.operations?.[`${action.operation.method} ${action.operation.path}`]
        if (said === 'none') continue
        const ownScope = toScope(action.operation.path, candidate.group.parameters.length, main.record, names)
        const told =
          said === undefined ? action : { ...action, kind: said, reason: 'the option resources says so' }
        effects.set(action.operation, toEffect(told, resource, ownScope, candidate.group, hasPost))
      }
  }
  for (const operation of operations)
    if (!effects.has(operation))
      effects.set(operation, { kind: 'none', reason: explainNone(operation, groups, candidates) })
  return { resources, effects }
}

const pathOf = ({ group }: Candidate): string =>
  [...group.collection.values()][0]?.path ?? group.itemPath ?? group.shape

function describeActions(actions: readonly Action[]): string[] {
  const by = new Map<string, string>()
  for (const { operation, kind } of actions)
    if (!by.has(kind)) by.set(kind, `${operation.method} ${operation.path}`)
  const verbs: Record<EffectKind, string> = {
    create: 'creates',
    list: 'lists',
    read: 'reads',
    replace: 'replaces',
    merge: 'changes',
    remove: 'removes',
  }
  return [`${[...by].map(([kind, text]) => `${text} ${verbs[kind as EffectKind]}`).join(', ')}.`]
}

/** Finds the properties that have the times of creation and of the last change, if the service makes them. */
function findTimes(record: Schema, sent: Schema | undefined): Pick<Resource, 'createdAt' | 'updatedAt'> {
  const { properties } = record.facts()
  const isOwn = (property: string): boolean => {
    const { types, format, isReadOnly } = record.at(property)?.facts() ?? {
      types: [] as string[],
      format: undefined,
      isReadOnly: false,
    }
    const isTime =
      format === 'date-time' ||
      format === 'date' ||
      types.includes('integer') ||
      (types.includes('string') && types.length <= 2)
    return isTime && (isReadOnly || sent?.at(property) === undefined)
  }
  const own = properties.filter(isOwn)
  const createdAt = findName(own, [
    'createdAt',
    'created',
    'createdOn',
    'creationDate',
    'creationTime',
    'dateCreated',
    'createTime',
    'createdTime',
    'createdDate',
    'insertedAt',
  ])
  const updatedAt = findName(own, [
    'updatedAt',
    'updated',
    'updatedOn',
    'modifiedAt',
    'modified',
    'lastModified',
    'lastUpdated',
    'updateTime',
    'dateUpdated',
    'dateModified',
    'lastModifiedDate',
    'modifiedDate',
    'lastModifiedAt',
    'updatedDate',
    'modificationDate',
  ])
  return { ...(createdAt !== undefined && { createdAt }), ...(updatedAt !== undefined && { updatedAt }) }
}

function toEffect(
  { operation, kind, reason }: Action,
  resource: Resource,
  scope: readonly ScopeParameter[],
  group: PathGroup,
  hasPost: boolean,
): ResourceEffect {
  const { name } = group
  const success = readSuccess(operation)
  const found = findRecord(success, name)
  // A response without any property of the record only says that it worked.
  const isRecord =
    found?.schema.facts().properties.some((property) => resource.schema.at(property) !== undefined) === true
  const list = kind === 'list' ? findList(success, name) : undefined
  const keyParameter = listNames(operation.path)[scope.length]
  const isOnItem = toShape(operation.path).endsWith('/{}') && !resource.isSingle
  return {
    kind,
    resource,
    reason,
    ...(isOnItem && keyParameter !== undefined && { keyParameter }),
    scope,
    requestPath: findRecord(readRequest(operation), name)?.path ?? [],
    ...(isRecord && found !== undefined && kind !== 'list' && { responsePath: found.path }),
    ...(list !== undefined && { list: readList(operation, list, resource.schema, name) }),
    ...(kind === 'replace' && { creates: resource.isSingle || createsByPut(operation, hasPost) }),
  }
}

function explainNone(
  operation: Operation,
  groups: readonly PathGroup[],
  candidates: readonly Candidate[],
): string {
  const group = groups.find(({ collection, item }) =>
    [...collection.values(), ...item.values()].includes(operation),
  )
  if (group === undefined) return 'its path names no collection'
  const candidate = candidates.find((one) => one.group === group)
  const action = candidate?.actions.find((one) => one.operation === operation)
  if (action !== undefined) return 'no operation creates what it is about'
  return `${operation.method} on ${operation.path} is neither of a collection nor of its item`
}
