import type { MediaType, Operation, Parameter, ParameterLists, Resource, Schema } from '../../contract/contract.ts'
import { listNames } from '../../contract/resources/group-paths.ts'
import { simplify, toSingular } from '../../contract/resources/names.ts'
import { isObject } from '../../options/is-object.ts'
import { isPatch, replaceAt, valueAt } from '../../probes/contract/body-edges.ts'
import type { Draft } from '../../probes/contract/draft.ts'
import { toSmallest } from '../../probes/contract/operation.ts'
import { listFreeStrings } from '../../probes/contract/values.ts'
import type { Random } from '../../probes/random.ts'
import type { Bench } from './bench.ts'
import { findListedKey } from './find-listed-key.ts'
import { createsByReplace, findOwner, type KnownRecord } from './records.ts'

/** How a plain request is made. */
export interface PlainOptions {
  /** Whether its record is its own, and not used again. */
  isFresh?: boolean
  /** The record in its path. */
  owner?: KnownRecord | undefined
  /** Whether strings are unique, since the service may require that. */
  isVaried?: boolean
  /** A request whose body and path it keeps. */
  like?: Draft
  /** What nothing changes in the body. */
  except?: readonly (string | number)[] | undefined
}

const isPrefix = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((step, at) => step === other[at])

/** Makes a key that nobody has used, of those that a schema allows, and all places that it is sent in. */
export function makeKey(schema: Schema, random: Random, others: readonly Schema[] = []): unknown {
  const isFine = (value: unknown): boolean => [schema, ...others].every((one) => one.check(value).length === 0)
  const hex = (length: number): string =>
    Array.from({ length }, () => random.below(16).toString(16)).join('')
  const candidates = [
    Number(random.between(10n ** 12n, 2n ** 50n)),
    Number(random.between(10n ** 8n, 2n ** 31n - 1n)),
    Number(random.between(1000n, 30_000n)),
    Number(random.between(10n, 100n)),
    Number(random.between(1n, 10n)),
    `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    `key-${random.letters(10).toLowerCase()}`,
    random.letters(10).toLowerCase(),
    random.letters(6).toUpperCase(),
    random.letters(3).toUpperCase(),
  ]
  return (
    candidates.find(isFine) ?? schema.example(random.below(2 ** 30))
  )
}

const keySchemas = new WeakMap<Resource, Schema[]>()

/** Lists the schemas of the parameters that have the key of a resource. */
export function listKeySchemas(bench: Pick<Bench, 'contract'>, resource: Resource): Schema[] {
  const known =
    keySchemas.get(resource) ??
    bench.contract.operations.flatMap((operation) => {
      const owner = findOwner(bench, operation)
      const name = owner?.resource === resource ? listNames(operation.path)[owner.count - 1] : undefined
      return operation.parameters.filter((one) => one.in === 'path' && one.name === name).map(({ schema }) => schema)
    })
  keySchemas.set(resource, known)
  return known
}

/** Makes the free strings of a body unique, and its emails, so that nothing else has them. */
function vary(media: MediaType, value: unknown, random: Random, except: readonly (string | number)[] = []): unknown {
  let varied = value
  const offer = (path: readonly (string | number)[], text: string): boolean => {
    if (except.length > 0 && (isPrefix(path, except) || isPrefix(except, path))) return false
    const next = replaceAt(varied, path, text)
    const isFine = media.schema.check(next).length === 0
    if (isFine) varied = next
    return isFine
  }
  for (const path of listFreeStrings(media.schema, value)) {
    const old = String(valueAt(value, path))
    const unique = random.letters(6)
    if (!offer(path, `${old.slice(0, 40)} ${unique}`) && !offer(path, `${old.slice(0, 4)}${unique}`)) offer(path, unique)
  }
  for (const [name, inner] of Object.entries(isObject(value) ? value : {})) {
    const { format } = media.schema.at(name)?.facts() ?? {}
    if (format === 'email') offer([name], `${random.letters(8).toLowerCase()}@example.com`)
    else if (format === 'date' || format === 'date-time') {
      const day = new Date(Date.UTC(2030, 0, 1 + random.below(20_000))).toISOString()
      offer([name], format === 'date' ? day.slice(0, 10) : day)
    }
    else if (format === 'uuid' || media.schema.check(replaceAt(value, [name], 1)).length > 0) {
      const schema = media.schema.at(name)
      if (typeof inner === 'string' && schema !== undefined && schema.facts().values === undefined && format === undefined)
        offer([name], String(makeKey(schema, random)))
    }
  }
  return varied
}

/** A body with keys of records in it, where they are, and what made the records. */
interface Referred {
  value: unknown
  before: Draft['before']
  paths: (readonly (string | number)[])[]
}

/** Puts keys of records into the properties of a body that mean them, such as `roomId`. */
async function refer(bench: Bench, draft: Draft, value: unknown, schema: Schema, owner: KnownRecord | undefined, depth = 2): Promise<Referred> {
  if (!isObject(value) || depth === 0) return { value, before: [], paths: [] }
  const { effect } = draft.operation
  const own = effect.kind === 'none' ? undefined : effect.resource
  let referred: Record<string, unknown> = value
  const before: Draft['before'][number][] = []
  const paths: Referred['paths'] = []
  for (const name of Object.keys(value)) {
    const inner = schema.at(name)
    if (inner === undefined) continue
    if (Array.isArray(value[name]) || isObject(value[name])) {
      const list = Array.isArray(value[name]) ? value[name] : undefined
      const items = list === undefined ? inner : inner.at(0)
      if (items === undefined) continue
      const isKeys = list !== undefined && list.some((one) => !isObject(one))
      const found = isKeys ? undefined : await refer(bench, draft, list === undefined ? value[name] : list[0], items, owner, depth - 1)
      if (found !== undefined && found.before.length > 0) {
        before.push(...found.before)
        paths.push(...found.paths.map((path) => (list === undefined ? [name, ...path] : [name, 0, ...path])))
        referred = { ...referred, [name]: list === undefined ? found.value : [found.value] }
      }
      continue
    }
    const resource = bench.contract.resources.find(
      (one) =>
        one !== own &&
        !one.isSingle &&
        ['id', 'uuid', 'key', one.key.property].some(
          (suffix) => suffix !== '' && simplify(toSingular(one.name.split('/').at(-1) ?? '') + suffix) === simplify(name),
        ),
    )
    if (resource === undefined) continue
    const inPath = findAncestor(owner, resource)
    const record = inPath ?? (await bench.records.get(resource))
    if (typeof record === 'string' || inner.check(record.key).length > 0) continue
    referred = { ...referred, [name]: record.key }
    before.push(...record.before)
    paths.push([name])
  }
  return { value: referred, before, paths }
}

function findAncestor(record: KnownRecord | undefined, resource: KnownRecord['resource']): KnownRecord | undefined {
  for (let one = record; one !== undefined; one = one.parent) if (one.resource === resource) return one
  return undefined
}

const bodies = new WeakMap<Operation, NonNullable<Draft['body']>[]>()

/** Lists the bodies that a plain request may have, the most usual first. */
export function listBodies(operation: Operation): readonly NonNullable<Draft['body']>[] {
  const known = bodies.get(operation) ?? makeBodies(operation)
  bodies.set(operation, known)
  return known
}

function makeBodies(operation: Operation): NonNullable<Draft['body']>[] {
  const media = operation.body?.media.toSorted((one, other) => Number(other.kind === 'json') - Number(one.kind === 'json')) ?? []
  const usual = media.filter((one) => one.kind !== 'xml' && one.kind !== 'binary' && !isPatch(one))
  return (usual.length > 0 ? usual : media).slice(0, 1).flatMap((one) => {
    const values = [...one.examples.values(), one.schema.example(), ...[1, 2, 3].map((seed) => one.schema.example(seed))]
    return values.filter((value) => one.schema.check(value).length === 0 || one.kind === 'binary' || one.kind === 'xml').map((value) => ({ media: one, value }))
  })
}

/** The value of a parameter: as the user says, as the description does, or one that its schema allows. */
function toValue(bench: Bench, parameter: Parameter): unknown {
  // The same key would mean the same request.
  if (/idempotency/i.test(parameter.name)) return makeKey(parameter.schema, bench.random)
  const { [parameter.name]: given } = bench.options.params
  const read = given === undefined ? undefined : parameter.read({ pathParameters: { [parameter.name]: encodeURIComponent(given) }, query: `${encodeURIComponent(parameter.name)}=${encodeURIComponent(given)}`, headers: { [parameter.name.toLowerCase()]: given } })
  const documented = [...parameter.examples.values()].find((value) => parameter.schema.check(value).length === 0)
  return read?.value ?? given ?? documented ?? parameter.schema.example()
}

const accepted = new WeakMap<Bench, Map<Operation, { index: number; isSmall: boolean; isVaried: boolean }>>()

/** Says which body of an operation was accepted, which later requests have, too. */
export function keepBody(bench: Bench, operation: Operation, kept: { index: number; isSmall: boolean; isVaried: boolean }): void {
  const own = accepted.get(bench) ?? new Map()
  accepted.set(bench, own.set(operation, kept))
}

/** Makes the bodies of an operation differ from now on, since the service wants some of their values to be unique. */
export function varyFromNowOn(bench: Bench, operation: Operation): void {
  const { index = 0, isSmall = false } = accepted.get(bench)?.get(operation) ?? {}
  keepBody(bench, operation, { index, isSmall, isVaried: true })
}

/** Finds the record of a change whose body has its key. */
export async function findKeyed(bench: Bench, { effect }: Operation): Promise<KnownRecord | string | undefined> {
  const isKeyed = (effect.kind === 'replace' || effect.kind === 'merge') && effect.keyParameter === undefined
  return isKeyed && !effect.resource.isSingle && effect.scope.length === 0 ? bench.records.get(effect.resource) : undefined
}

/** Makes a plain, valid request, with records of its own if it needs some; or says why it can't. */
export async function toPlain(bench: Bench, operation: Operation, options: PlainOptions = {}): Promise<Draft | string> {
  const { isFresh = false, like, except } = options
  const { effect } = operation
  const found = findOwner(bench, operation)
  let owner = options.owner
  if (owner === undefined && found !== undefined && !(isFresh && createsByReplace(bench, operation))) {
    const got = isFresh && effect.kind !== 'create' && effect.kind !== 'list' ? await bench.records.create(found.resource) : await bench.records.get(found.resource)
    const record = typeof got === 'string' && isFresh ? await bench.records.get(found.resource) : got
    if (typeof record === 'string') return record
    owner = record
  }
  const keyed = owner === undefined ? await findKeyed(bench, operation) : undefined
  if (typeof keyed === 'string') return keyed
  const names = listNames(operation.path)
  const values = owner?.pathValues ?? []
  const parameters: ParameterLists = { path: {}, query: {}, header: {}, cookie: {} }
  for (const parameter of operation.parameters) {
    const { in: place, name, isRequired, schema } = parameter
    const at = place === 'path' ? names.indexOf(name) : -1
    const isNamed = bench.options.params[name] !== undefined
    if (at !== -1 && at < values.length) parameters.path[name] = values[at]
    else if (at !== -1 && effect.kind === 'replace' && at === names.length - 1)
      parameters.path[name] = like?.parameters.path[name] ?? makeKey(schema, bench.random, effect.kind === 'replace' ? listKeySchemas(bench, effect.resource) : [])
    else if (at !== -1 && !isNamed && (await findListedKey(bench, operation, name, parameters)) !== undefined)
      parameters.path[name] = await findListedKey(bench, operation, name, parameters)
    else if (isRequired || isNamed) parameters[place][place === 'header' ? name.toLowerCase() : name] = toValue(bench, parameter)
  }
  const draft: Draft = {
    operation,
    parameters,
    before: (owner ?? keyed)?.before ?? [],
    hasRecords: (names.length === 0 && keyed === undefined) || (owner ?? keyed)?.isOwn === true,
  }
  const { index = 0, isSmall = false, isVaried = false } = accepted.get(bench)?.get(operation) ?? {}
  const body = like?.body ?? listBodies(operation)[index]
  if (body === undefined) return draft
  const { media } = body
  let { value } = body
  if (isSmall && like === undefined) value = toSmallest({ ...draft, body }) ?? value
  const isReferring = like === undefined && media.kind !== 'xml' && media.kind !== 'binary'
  const referred = isReferring ? await refer(bench, draft, value, media.schema, owner) : { value, before: [], paths: [] }
  const fixed = [...referred.paths]
  value = referred.value
  if (effect.kind !== 'none') {
    const { key } = effect.resource
    const path = [...effect.requestPath, key.property]
    const own = media.schema.at(path[0] ?? '')
    const isKeyed = key.property !== '' && own !== undefined && valueAt(value, path) !== undefined
    const last = names.at(-1) ?? ''
    const wanted = keyed?.key ?? (effect.kind === 'create' && key.from === 'client' ? makeKey(key.schema, bench.random, listKeySchemas(bench, effect.resource)) : parameters.path[effect.keyParameter ?? last])
    const isWanted = effect.kind === 'create' ? key.from === 'client' : effect.kind === 'replace' || effect.kind === 'merge'
    if (isKeyed && isWanted && wanted !== undefined) {
      const next = replaceAt(value, path, wanted)
      if (media.schema.check(next).length === 0) {
        value = next
        fixed.push(path)
      }
    }
    for (const { parameter, property } of effect.scope) {
      const at = property === undefined ? undefined : [...effect.requestPath, property]
      if (at === undefined || valueAt(value, at) === undefined) continue
      const next = replaceAt(value, at, parameters.path[parameter])
      if (media.schema.check(next).length > 0) continue
      value = next
      fixed.push(at)
    }
  }
  if ((options.isVaried ?? isVaried) && media.kind !== 'xml' && media.kind !== 'binary') value = vary(media, value, bench.random, except)
  return { ...draft, body: { media, value }, before: [...draft.before, ...referred.before], fixed }
}
