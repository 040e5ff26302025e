import type { Operation, Resource } from '../contract/contract.ts'
import { toPathShape } from '../contract/resources/group-paths.ts'
import { isBelow } from '../contract/resources/is-below.ts'
import { type Exchange, isSuccess, readResponseHeader, readStatus } from '../http/exchange.ts'
import { getAt } from '../json/at-path.ts'
import type { Draft } from '../probes/draft.ts'
import { getBody, makeBodiesDiffer } from './bodies.ts'
import { createsByReplace, findCreate, findOperation, getRequestPath } from './find-operations.ts'
import {
  type CreateOptions,
  type KnownRecord,
  type RequestMaker,
  type RunRecords,
  toPathValues,
} from './known-record.ts'
import { makePlain } from './plain.ts'
import { readItems, readRecord } from './read-records.ts'

interface PreparedCreation {
  resource: Resource
  operation: Operation
  draft: Draft
  parent: KnownRecord | undefined
}

function readLocation({ contract }: RequestMaker, resource: Resource, exchange: Exchange): unknown {
  const location = readResponseHeader(exchange, 'location')
  if (location === undefined || resource.itemPath === undefined) return undefined
  const match = contract.match('GET', location.replace(/^https?:\/\/[^/]*/, ''))
  if (match.kind !== 'operation' || toPathShape(match.operation.path) !== toPathShape(resource.itemPath))
    return undefined
  const last = Object.values(match.pathParameters).at(-1)
  return last === undefined ? undefined : decodeURIComponent(last)
}

/** How many ways there are to differ from another body. */
const maxVarieties = 3

/** Says whether a record belongs to another one, also if it was noted without that. */
const belongsTo = (record: KnownRecord, owner: KnownRecord): boolean =>
  isBelow(record.resource, owner.resource) &&
  owner.pathValues.every((value, at) => String(value) === String(record.pathValues[at]))

export function createRunRecords(toBench: () => RequestMaker): RunRecords {
  const shared = new Map<string, KnownRecord>()
  let made: KnownRecord[] = []
  const byExchange = new WeakMap<Exchange, KnownRecord>()
  const open = new Set<Resource>()
  const toKey = (resource: Resource, parent?: KnownRecord): string =>
    `${resource.name} ${parent?.pathValues.join('/') ?? ''}`

  /** Sends a creation; again as something else if what another one had is taken: with other strings, dates, and records in its body. */
  async function send(prepared: PreparedCreation, options: CreateOptions): Promise<KnownRecord | string> {
    const bench = toBench()
    const { resource, operation, draft } = prepared
    let sent = prepared
    let exchange = await bench.send(draft)
    for (let count = 0; readStatus(exchange) === 409 && count < maxVarieties; count++) {
      makeBodiesDiffer(bench, operation)
      const isAnew = getBody(bench, operation).isReferringAnew && (draft.fixed ?? []).length > 0
      const next = isAnew ? await prepare(resource, options) : await varyDraft(prepared)
      if (typeof next === 'string') return next
      sent = next
      exchange = await bench.send(sent.draft)
    }
    return toRecord(sent, exchange)
  }

  async function varyDraft(prepared: PreparedCreation): Promise<PreparedCreation | string> {
    const { operation, draft, parent } = prepared
    const varied = await makePlain(toBench(), operation, { isVaried: true, like: draft, owner: parent })
    return typeof varied === 'string' ? varied : { ...prepared, draft: { ...varied, before: draft.before } }
  }

  /** Makes the request that creates a record; or says why it can't. */
  async function prepare(
    resource: Resource,
    { parent: given, change = (draft: Draft): Draft | undefined => draft }: CreateOptions,
  ): Promise<PreparedCreation | string> {
    const bench = toBench()
    const operation = findCreate(bench, resource)
    if (operation === undefined || bench.options.isSafe) return `nothing creates ${resource.name}`
    if (open.has(resource)) return `a ${resource.name} needs another one first`
    open.add(resource)
    try {
      const parent = given ?? (resource.parent && (await get(resource.parent)))
      if (typeof parent === 'string') return parent
      const plain = await makePlain(bench, operation, { isFresh: true, owner: parent })
      const draft = typeof plain === 'string' ? undefined : change(plain)
      if (draft === undefined) return typeof plain === 'string' ? plain : 'it has no such body'
      return { resource, operation, draft, parent }
    } finally {
      open.delete(resource)
    }
  }

  function toRecord(
    { resource, operation, draft, parent }: PreparedCreation,
    exchange: Exchange,
  ): KnownRecord | string {
    const status = readStatus(exchange)
    if (status === undefined || !isSuccess(status))
      return `the creation of its ${resource.name} got ${status ?? 'no response'}`
    const { effect } = operation
    const sent = getAt(draft.body?.value, getRequestPath(operation))
    const shown = readRecord(operation, exchange)
    const { property } = resource.key
    const scope = parent?.pathValues ?? []
    const names = Object.values(draft.parameters.path)
    const isPut = effect.kind === 'replace'
    const own = (value: unknown): unknown => (property === '' ? undefined : getAt(value, [property]))
    const key = isPut
      ? names.at(-1)
      : (own(shown) ?? readLocation(toBench(), resource, exchange) ?? own(sent))
    if (key === undefined && !resource.isSingle)
      return `the response to its creation shows no key of ${resource.name}`
    const values = isPut ? names : [...(scope.length > 0 ? scope : names), key]
    const pathValues = toPathValues(resource, values)
    const before = [...draft.before, exchange]
    const record: KnownRecord = { resource, key, parent, pathValues, sent, shown, isOwn: true, before }
    // Whatever was sent is noted without what it belongs to.
    const noted = byExchange.get(exchange)
    byExchange.set(exchange, record)
    made = noted === undefined ? [...made, record] : made.map((one) => (one === noted ? record : one))
    return record
  }

  async function create(resource: Resource, options: CreateOptions = {}): Promise<KnownRecord | string> {
    const prepared = await prepare(resource, options)
    return typeof prepared === 'string' ? prepared : send(prepared, options)
  }

  async function createAtOnce(
    resource: Resource,
    count: number,
    parent: KnownRecord | undefined,
  ): Promise<KnownRecord[]> {
    const all: PreparedCreation[] = []
    for (let at = 0; at < count; at++) {
      const prepared = await prepare(resource, { parent })
      if (typeof prepared === 'object') all.push(prepared)
    }
    const exchanges = await Promise.all(all.map(({ draft }) => toBench().send(draft)))
    return all
      .map((prepared, at) => toRecord(prepared, exchanges[at] as Exchange))
      .filter((record) => typeof record === 'object')
  }

  /** Finds a record that others have created, which is only read: one that the user names, the first of a list, or a documented example. */
  async function find(resource: Resource, parent: KnownRecord | undefined): Promise<KnownRecord | undefined> {
    const bench = toBench()
    const { parameter } = resource.key
    const rest = { resource, parent, sent: undefined, shown: undefined, isOwn: false, before: [] }
    const toRecord = (key: unknown): KnownRecord => ({
      ...rest,
      key,
      pathValues: [...(parent?.pathValues ?? []), key],
    })
    const named = parameter === undefined ? undefined : bench.options.params[parameter]
    if (named !== undefined) return toRecord(named)
    const list = findOperation(bench, resource, 'list')
    const plain = list && (await makePlain(bench, list, { owner: parent }))
    if (list !== undefined && typeof plain === 'object') {
      const [first] = readItems(list, await bench.send(plain)) ?? []
      const key = getAt(first, [resource.key.property])
      if (key !== undefined && key !== null) return toRecord(key)
    }
    const read = findOperation(bench, resource, 'read')
    const described = read?.parameters.find(({ name, in: place }) => place === 'path' && name === parameter)
    const [example] = described?.examples.values() ?? []
    return example === undefined ? undefined : toRecord(example)
  }

  async function get(resource: Resource, given?: KnownRecord): Promise<KnownRecord | string> {
    const own = shared.get(toKey(resource, given))
    if (own !== undefined) return own
    const created = await create(resource, { parent: given })
    const parent =
      given ?? (resource.parent && !open.has(resource.parent) ? await get(resource.parent) : undefined)
    const record =
      typeof created === 'object' || typeof parent === 'string'
        ? created
        : ((await find(resource, parent)) ?? created)
    if (typeof record === 'object') shared.set(toKey(resource, given), record)
    return record
  }

  const renew = (record: KnownRecord): void => {
    for (const [name, one] of shared) if (one === record || one.parent === record) shared.delete(name)
  }

  return {
    get,
    create,
    createAtOnce,
    renew,
    note(draft, exchange) {
      const { operation } = draft
      const { effect } = operation
      const isCreation = effect.kind === 'create' || createsByReplace(toBench(), operation)
      if (effect.kind === 'none' || !isCreation || (draft.method ?? operation.method) !== operation.method)
        return
      toRecord({ resource: effect.resource, operation, draft, parent: undefined }, exchange)
    },
    forget(record) {
      made = made.filter((one) => one !== record && !belongsTo(one, record))
      renew(record)
    },
    get left() {
      return made.toReversed()
    },
  }
}
