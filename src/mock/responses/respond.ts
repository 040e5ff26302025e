import type { MediaType, Operation, Resource, Response, Schema } from '../../contract/contract.ts'
import { schemaAt } from '../../contract/schema-at.ts'
import { getAt, setAt } from '../../json/at-path.ts'
import { isObject } from '../../options/is-object.ts'
import type { EffectCall, Outcome, Page } from '../effects/context.ts'
import type { Call, MockResponse } from '../exchange.ts'
import { readHeader } from '../exchange.ts'
import { negotiate } from '../negotiate.ts'
import type { StoredRecord } from '../storage/mock-storage.ts'
import { complete, completeItem, fitToSchema } from './complete.ts'
import { fillEnvelope, listLinks } from './envelope.ts'
import { toEtag } from './etag.ts'
import { hashText, pickExample } from './pick-example.ts'
import { pickSuccess, type SuccessKind, toSuccessKind } from './pick-response.ts'
import { writeResponse } from './write-response.ts'

/** Picks the media type of a response; the first one if the client wants none, which a step before has rejected. */
const pickMedia = (response: Response | undefined, call: Call): MediaType | undefined =>
  response && (negotiate(response.media, readHeader(call.request.headers, 'accept')) ?? response.media[0])

const literals = new Map<string, readonly string[]>()

/** Splits a path at its parameters. */
function toLiterals(path: string): readonly string[] {
  const split = literals.get(path) ?? path.split(/\{[^{}]*\}/)
  literals.set(path, split)
  return split
}

function toLocation({ scope }: Resource, itemPath: string, record: StoredRecord, basePath: string): string {
  const [start = '', ...rest] = toLiterals(itemPath)
  const values = [...(scope.length > 0 ? scope.map((name) => record.scope[name] ?? '') : []), record.key]
  const isOwn = values.length === rest.length
  const own = isOwn ? values : [...Object.values(record.scope), record.key].slice(-rest.length)
  return basePath + start + rest.map((literal, at) => encodeURIComponent(own[at] ?? '') + literal).join('')
}

/** Keeps what a schema names of a value, and makes what it requires besides. */
const toMatching = (schema: Schema, value: unknown, seed: number): unknown =>
  fitToSchema(schema, complete(schema, schema.project(value), seed), seed)

type Show = (schema: Schema, record: StoredRecord, seed: number, path: readonly string[]) => unknown

/** Keeps what shows of records, until they change. */
function showOnce(show: Show): Show {
  const bySchema = new WeakMap<Schema, WeakMap<StoredRecord, unknown>>()
  return (schema, record, seed, path) => {
    const known = bySchema.get(schema) ?? new WeakMap<StoredRecord, unknown>()
    let shown = known.get(record)
    if (shown === undefined) {
      shown = show(schema, record, seed, path)
      bySchema.set(schema, known.set(record, shown))
    }
    return shown
  }
}

/** Shows a record as an item of lists: with what is missing as it is made for the record alone. */
const showItem = showOnce((schema, { value }, seed) => completeItem(schema, schema.project(value), seed))

/** Shows a record as a body, which has it at a path. */
const showBody: Show = (schema, { value }, seed, path) =>
  toMatching(schema, setAt(undefined, path, value), seed)

/** The same for a record that was read, and probably will be again. */
const showReadBody = showOnce(showBody)

function toListBody(call: EffectCall, media: MediaType, page: Page): unknown {
  const { list } = call.effect
  const { schema } = media
  if (list === undefined)
    return fitToSchema(
      schema,
      page.items.map(({ value }) => value),
      1,
    )
  const recordSchema = schemaAt(schema, [...list.itemsPath, 0, ...list.itemPath])
  const shown = page.items.map((record) =>
    setAt(
      undefined,
      list.itemPath,
      recordSchema === undefined
        ? record.value
        : showItem(recordSchema, record, hashText(record.address), list.itemPath),
    ),
  )
  const body = setAt(undefined, list.itemsPath, shown)
  const seed = hashText(call.operation.id)
  const filled = fillEnvelope(body, call, list, page)
  return fitToSchema(schema, fillEnvelope(complete(schema, filled, seed), call, list, page), seed)
}

/** Returns the key of a record in the type that the record has it in. */
const findKey = ({ key: { property } }: Resource, { key, value }: StoredRecord): unknown =>
  (property === '' ? undefined : getAt(value, [property])) ?? key

function toBody(call: EffectCall, media: MediaType, outcome: Outcome): unknown {
  if (media.kind === 'events') return pickExample(media, undefined, hashText(call.operation.id))
  if (outcome.kind === 'list') return toListBody(call, media, outcome.page)
  const { responsePath } = call.effect
  const { record } = outcome
  const seed = hashText(record.address)
  if (responsePath === undefined && media.kind === 'json' && outcome.kind === 'record') {
    // Some only respond with the key of what they have created.
    const key = findKey(call.effect.resource, record)
    const { types } = media.schema.facts()
    if (types.length <= 2 && !types.includes('object') && media.schema.check(key).length === 0) return key
  }
  if (responsePath === undefined || (media.kind !== 'json' && media.kind !== 'xml' && media.kind !== 'form'))
    return pickExample(media, undefined, seed)
  const show = call.effect.kind === 'read' ? showReadBody : showBody
  return show(media.schema, record, seed, responsePath)
}

/** Puts the tokens that were issued into the body of a login. */
const withTokens = ({ tokens }: Call, { kind }: MediaType, value: unknown): unknown =>
  kind === 'json' && Object.keys(tokens).length > 0 ? { ...(isObject(value) ? value : {}), ...tokens } : value

interface SuccessPlan {
  response: Response | undefined
  status: number
  /** The documented ones, in lower case. */
  headerNames: ReadonlySet<string>
}

const successPlans = new WeakMap<Operation, Map<SuccessKind, SuccessPlan>>()

function findSuccess(operation: Operation, kind: SuccessKind): SuccessPlan {
  const known = successPlans.get(operation) ?? new Map<SuccessKind, SuccessPlan>()
  let success = known.get(kind)
  if (success === undefined) {
    const response = pickSuccess(operation, kind)
    const status = response?.status ?? (kind === 'created' ? 201 : 200)
    const headerNames = new Set(response?.headers.map(({ name }) => name.toLowerCase()))
    success = { response, status, headerNames }
    successPlans.set(operation, known.set(kind, success))
  }
  return success
}

export function respondToEffect(call: EffectCall, outcome: Outcome): MockResponse {
  const { operation, effect } = call
  const { response, status, headerNames } = findSuccess(operation, toSuccessKind(outcome))
  const media = pickMedia(response, call)
  const headers: Record<string, unknown> = {}
  if (outcome.kind === 'list') {
    for (const name of ['x-total-count', 'x-total', 'total-count', 'x-pagination-total'])
      if (headerNames.has(name)) headers[name] = outcome.page.total
    if (headerNames.has('link') && effect.list !== undefined)
      headers['link'] =
        listLinks(call, effect.list, outcome.page)
          .map(({ rel, target }) => `<${target}>; rel="${rel}"`)
          .join(', ') || undefined
  } else {
    if (headerNames.has('etag')) headers['etag'] = toEtag(outcome.record)
    const { key, itemPath } = effect.resource
    const isLocated =
      itemPath !== undefined &&
      outcome.kind === 'record' &&
      outcome.isNew &&
      (status === 201 || status === 202 || headerNames.has('location') || key.property === '')
    if (isLocated) headers['location'] = toLocation(effect.resource, itemPath, outcome.record, call.basePath)
  }
  const seed = hashText(outcome.kind === 'list' ? operation.id : outcome.record.address)
  const written = writeResponse({
    status,
    response,
    media,
    value: media && withTokens(call, media, toBody(call, media, outcome)),
    headers,
    seed,
  })
  if (outcome.kind === 'record' && (outcome.isNew || effect.kind === 'create'))
    written.created = effect.resource.name
  return written
}

export interface ExampleOptions {
  example?: string | undefined
  seed: number
  isDynamic?: boolean | undefined
}

/** Makes a response of a documented example, or of a value of its schema. */
export function respondWithExample(
  call: Call,
  response: Response | undefined,
  { example, seed, isDynamic }: ExampleOptions,
  status = response?.status ?? 200,
): MockResponse {
  const media = pickMedia(response, call)
  const value = media && pickExample(media, example, seed, isDynamic)
  const isLogin = response === call.operation.responses.success && example === undefined
  return writeResponse({
    status,
    response,
    media,
    value: media && isLogin ? withTokens(call, media, value) : value,
    seed,
  })
}

/** What the description says that a client can get, for the header Accept. */
export const listSuccessMedia = (operation: Operation): readonly MediaType[] =>
  pickSuccess(operation)?.media ?? []
