import { parseExactJson } from '../json/exact-json.ts'
import { isSame } from '../json/is-same.ts'
import { mergePatch } from '../mock/effects/merge-patch.ts'
import { getAt, setAt } from '../mock/responses/place.ts'
import { isContainer } from '../options/is-object.ts'
import { isAccepted, type Seen } from './side.ts'

/** What a response looks like, without what varies, by place: `status`, `header location`, `body /name`. */
export type Look = ReadonlyMap<string, string>

/** Headers of the connection, of pages, and of infrastructure. */
const ignored =
  /^(?:connection|keep-alive|date|server|content-(?:length|encoding|security-policy.*)|transfer-encoding|trailer|vary|via|alt-svc|age|set-cookie|link|access-control-.*|cross-origin-.*|x-(?:frame-options|content-type-options|xss-protection|dns-prefetch-control|download-options|permitted-cross-domain-policies|powered-by|runtime|response-time)|strict-transport-security|(?:referrer|permissions)-policy|origin-agent-cluster|server-timing|(?:x-)?rate-?limit.*|traceparent)$/

/** Headers whose values are the same in responses of one kind; of all others, only their presence counts. */
const constant = /^(?:content-type|www-authenticate|allow|cache-control|accept-.*|content-language)$/

function describeHeader(name: string, value: string): string {
  if (!constant.test(name)) return 'present'
  const trim = (one: string): string => one.trim().replace(/boundary=.*/, 'boundary=…')
  if (name !== 'allow') return value.split(';').map(trim).join('; ')
  // Frameworks add HEAD and OPTIONS.
  const methods = value.split(',').map(trim)
  return methods
    .filter((one) => !/^(?:HEAD|OPTIONS)$/i.test(one))
    .sort()
    .join(', ')
}

const formats: readonly [name: string, pattern: RegExp][] = [
  ['date-time', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['uuid', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['URL', /^https?:\/\//],
]

/** Describes the type of a value, and the format of a string. */
export function describeType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value !== 'string') return typeof value === 'bigint' ? 'number' : typeof value
  const [format] = formats.find(([, pattern]) => pattern.test(value)) ?? []
  return format === undefined ? 'string' : `string (${format})`
}

/** Describes the items of an empty array: nobody knows what they are like. */
const unseen = '?'

/** Reads a body; undefined if it isn't JSON. */
export function readJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

/** Returns the record of a request as its response should have it. */
function findSent({ draft: { operation, body }, record }: Seen): unknown {
  const { effect } = operation
  if (effect.kind === 'none') return undefined
  const own = getAt(body?.value, effect.requestPath)
  if (effect.kind === 'create' || effect.kind === 'replace') return own
  return effect.kind === 'merge' ? mergePatch(record?.sent, own) : record?.sent
}

/** Keeps only the own record of a list, and no links, since the service may have any number of other records. */
function narrowList(body: unknown, { draft, record }: Seen): unknown {
  const { effect } = draft.operation
  if (effect.kind !== 'list' || effect.list === undefined) return body
  const { itemsPath, itemPath, envelope } = effect.list
  const items = getAt(body, itemsPath)
  if (!Array.isArray(items)) return body
  const { key } = effect.resource
  const isOwn = (item: unknown): boolean => isSame(getAt(item, [...itemPath, key.property]), record?.key)
  const narrowed = setAt(body, itemsPath, items.filter(isOwn).slice(0, 1))
  const links = envelope.filter(({ kind }) => kind === 'next' || kind === 'previous')
  return links.reduce(
    (whole, { path }) => (getAt(whole, path) === undefined ? whole : setAt(whole, path, null)),
    narrowed,
  )
}

/** Describes a response. */
export function toLook(seen: Seen): Look {
  const { draft, status, headers, body } = seen
  const { effect, parameters } = draft.operation
  const look = new Map<string, string>([['status', status === 0 ? 'no response' : `${status}`]])
  for (const [name, value] of Object.entries(headers))
    if (!ignored.test(name)) look.set(`header ${name}`, describeHeader(name, value))
  const json = readJson(body)
  look.set('body', body === '' ? 'empty' : json === undefined ? 'no JSON' : `JSON (${describeType(json)})`)
  if (json === undefined) return look
  const isOfRecord = isAccepted(seen) && effect.kind !== 'none'
  const { list = undefined, responsePath = undefined } = isOfRecord ? effect : {}
  const at = list === undefined ? responsePath : [...list.itemsPath, '*', ...list.itemPath]
  // Bodies of errors name what is wrong.
  const properties = draft.body?.media.schema.facts().properties ?? []
  const names = new Set(isAccepted(seen) ? [] : [...properties, ...parameters.map(({ name }) => name)])
  const add = (path: readonly string[], text: string): void => {
    const place = `body /${path.join('/')}`
    const texts = new Set([...(look.get(place)?.split(' or ') ?? []), text])
    look.set(place, [...texts].sort().join(' or '))
  }
  const open = [
    { value: isOfRecord ? narrowList(json, seen) : json, path: [] as string[], own: undefined as unknown },
  ]
  for (const { value, path, own: inner } of open) {
    const own = at !== undefined && isSame(path, at) ? findSent(seen) : inner
    const isSent = own !== undefined && !isContainer(value)
    if (path.length > 0)
      add(path, isSent ? (isSame(own, value) ? 'as sent' : 'not as sent') : describeType(value))
    if (Array.isArray(value) && value.length === 0) add([...path, '*'], unseen)
    for (const [name, one] of isContainer(value) ? Object.entries(value) : []) {
      const step = Array.isArray(value) ? '*' : path.length > 0 && names.has(name) ? '{name}' : name
      open.push({ value: one, path: [...path, step], own: isContainer(own) ? own[name] : undefined })
    }
  }
  return look
}

/** What differs in a place. */
export interface Differing {
  differs: string
  service: string
  mock: string
}

/** Lists the places that nobody has seen, because an array is empty. */
export const listUnseen = (look: Look): string[] =>
  [...look].flatMap(([place, text]) => (text === unseen ? [place] : []))

/** Whether a place is another one, or in it. */
export const isWithin = (place: string, outer: string): boolean =>
  place === outer || place.startsWith(`${outer}/`)

/** Lists where two looks differ, but not what follows from another difference. */
export function compareLooks(service: Look, mock: Look): Differing[] {
  const places = [...new Set([...service.keys(), ...mock.keys()])]
  const all = places
    .map((differs) => ({
      differs,
      service: service.get(differs) ?? 'missing',
      mock: mock.get(differs) ?? 'missing',
    }))
    .filter((one) => one.service !== one.mock)
  const empty = [service, mock].flatMap(listUnseen)
  const isOuter = (place: string, { differs }: Differing): boolean =>
    differs === 'body' ? place.startsWith('body /') : place !== differs && isWithin(place, differs)
  return all.filter(
    ({ differs }) =>
      !all.some((other) => isOuter(differs, other)) && !empty.some((place) => isWithin(differs, place)),
  )
}
