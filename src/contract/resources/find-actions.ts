import type { EffectKind, Operation, Schema } from '../contract.ts'
import type { PathGroup } from './group-paths.ts'
import { findName, toSingular } from './names.ts'
import {
  type FoundSchema,
  findListSchema,
  findRecordSchema,
  getRequestSchema,
  getSuccessSchema,
  isJsonMedia,
  keyNames,
} from './shapes.ts'

/** What an operation does, before its resource is known. */
export interface Action {
  operation: Operation
  kind: EffectKind
  reason: string
}

/** A group of paths that is a resource, or a part of one. */
export interface ResourceCandidate {
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
  operation.body?.media.some(isJsonMedia) === true ||
  operation.body?.media.some(({ kind }) => kind === 'form' || kind === 'multipart') === true

/** Names the records that operations on items read: those of a component, by the name of their collection. */
export const listReadable = (groups: readonly PathGroup[]): Set<string> =>
  new Set(groups.map(({ item, name }) => nameRecord(item.get('GET'), name)))

/** Names the record in the response of an operation; empty if it has none of a component. */
function nameRecord(operation: Operation | undefined, name: string): string {
  const component = operation && findRecordSchema(getSuccessSchema(operation), name)?.schema.facts().name
  return component === undefined ? '' : `${name} ${component}`
}

function isCreation(
  post: Operation,
  group: PathGroup,
  listed: FoundSchema | undefined,
  readable: ReadonlySet<string>,
): boolean {
  if (!hasBody(post)) return false
  const sent = findRecordSchema(getRequestSchema(post), group.name)
  if (sent === undefined) return false
  if (
    group.item.has('GET') ||
    group.item.has('PUT') ||
    group.item.has('PATCH') ||
    group.item.has('DELETE') ||
    listed !== undefined
  )
    return true
  // What is created below another record may be read at a path of its own.
  const name = nameRecord(post, group.name)
  if (name !== '' && readable.has(name)) return true
  // Without an item, only an id says that something is stored.
  return (
    findName(sent.schema.facts().possible, ['id', 'uuid', '_id']) !== undefined &&
    toSingular(group.name) !== group.name
  )
}

/** Lists what the operations of a group do, and whether they are about one record. */
function findActions(
  group: PathGroup,
  readable: ReadonlySet<string>,
): { actions: Action[]; isSingle: boolean } {
  const { collection, item, name } = group
  const actions: Action[] = []
  const add = (operation: Operation | undefined, kind: EffectKind, reason: string): void => {
    if (operation !== undefined) actions.push({ operation, kind, reason })
  }
  const get = collection.get('GET')
  const listed = get && findListSchema(getSuccessSchema(get), name)
  const update = collection.get('PUT') ?? collection.get('PATCH')
  const isSelf = selves.test(name)
  if (
    item.size === 0 &&
    get !== undefined &&
    listed === undefined &&
    findRecordSchema(getSuccessSchema(get), name) !== undefined &&
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
  const creates = post !== undefined && isCreation(post, group, listed, readable)
  if (creates) add(post, 'create', 'POST on the collection creates a record')
  if (listed !== undefined) add(get, 'list', 'GET on the collection lists the records')
  const put = collection.get('PUT')
  const updated = put && findRecordSchema(getRequestSchema(put), name)
  const hasKey =
    updated !== undefined && findName(updated.schema.facts().possible, keyNames.slice(0, 4)) !== undefined
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

function findSchemas(
  actions: readonly Action[],
  name: string,
): Pick<ResourceCandidate, 'record' | 'sent'> | undefined {
  const pick = (...kinds: EffectKind[]): Operation[] =>
    kinds.flatMap((kind) =>
      actions.filter((action) => action.kind === kind).map(({ operation }) => operation),
    )
  const inResponses = pick('read', 'create', 'replace', 'merge').map(
    (operation) => findRecordSchema(getSuccessSchema(operation), name)?.schema,
  )
  const inLists = pick('list').map((operation) => {
    const item = findListSchema(getSuccessSchema(operation), name)?.schema
    return findRecordSchema(item, name)?.schema
  })
  const sent = pick('create').map((operation) => findRecordSchema(getRequestSchema(operation), name)?.schema)
  const put = pick('replace').map((operation) => findRecordSchema(getRequestSchema(operation), name)?.schema)
  const stored = [...inResponses.slice(0, pick('read').length), ...inLists, ...inResponses, ...sent, ...put]
  // A response with less than the request has isn't what is stored, as that of the plant store.
  const known = stored.filter((schema) => schema !== undefined && schema.facts().possible.length > 0)
  const [created] = sent
  const [first] = known
  const isLess =
    pick('read', 'list').length === 0 &&
    created !== undefined &&
    first !== undefined &&
    created.facts().possible.length > first.facts().possible.length
  const record = isLess ? created.as('response') : first
  return record && { record, sent: created }
}

/**
 * Reads a group of paths as a resource; undefined if it has no record.
 *
 * @param readable see {@link listReadable}
 */
export function toCandidate(group: PathGroup, readable: ReadonlySet<string>): ResourceCandidate | undefined {
  const found = findActions(group, readable)
  const schemas = findSchemas(found.actions, group.name)
  return schemas && { group, ...found, ...schemas }
}

/** Says whether anything creates or changes the records; otherwise they are better made from examples. */
export const isAlive = (candidates: readonly ResourceCandidate[]): boolean =>
  candidates.some(
    ({ isSingle, actions }) =>
      isSingle || actions.some(({ kind }) => kind === 'create' || kind === 'replace'),
  )
