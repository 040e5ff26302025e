import { getAt, setAt } from '../json/at-path.ts'
import { readExactJson } from '../json/exact-json.ts'
import { isSame } from '../json/is-same.ts'
import { mergePatch } from '../mock/effects/merge-patch.ts'
import { isContainer } from '../options/is-object.ts'
import type { Draft } from '../probes/draft.ts'
import type { KnownRecord } from '../verify/known-record.ts'

/** A response; names of headers are in lower case, and the status is 0 if there was none. */
export interface SideResponse {
  draft: Draft
  record: KnownRecord | undefined
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

export const isAccepted = ({ status }: Pick<SideResponse, 'status'>): boolean => status >= 200 && status < 400

/** What a response looks like, without what varies, by place: `status`, `header location`, `body /name`. */
export type ResponseLook = ReadonlyMap<string, string>

/** Headers of the connection, of pages, and of infrastructure. */
const ignored =
  /^(?:connection|keep-alive|date|server|content-(?:length|encoding|security-policy.*)|transfer-encoding|trailer|vary|via|alt-svc|age|set-cookie|link|access-control-.*|cross-origin-.*|x-(?:frame-options|content-type-options|xss-protection|dns-prefetch-control|download-options|permitted-cross-domain-policies|powered-by|runtime|response-time)|strict-transport-security|(?:referrer|permissions)-policy|origin-agent-cluster|server-timing|(?:x-)?rate-?limit.*|traceparent)$/

/** Headers whose values are the same in responses of one kind; of all others, only their presence counts. */
const constant = /^(?:content-type|www-authenticate|allow|cache-control|accept-.*|content-language)$/

function describeHeader(name: string, value: string): string {
  if (!constant.test(name)) return 'present'
  const split = (by: string): string[] => value.split(by).map((one) => one.trim())
  // Frameworks add HEAD and OPTIONS.
  const isOwn = (method: string): boolean => !/^(?:HEAD|OPTIONS)$/i.test(method)
  return name === 'allow'
    ? split(',').filter(isOwn).sort().join(', ')
    : split(';')
        .join('; ')
        .replace(/boundary=.*/, 'boundary=…')
}

const formats = {
  'date-time': /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  URL: /^https?:\/\//,
}

export function describeValueType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value !== 'string') return typeof value === 'bigint' ? 'number' : typeof value
  const [format] = Object.entries(formats).find(([, pattern]) => pattern.test(value)) ?? []
  return format === undefined ? 'string' : `string (${format})`
}

/** Describes the items of an empty array: nobody knows what they are like. */
const unseen = '?'

/** Returns the record of a request as its response should have it. */
function findSent({ draft: { operation, body }, record }: SideResponse): unknown {
  const { effect } = operation
  const own = effect.kind === 'none' ? undefined : getAt(body?.value, effect.requestPath)
  if (effect.kind === 'create' || effect.kind === 'replace') return own
  return effect.kind === 'merge' ? mergePatch(record?.sent, own) : record?.sent
}

/** Keeps only the own record of a list, since the service may have any number of others, and no link to them. */
function narrowList(body: unknown, { draft, record }: SideResponse): unknown {
  const { effect } = draft.operation
  if (effect.kind !== 'list' || effect.list === undefined) return body
  const { itemsPath, itemPath, envelope } = effect.list
  const items = getAt(body, itemsPath)
  const keyPath = [...itemPath, effect.resource.key.property]
  const own = Array.isArray(items) ? items.filter((item) => isSame(getAt(item, keyPath), record?.key)) : []
  return envelope
    .filter(({ kind, path }) => /^(?:next|previous)$/.test(kind) && getAt(body, path) !== undefined)
    .reduce(
      (whole, { path }) => setAt(whole, path, null),
      Array.isArray(items) ? setAt(body, itemsPath, own.slice(0, 1)) : body,
    )
}

export function toLook(seen: SideResponse): ResponseLook {
  const { draft, status, headers, body } = seen
  const { effect, parameters } = draft.operation
  const look = new Map([['status', status === 0 ? 'no response' : `${status}`]])
  for (const [name, value] of Object.entries(headers))
    if (!ignored.test(name)) look.set(`header ${name}`, describeHeader(name, value))
  const json = readExactJson(body)
  look.set(
    'body',
    body === '' ? 'empty' : json === undefined ? 'no JSON' : `JSON (${describeValueType(json)})`,
  )
  const isOfRecord = isAccepted(seen) && effect.kind !== 'none'
  const { list = undefined, responsePath = undefined } = isOfRecord ? effect : {}
  const recordPath = list === undefined ? responsePath : [...list.itemsPath, '*', ...list.itemPath]
  // Bodies of errors name what is wrong.
  const properties = draft.body?.media.schema.facts().properties ?? []
  const names = new Set(isAccepted(seen) ? [] : [...properties, ...parameters.map(({ name }) => name)])
  const add = (path: readonly string[], text: string): void => {
    const place = `body /${path.join('/')}`
    const texts = new Set([...(look.get(place)?.split(' or ') ?? []), text])
    look.set(place, [...texts].sort().join(' or '))
  }
  /** Adds what is in a value; `sent` is what it was sent as, if it was. */
  function addInner(value: unknown, path: readonly string[], inner?: unknown): void {
    const sent = isSame(path, recordPath) ? findSent(seen) : inner
    if (path.length > 0 && sent !== undefined && !isContainer(value))
      add(path, isSame(sent, value) ? 'as sent' : 'not as sent')
    else if (path.length > 0) add(path, describeValueType(value))
    if (Array.isArray(value) && value.length === 0) add([...path, '*'], unseen)
    for (const [name, one] of isContainer(value) ? Object.entries(value) : []) {
      const step = Array.isArray(value) ? '*' : path.length > 0 && names.has(name) ? '{name}' : name
      addInner(one, [...path, step], isContainer(sent) ? sent[name] : undefined)
    }
  }
  addInner(isOfRecord ? narrowList(json, seen) : json, [])
  return look
}

export interface PlaceDifference {
  differs: string
  service: string
  mock: string
}

/** Lists the places that nobody has seen, because an array is empty. */
export const listUnseen = (look: ResponseLook): string[] =>
  [...look].flatMap(([place, text]) => (text === unseen ? [place] : []))

export const isPlaceWithin = (place: string, outer: string): boolean =>
  place === outer || place.startsWith(`${outer}/`) || place.startsWith(`${outer} /`)

/** Lists where two looks differ, but not what follows from another difference. */
export function compareLooks(service: ResponseLook, mock: ResponseLook): PlaceDifference[] {
  const toText = (look: ResponseLook, place: string): string => look.get(place) ?? 'missing'
  const all = [...new Set([...service.keys(), ...mock.keys()])].filter(
    (place) => toText(service, place) !== toText(mock, place),
  )
  const empty = [service, mock].flatMap(listUnseen)
  return all
    .filter((place) => !empty.some((outer) => isPlaceWithin(place, outer)))
    .filter((place) => !all.some((outer) => outer !== place && isPlaceWithin(place, outer)))
    .map((differs) => ({ differs, service: toText(service, differs), mock: toText(mock, differs) }))
}
