import type { Operation, Resource } from '../../contract/contract.ts'
import { toShape } from '../../contract/resources/group-paths.ts'
import type { Exchange } from '../../http/exchange.ts'
import { isSuccess, readHeader, readStatus } from '../../http/exchange.ts'
import { readResponse } from '../../judge/contract/judge-response.ts'
import { isObject } from '../../options/is-object.ts'
import type { Draft } from '../../probes/contract/draft.ts'
import { valueAt } from '../../probes/contract/body-edges.ts'
import type { Bench } from './bench.ts'
import { toPlain, varyFromNowOn } from './plain.ts'

/** A record that a run knows. */
export interface KnownRecord {
  resource: Resource
  key: unknown
  parent?: KnownRecord | undefined
  /** The values of the path parameters of its item, in their order. */
  pathValues: readonly unknown[]
  /** The record as it was sent, and as the response to its creation has it. */
  sent: unknown
  shown: unknown
  /** Whether the run has created it, so that it may be changed and removed. */
  isOwn: boolean
  /** The exchanges that made it, and what it belongs to. */
  before: readonly Exchange[]
}

/** How a record is created. */
export interface CreateOptions {
  /** What it belongs to; one that is used again by default. */
  parent?: KnownRecord | undefined
  /** Changes the plain request. */
  change?: (draft: Draft) => Draft | undefined
}

/** A request that creates a record. */
interface Prepared {
  resource: Resource
  operation: Operation
  draft: Draft
  parent: KnownRecord | undefined
}

/** The records of a run. */
export interface Records {
  /** Returns a record of a resource that the run may use again, or why there is none. */
  get(resource: Resource, parent?: KnownRecord): Promise<KnownRecord | string>
  /** Creates a record, or says why it can't. */
  create(resource: Resource, options?: CreateOptions): Promise<KnownRecord | string>
  /** Creates several records at once. */
  createAtOnce(resource: Resource, count: number, parent: KnownRecord | undefined): Promise<KnownRecord[]>
  /** Notes that a record is gone. */
  forget(record: KnownRecord): void
  /** All that were created and not removed, the latest first. */
  readonly left: readonly KnownRecord[]
}

const isOf = (resource: Resource, operation: Operation): boolean =>
  operation.effect.kind !== 'none' && operation.effect.resource === resource

/** Finds the operation that has an effect on a resource. */
export const findOperation = (
  { contract }: Pick<Bench, 'contract'>,
  resource: Resource,
  kind: Exclude<Operation['effect']['kind'], 'none'>,
): Operation | undefined =>
  contract.operations.find((operation) => isOf(resource, operation) && operation.effect.kind === kind)

/** Finds the operation that creates records: one that is made for it, or a replace that creates. */
export function findCreate(bench: Pick<Bench, 'contract'>, resource: Resource): Operation | undefined {
  const create = findOperation(bench, resource, 'create')
  if (create !== undefined) return create
  const put = findOperation(bench, resource, 'replace')
  return put?.effect.kind === 'replace' && put.effect.creates === true ? put : undefined
}

/** Says whether an operation creates its record by a replace, since nothing else does. */
export const createsByReplace = (bench: Pick<Bench, 'contract'>, operation: Operation): boolean =>
  operation.effect.kind === 'replace' &&
  !operation.effect.resource.isSingle &&
  findCreate(bench, operation.effect.resource) === operation

const owners = new WeakMap<Operation, { resource: Resource; count: number } | null>()

/** Finds the resource that the path of an operation leads through last, and how many parameters lead to it. */
export function findOwner(bench: Pick<Bench, 'contract'>, operation: Operation): { resource: Resource; count: number } | undefined {
  const known = owners.get(operation)
  if (known !== undefined) return known ?? undefined
  const found = searchOwner(bench, operation)
  owners.set(operation, found ?? null)
  return found
}

function searchOwner(
  { contract }: Pick<Bench, 'contract'>,
  { path }: Operation,
): { resource: Resource; count: number } | undefined {
  const shape = `${toShape(path)}/`
  return contract.resources
    .filter(({ itemPath, isSingle }) => itemPath !== undefined && !isSingle && shape.startsWith(`${toShape(itemPath)}/`))
    .map((resource) => ({ resource, count: (resource.itemPath?.split('{').length ?? 1) - 1 }))
    .sort((one, other) => other.count - one.count)[0]
}

/** Reads the body of a success; undefined if it isn't what is documented. */
export function readSuccess(operation: Operation, { outcome }: Exchange): unknown {
  if (outcome.kind !== 'answer' || !isSuccess(outcome.answer.status)) return undefined
  const { answer } = outcome
  const response = operation.responses.pick(answer.status)
  const media = response?.pick(readHeader(answer, 'content-type')) ?? response?.media[0]
  if (media === undefined || answer.body.length === 0) return undefined
  const read = readResponse(answer, media)
  return 'value' in read ? read.value : undefined
}

/** Reads the record in the response to a creation, change, or reading. */
export function readRecord(operation: Operation, exchange: Exchange): unknown {
  const { effect } = operation
  if (effect.kind === 'none' || effect.kind === 'list' || effect.responsePath === undefined) return undefined
  const found = valueAt(readSuccess(operation, exchange), effect.responsePath)
  return isObject(found) ? found : undefined
}

/** Reads the records in the response of a list. */
export function readItems(operation: Operation, exchange: Exchange): unknown[] | undefined {
  const { effect } = operation
  if (effect.kind !== 'list' || effect.list === undefined) return undefined
  const { itemsPath, itemPath } = effect.list
  const items = valueAt(readSuccess(operation, exchange), itemsPath)
  return Array.isArray(items) ? items.map((item) => valueAt(item, itemPath)) : undefined
}

/** Reads the key from the address in `Location`. */
function readLocation({ contract }: Bench, resource: Resource, { outcome }: Exchange): unknown {
  const location = outcome.kind === 'answer' ? readHeader(outcome.answer, 'location') : undefined
  if (location === undefined || resource.itemPath === undefined) return undefined
  const match = contract.match('GET', location.replace(/^https?:\/\/[^/]*/, ''))
  if (match.kind !== 'operation' || toShape(match.operation.path) !== toShape(resource.itemPath)) return undefined
  const last = Object.values(match.pathParameters).at(-1)
  return last === undefined ? undefined : decodeURIComponent(last)
}

/** Makes the records of a run. */
export function createRecords(toBench: () => Bench): Records {
  const shared = new Map<string, KnownRecord>()
  const made: KnownRecord[] = []
  const open = new Set<Resource>()
  const toKey = (resource: Resource, parent?: KnownRecord): string =>
    `${resource.name} ${parent?.pathValues.join('/') ?? ''}`

  /** Sends a creation; with other values if what has to be unique may be taken. */
  async function send(prepared: Prepared): Promise<KnownRecord | string> {
    const bench = toBench()
    const { operation, draft, parent } = prepared
    const exchange = await bench.send(draft)
    if (readStatus(exchange) !== 409) return toRecord(prepared, exchange)
    varyFromNowOn(bench, operation)
    const varied = await toPlain(bench, operation, { isVaried: true, like: draft, owner: parent })
    if (typeof varied === 'string') return varied
    const again = { ...prepared, draft: { ...varied, before: draft.before } }
    return toRecord(again, await bench.send(again.draft))
  }

  /** Makes the request that creates a record; or says why it can't. */
  async function prepare(resource: Resource, { parent: given, change = (draft: Draft): Draft | undefined => draft }: CreateOptions): Promise<Prepared | string> {
    const bench = toBench()
    const operation = findCreate(bench, resource)
    if (operation === undefined || bench.options.isSafe) return `nothing creates ${resource.name}`
    if (open.has(resource)) return `a ${resource.name} needs another one first`
    open.add(resource)
    try {
      const parent = given ?? (resource.parent && (await get(resource.parent)))
      if (typeof parent === 'string') return parent
      const plain = await toPlain(bench, operation, { isFresh: true, owner: parent })
      const draft = typeof plain === 'string' ? undefined : change(plain)
      if (draft === undefined) return typeof plain === 'string' ? plain : 'it has no such body'
      return { resource, operation, draft, parent }
    } finally {
      open.delete(resource)
    }
  }

  /** Reads what a creation has made. */
  function toRecord({ resource, operation, draft, parent }: Prepared, exchange: Exchange): KnownRecord | string {
    const status = readStatus(exchange)
    if (status === undefined || !isSuccess(status)) return `the creation of its ${resource.name} got ${status ?? 'no response'}`
    const { effect } = operation
    const sent = valueAt(draft.body?.value, effect.kind === 'none' ? [] : effect.requestPath)
    const shown = readRecord(operation, exchange)
    const { property } = resource.key
    const scope = parent?.pathValues ?? []
    const names = Object.values(draft.parameters.path)
    const isPut = effect.kind === 'replace'
    const own = (value: unknown): unknown => (property === '' ? undefined : valueAt(value, [property]))
    const key = isPut ? names.at(-1) : (own(shown) ?? readLocation(toBench(), resource, exchange) ?? own(sent))
    if (key === undefined && !resource.isSingle) return `the response to its creation shows no key of ${resource.name}`
    const pathValues = isPut ? names : [...(scope.length > 0 ? scope : names), key]
    const before = [...draft.before, exchange]
    const record: KnownRecord = { resource, key, parent, pathValues, sent, shown, isOwn: true, before }
    made.push(record)
    return record
  }

  async function create(resource: Resource, options: CreateOptions = {}): Promise<KnownRecord | string> {
    const prepared = await prepare(resource, options)
    return typeof prepared === 'string' ? prepared : send(prepared)
  }

  async function createAtOnce(resource: Resource, count: number, parent: KnownRecord | undefined): Promise<KnownRecord[]> {
    const all: Prepared[] = []
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
    const toRecord = (key: unknown): KnownRecord => ({ ...rest, key, pathValues: [...(parent?.pathValues ?? []), key] })
    const named = parameter === undefined ? undefined : bench.options.params[parameter]
    if (named !== undefined) return toRecord(named)
    const list = findOperation(bench, resource, 'list')
    const plain = list && (await toPlain(bench, list, { owner: parent }))
    if (list !== undefined && typeof plain === 'object') {
      const [first] = readItems(list, await bench.send(plain)) ?? []
      const key = valueAt(first, [resource.key.property])
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
    const made = await create(resource, { parent: given })
    const parent = given ?? (resource.parent && !open.has(resource.parent) ? await get(resource.parent) : undefined)
    const record = typeof made === 'object' || typeof parent === 'string' ? made : ((await find(resource, parent)) ?? made)
    if (typeof record === 'object') shared.set(toKey(resource, given), record)
    return record
  }

  return {
    get,
    create,
    createAtOnce,
    forget(record) {
      const at = made.indexOf(record)
      if (at !== -1) made.splice(at, 1)
      for (const [name, one] of shared) if (one === record || one.parent === record) shared.delete(name)
    },
    get left() {
      return made.toReversed()
    },
  }
}
