import { isSuccess } from '../../http/exchange.ts'
import { listHops } from '../../http/hop-by-hop.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import type { Known } from '../../judge/judge-exchange.ts'
import { isObject } from '../../options/is-object.ts'
import { type NamedState, readState, toKnown } from '../states/provider-states.ts'
import { type PactBody, parseBody } from './pact-body.ts'
import type { InteractionDocument, MessageDocument, PactDocument } from './pact-document.ts'

/** A pact and its source. */
export interface Pact {
  source: string
  text: string
  /** The parsed text, with exact integers. */
  document: PactDocument
  /** All interactions, including messages, in their order. */
  interactions: readonly PactInteraction[]
}

interface PactMessage {
  headers: ReadonlyMap<string, string>
  /** The names of headers in the pact's own spelling, by their names in lower case. */
  headerNames: ReadonlyMap<string, string>
  body: PactBody
  /** The place of the body's value in the pact, as a JSON pointer. */
  bodyPointer: string
}

/** An interaction in one form for all versions of Pact's format. */
export interface PactInteraction {
  /** Its place in the pact, as a JSON pointer. */
  pointer: string
  description: string
  states: readonly NamedState[]
  /** What the states and the status say about the token and the id. */
  known: Known
  /** Why it isn't judged, if it isn't a request over HTTP without a plugin. */
  skipped: string | undefined
  request: PactMessage
  response: PactMessage & { status: number }
}

/** Returns whether a header is about a connection or the framing of a message: a service sends another one to each client. */
export const isOfConnection = (name: string): boolean =>
  name.toLowerCase() === 'content-length' || listHops().has(name.toLowerCase())

export const expectsSuccess = ({ response }: PactInteraction): boolean => isSuccess(response.status)

/** Returns the place of a part of an interaction in its pact, such as `['response', 'headers', 'accept']`, as a JSON pointer. */
export function toPointer({ pointer, request, response }: PactInteraction, steps: readonly string[]): string {
  const [side = '', part = '', ...rest] = steps
  const { bodyPointer, headerNames } = side === 'request' ? request : response
  if (part === 'body') return [bodyPointer, ...rest].join('/')
  return [pointer, side, part, ...rest.map((name) => headerNames.get(name) ?? name)].join('/')
}

function readStates(document: InteractionDocument, body: PactBody): NamedState[] {
  const { providerStates, providerState = document.provider_state } = document
  const all = providerStates ?? (providerState ? [{ name: providerState }] : [])
  const { id } = Object(body?.value) as { id?: unknown }
  const sent = typeof id === 'number' || typeof id === 'bigint' ? id : undefined
  return all.map(({ name, params }: { name: string; params?: Record<string, unknown> }) =>
    readState(String(name), params ?? {}, sent),
  )
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : stringifyExactJson(value))

function readMessage(document: MessageDocument, pointer: string, isV4: boolean): PactMessage {
  const entries = Object.entries(document.headers ?? {})
  const headers = new Map(
    entries.map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : toText(value),
    ]),
  )
  const { body } = document
  const isWrapped = isV4 && (body === undefined || (isObject(body) && Object.hasOwn(body, 'content')))
  return {
    headers,
    headerNames: new Map(entries.map(([name]) => [name.toLowerCase(), name])),
    body: parseBody(body, isV4),
    bodyPointer: `${pointer}/body${isWrapped ? '/content' : ''}`,
  }
}

const messages: Record<string, string> = {
  'Asynchronous/Messages': 'an asynchronous message',
  'Synchronous/Messages': 'a synchronous message',
}

function explainSkipped({ type, pluginConfiguration = {} }: InteractionDocument): string | undefined {
  const plugins = Object.keys(pluginConfiguration)
  if (plugins.length > 0) return `the interaction needs the plugin ${plugins.join(' and ')}`
  if (type === undefined || type === 'Synchronous/HTTP') return undefined
  const kind = messages[type] ?? `of the kind ${type}`
  return `the interaction is ${kind}, and the specification has only requests over HTTP`
}

function readInteraction(document: InteractionDocument, pointer: string, isV4: boolean): PactInteraction {
  const skipped = explainSkipped(document)
  // Messages have contents instead.
  const { request, response } = skipped === undefined ? document : {}
  const sent = readMessage(request ?? {}, `${pointer}/request`, isV4)
  const states = readStates(document, sent.body)
  const status = Number(response?.status ?? 200)
  return {
    pointer,
    description: document.description ?? '',
    states,
    known: toKnown(states, status),
    skipped,
    request: sent,
    response: { status, ...readMessage(response ?? {}, `${pointer}/response`, isV4) },
  }
}

export function isVersion4({ metadata }: PactDocument): boolean {
  const named = Object(metadata) as Record<string, { version?: unknown } | null | undefined>
  const version = (named['pact-specification'] ?? named['pactSpecification'])?.version
  return /^4\b/.test(String(version))
}

export function readInteractions(document: PactDocument): PactInteraction[] {
  const { interactions = [], messages = [] } = document
  const isV4 = isVersion4(document)
  return [
    ...interactions.map((one, index) => readInteraction(one, `/interactions/${index}`, isV4)),
    ...messages.map((one, index) =>
      readInteraction({ ...one, type: 'Asynchronous/Messages' }, `/messages/${index}`, isV4),
    ),
  ]
}
