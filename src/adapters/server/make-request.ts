import { randomUUID } from 'node:crypto'
import type {
  Contract,
  MediaType,
  Operation,
  Resource,
  ResourceEffect,
  Schema,
} from '../../contract/contract.ts'
import { getAt, removeAt, setAt } from '../../json/at-path.ts'
import type { AnyServedMock } from '../../mock/create-mock.ts'
import { isObject } from '../../options/is-object.ts'

/** A request as `POST /requests` takes it. */
interface MadeRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** How many keys are tried besides the documented one. */
const maxTries = 20

async function isTaken(mock: AnyServedMock, { name }: Resource, key: unknown): Promise<boolean> {
  try {
    return (await mock.records(name).get(String(key))) !== undefined
  } catch {
    // Several owners have a record with it.
    return true
  }
}

/** Finds a key that no record has: the given one, or another one of its kind; undefined if none is found. */
async function findFreeKey(mock: AnyServedMock, resource: Resource, example: unknown): Promise<unknown> {
  const { schema } = resource.key
  const first = (await mock.records(resource.name).count()) + 1
  const isInteger = typeof example === 'number' || typeof example === 'bigint'
  const others = Array.from({ length: maxTries }, (_, index) => first + index)
  const keys = isInteger
    ? [...others, Date.now()]
    : [...others.map((seed) => schema.example(seed)), randomUUID(), `key-${first}`]
  for (const key of [example, ...keys])
    if (schema.check(key).length === 0 && !(await isTaken(mock, resource, key))) return key
  return undefined
}

/** Copies a value with a property, if its schema has it and allows that. */
const withProperty = (schema: Schema, value: unknown, name: string, inner: unknown): unknown =>
  schema.at(name)?.check(inner).length === 0 ? setAt(value, [name], inner) : value

/** Finds the key of a stored record; undefined if there is none. */
async function findStoredKey(mock: AnyServedMock, { name, key }: Resource): Promise<unknown> {
  const [first] = await mock.records(name).list({ limit: 1 })
  return getAt(first, [key.property])
}

/** Makes a record that isn't stored yet, of owners that are. */
export async function makeRecord(mock: AnyServedMock, resource: Resource): Promise<unknown> {
  const { schema, key, isSingle } = resource
  let scope: ResourceEffect['scope'] = []
  let value = schema.example()
  for (const { effect, body } of mock.contract.operations) {
    if (effect.kind === 'none' || effect.resource !== resource) continue
    if (effect.scope.length > scope.length) scope = effect.scope
    const media = pickMedia(body)
    const sent = effect.kind === 'create' && media && getAt(makeValue(media), effect.requestPath)
    if (!isObject(sent)) continue
    for (const [name, inner] of Object.entries(sent)) value = withProperty(schema, value, name, inner)
  }
  for (const { parameter, property = parameter, resource: owner } of scope) {
    const inner = owner && (await findStoredKey(mock, owner))
    if (inner !== undefined) value = withProperty(schema, value, property, inner)
  }
  if (key.property === '' || isSingle) return value
  const free = await findFreeKey(mock, resource, getAt(value, [key.property]))
  return free === undefined ? removeAt(value, [key.property]) : setAt(value, [key.property], free)
}

/** Finds the keys of stored records for the path of an operation: those of the innermost record, and of its owners. */
async function findKeys(
  mock: AnyServedMock,
  { resources }: Contract,
  path: string,
): Promise<Record<string, unknown>> {
  const segments = path.split('/')
  const keys: Record<string, unknown> = {}
  let inner: unknown
  // Parents come before their children.
  for (const { name, key, itemPath } of [...resources].reverse()) {
    const own = itemPath?.split('/') ?? []
    const [, parameter] = /^\{([^{}]+)\}$/.exec(segments[own.length - 1] ?? '') ?? []
    const isOnWay = own.every((segment, at) => segment === segments[at] || segments[at]?.startsWith('{'))
    if (parameter === undefined || !isOnWay) continue
    const [record] = await mock.records(name).list({ limit: 1 })
    const found = getAt(inner, [parameter]) ?? getAt(record, [key.property])
    if (found !== undefined) keys[parameter] = found
    inner ??= record
  }
  return keys
}

const pickMedia = (body: Operation['body']): MediaType | undefined =>
  body?.media.find(({ kind }) => kind === 'json') ?? body?.media[0]

/** Makes a valid value, a documented one if there is one. */
const makeValue = ({ examples, schema }: MediaType): unknown =>
  [...examples.values()].find((value) => schema.check(value).length === 0) ?? schema.example()

async function makeBody(
  mock: AnyServedMock,
  { body, effect }: Operation,
  keys: Readonly<Record<string, unknown>>,
): Promise<{ contentType: string; body: string } | undefined> {
  const media = pickMedia(body)
  if (media === undefined) return undefined
  let value = makeValue(media)
  if (effect.kind !== 'none') {
    const { resource, requestPath, keyParameter = '' } = effect
    for (const { resource: owner, property } of effect.references) {
      const own = await findStoredKey(mock, owner)
      if (own !== undefined) value = setAt(value, [...requestPath, property], own)
    }
    const place = [...requestPath, resource.key.property]
    const key = getAt(value, place)
    // A key that the mock makes is free.
    if (key !== undefined && effect.kind === 'create')
      value =
        resource.key.from === 'server'
          ? removeAt(value, place)
          : setAt(value, place, (await findFreeKey(mock, resource, key)) ?? key)
    else if (key !== undefined && keyParameter in keys) value = setAt(value, place, keys[keyParameter])
  }
  const written = media.write(value)
  return {
    contentType: written.contentType,
    body: typeof written.body === 'string' ? written.body : new TextDecoder().decode(written.body),
  }
}

/** Makes a valid request of an operation: with a key that isn't stored to create a record, otherwise with those of stored records, and with credentials that a mock accepts by default. */
export async function makeRequest(mock: AnyServedMock, operation: Operation): Promise<MadeRequest> {
  const { contract } = mock
  const { method, parameters, security } = operation
  const keys = await findKeys(mock, contract, operation.path)
  const values: Record<'path' | 'query' | 'header' | 'cookie', Record<string, unknown>> = {
    path: {},
    query: {},
    header: {},
    cookie: {},
  }
  for (const { name, in: place, isRequired, examples, schema } of parameters)
    if (isRequired)
      values[place][place === 'header' ? name.toLowerCase() : name] =
        (place === 'path' ? keys[name] : undefined) ?? [...examples.values()][0] ?? schema.example()
  const { path, query, headers } = operation.writeParameters(values)
  const credentials = (security[0] ?? []).map(({ scheme }) =>
    scheme.write(scheme.kind === 'basic' ? 'user:password' : 'local-token'),
  )
  const cookies = [headers, ...credentials.map((one) => one.headers)].flatMap((one) => one?.['cookie'] ?? [])
  const whole = [query, ...credentials.flatMap((one) => one.query ?? [])].filter(Boolean).join('&')
  const made = await makeBody(mock, operation, keys)
  return {
    method,
    path: `${contract.basePaths[0] ?? ''}${path}${whole && `?${whole}`}`,
    headers: {
      ...headers,
      ...Object.assign({}, ...credentials.map((one) => one.headers)),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      ...(made && { 'content-type': made.contentType }),
    },
    ...(made && { body: made.body }),
  }
}
