import type { Operation, Parameter, ParameterLists, Resource, Schema } from '../contract/contract.ts'
import { listParameterNames } from '../contract/resources/group-paths.ts'
import { type Exchange, readResponseHeader } from '../http/exchange.ts'
import { getAt, setAt } from '../json/at-path.ts'
import type { Path } from '../options/problems.ts'
import { isPathWithin } from '../probes/body-edges.ts'
import type { Draft } from '../probes/draft.ts'
import { toSmallest } from '../probes/operation.ts'
import type { Probe } from '../probes/probe.ts'
import { getBody, listBodies } from './bodies.ts'
import { findListedKey } from './find-listed-key.ts'
import { createsByReplace, findOperation, findPathOwner } from './find-operations.ts'
import type { KnownRecord, RequestMaker } from './known-record.ts'
import { listKeySchemas, makeKeyOfSchema } from './make-key.ts'
import { listSteps, prepareRecord } from './preparation.ts'
import { referToRecords } from './refer.ts'
import { shiftDates, vary } from './vary.ts'

export interface PlainOptions {
  /** Whether its record is its own, and not used again. */
  isFresh?: boolean
  owner?: KnownRecord | undefined
  /** Whether strings are unique, since the service may require that. */
  isVaried?: boolean
  /** A request whose body and path it keeps. */
  like?: Draft
  /** What nothing changes in the body. */
  except?: Path | undefined
  /** Whether its record stays as it is, although the service may reject the operation then. */
  isUnprepared?: boolean
}

/** A plain request, and the record that its path leads through last. */
export interface PlainRequest extends Draft {
  record?: KnownRecord | undefined
  /** The exchanges that brought the record into its state. */
  prepared?: readonly Exchange[]
}

/** The value of a parameter: as the user says, as the description does, or one that its schema allows. */
function toValue(bench: RequestMaker, parameter: Parameter): unknown {
  // The same key would mean the same request.
  if (/idempotency/i.test(parameter.name)) return makeKeyOfSchema(parameter.schema, bench.random)
  const { [parameter.name]: given } = bench.options.params
  const read =
    given === undefined
      ? undefined
      : parameter.read({
          pathParameters: { [parameter.name]: encodeURIComponent(given) },
          query: `${encodeURIComponent(parameter.name)}=${encodeURIComponent(given)}`,
          headers: { [parameter.name.toLowerCase()]: given },
        })
  const documented = [...parameter.examples.values()].find(
    (value) => parameter.schema.check(value).length === 0,
  )
  return read?.value ?? given ?? documented ?? parameter.schema.example()
}

/** Finds the record of a change whose body has its key. */
export async function findKeyed(
  bench: RequestMaker,
  { effect }: Operation,
): Promise<KnownRecord | string | undefined> {
  const isKeyed = (effect.kind === 'replace' || effect.kind === 'merge') && effect.keyParameter === undefined
  return isKeyed && !effect.resource.isSingle && effect.scope.length === 0
    ? bench.records.get(effect.resource)
    : undefined
}

/** Reads the entity tag of a record, if a change has to name it. */
async function readTag(
  bench: RequestMaker,
  operation: Operation,
  resource: Resource,
  owner: KnownRecord,
): Promise<{ exchange: Exchange; tag: string | undefined } | undefined> {
  const isNeeded = operation.parameters.some(
    ({ in: place, name, isRequired }) => place === 'header' && isRequired && /^if-match$/i.test(name),
  )
  const read = isNeeded ? findOperation(bench, resource, 'read') : undefined
  const plain = read && read !== operation ? await makePlain(bench, read, { owner }) : undefined
  if (typeof plain !== 'object') return undefined
  const exchange = await bench.send(plain)
  return { exchange, tag: readResponseHeader(exchange, 'etag') }
}

/** Makes a key that fits in all places that a key of the resource is sent in. */
const makeKey = (bench: RequestMaker, resource: Resource, schema: Schema): unknown =>
  makeKeyOfSchema(schema, bench.random, listKeySchemas(bench, resource), bench.options.hasSmallKeys)

/** Makes a plain, valid request, with records of its own if it needs some; or says why it can't. */
export async function makePlain(
  bench: RequestMaker,
  operation: Operation,
  options: PlainOptions = {},
): Promise<PlainRequest | string> {
  const { like, except } = options
  const hasSteps = options.isUnprepared !== true && listSteps(bench, operation).length > 0
  const isFresh = options.isFresh === true || hasSteps
  const { effect } = operation
  const found = findPathOwner(bench, operation)?.resource
  let owner = options.owner
  if (owner === undefined && found !== undefined) {
    const isNew = isFresh && createsByReplace(bench, operation)
    const resource = isNew ? found.parent : found
    const isOwn = isFresh && !isNew && (hasSteps || (effect.kind !== 'create' && effect.kind !== 'list'))
    const created = isOwn && resource ? await bench.records.create(resource) : undefined
    const record = typeof created === 'object' || !resource ? created : await bench.records.get(resource)
    if (typeof record === 'string') return record
    owner = record
  }
  const prepared =
    hasSteps && owner
      ? await prepareRecord(bench, operation, owner, (step, record) =>
          makePlain(bench, step, { owner: record }),
        )
      : undefined
  if (typeof prepared === 'string') return prepared
  owner = prepared?.record ?? owner
  const keyed = owner === undefined ? await findKeyed(bench, operation) : undefined
  if (typeof keyed === 'string') return keyed
  const names = listParameterNames(operation.path)
  const values = owner?.pathValues ?? []
  const parameters: ParameterLists = { path: {}, query: {}, header: {}, cookie: {} }
  for (const parameter of operation.parameters) {
    const { in: place, name, isRequired, schema } = parameter
    const at = place === 'path' ? names.indexOf(name) : -1
    const isNamed = bench.options.params[name] !== undefined
    if (at !== -1 && at < values.length) parameters.path[name] = values[at]
    else if (at !== -1 && effect.kind === 'replace' && at === names.length - 1)
      parameters.path[name] = like?.parameters.path[name] ?? makeKey(bench, effect.resource, schema)
    else {
      const listed =
        at === -1 || isNamed ? undefined : await findListedKey(bench, operation, name, parameters)
      if (listed !== undefined) parameters.path[name] = listed
      else if (isRequired || isNamed)
        parameters[place][place === 'header' ? name.toLowerCase() : name] = toValue(bench, parameter)
    }
  }
  const read = owner && found && (await readTag(bench, operation, found, owner))
  if (read?.tag !== undefined) parameters.header['if-match'] = read.tag
  const before = (owner ?? keyed)?.before ?? []
  const draft: PlainRequest = {
    operation,
    record: owner,
    parameters,
    before: read === undefined ? before : [...before, read.exchange],
    ...(prepared !== undefined && { prepared: prepared.exchanges }),
    ...(owner !== undefined && { useUp: () => bench.records.renew(owner) }),
    hasRecords: (names.length === 0 && keyed === undefined) || (owner ?? keyed)?.isOwn === true,
  }
  const { index, isSmall, isVaried, isShifted, isReferringAnew } = getBody(bench, operation)
  const body = like?.body ?? listBodies(operation)[index]
  if (body === undefined) return draft
  const { media } = body
  let { value } = body
  if (isSmall && like === undefined) value = toSmallest({ ...draft, body }) ?? value
  const isChangeable = media.kind !== 'xml' && media.kind !== 'binary'
  const referred =
    isChangeable && like === undefined
      ? await referToRecords(bench, draft, value, media.schema, { owner, isAnew: isReferringAnew })
      : { value, before: [], paths: [] }
  const fixed = [...referred.paths]
  value = referred.value
  const fix = (path: Path, wanted: unknown): void => {
    const next = setAt(value, path, wanted)
    if (media.schema.check(next).length > 0) return
    value = next
    fixed.push(path)
  }
  if (effect.kind !== 'none') {
    const { key } = effect.resource
    const path = [...effect.requestPath, key.property]
    const own = media.schema.at(path[0] ?? '')
    const isKeyed = key.property !== '' && own !== undefined && getAt(value, path) !== undefined
    const last = names.at(-1) ?? ''
    const wanted =
      keyed?.key ??
      (effect.kind === 'create' && key.from === 'client'
        ? makeKey(bench, effect.resource, key.schema)
        : parameters.path[effect.keyParameter ?? last])
    const isWanted =
      effect.kind === 'create' ? key.from === 'client' : effect.kind === 'replace' || effect.kind === 'merge'
    if (isKeyed && isWanted && wanted !== undefined) fix(path, wanted)
    if (keyed !== undefined && !isKeyed)
      return 'neither its path nor its body has the key of the record that it changes'
    for (const { parameter, property } of effect.scope) {
      const at = property === undefined ? undefined : [...effect.requestPath, property]
      if (at !== undefined && getAt(value, at) !== undefined) fix(at, parameters.path[parameter])
    }
  }
  if (isChangeable && (options.isVaried ?? isVaried)) value = vary(media, value, bench.random, except)
  if (isChangeable && isShifted && options.isVaried !== false) value = shiftDates(media, value, bench.random)
  return { ...draft, body: { media, value }, before: [...draft.before, ...referred.before], fixed }
}

/** Gives a valid body the keys of the plain one. Undefined if the probe is about a key that its address has, too. */
export function withKeysOf(
  plain: Draft,
  changed: Draft,
  { kind, path = [], operation: { effect } }: Pick<Probe, 'kind' | 'path' | 'operation'>,
): Draft | undefined {
  if (kind === 'reject' || changed.body === undefined || changed.bytes !== undefined) return changed
  let { value } = changed.body
  for (const fixed of plain.fixed ?? []) {
    const isSpecial = path.length > 0 && (isPathWithin(path, fixed) || isPathWithin(fixed, path))
    // Another record has to have the key, unless it is that of the new one.
    const isOwn = effect.kind === 'create' && fixed.at(-1) === effect.resource.key.property
    if (isSpecial && !isOwn) return undefined
    const key = getAt(plain.body?.value, fixed)
    if (!isSpecial && getAt(value, fixed) !== undefined && key !== undefined) value = setAt(value, fixed, key)
  }
  return { ...changed, body: { ...changed.body, value } }
}
