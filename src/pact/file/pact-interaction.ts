import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { type MatchingRules, readRules } from './matching-rules.ts'

/** The part of a pact file that the kit reads. */
export interface PactDocument {
  consumer: { name: string }
  provider: { name: string }
  interactions?: InteractionDocument[]
  messages?: InteractionDocument[]
  metadata?: unknown
}

/** An interaction in a file, in any version of Pact's format. */
interface InteractionDocument {
  type?: string
  description?: string
  providerState?: string | null
  /** The spelling of `providerState` in the first versions of Pact for Ruby. */
  provider_state?: string | null
  providerStates?: { name: string }[] | null
  request?: MessageDocument | null
  response?: MessageDocument | null
  /** What plugins of Pact need, by their names. */
  pluginConfiguration?: Record<string, unknown>
}

interface MessageDocument {
  method?: string
  path?: string
  /** A text in the first two versions, lists of values since then. */
  query?: string | Record<string, unknown> | null
  status?: number
  headers?: Record<string, string | string[]> | null
  body?: unknown
  matchingRules?: unknown
  generators?: unknown
}

/** A pact and its source. */
export interface Pact {
  source: string
  /** The content, with exact integers. */
  document: PactDocument
  /** All interactions, including messages, in their order. */
  interactions: readonly PactInteraction[]
}

/** A body as a pact writes it; undefined if any body will do. */
type PactBody = { bytes: Buffer; problem?: string } | undefined

/** A request or a response in one form for all versions of Pact's format. */
export interface PactMessage {
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>
  /** The names of headers in the pact's own spelling, by their names in lower case. */
  headerNames: ReadonlyMap<string, string>
  body: PactBody
  /** The place of the body's value in the pact, as a JSON pointer. */
  bodyPointer: string
  rules: MatchingRules
  generators: MatchingRules
}

/** An interaction in one form for all versions of Pact's format. */
export interface PactInteraction {
  /** Its place in the pact, as a JSON pointer. */
  pointer: string
  description: string
  /** The names of its provider states. */
  states: readonly string[]
  /** Why it isn't judged, if it isn't a request over HTTP without a plugin. */
  skipped: string | undefined
  request: PactMessage & { method: string; path: string }
  response: PactMessage & { status: number }
}

/** Returns the place of a part of an interaction in its pact, such as `/request/body/id` or `/response/headers/accept`, as a JSON pointer. */
export function toPlace({ pointer, request, response }: PactInteraction, place: string): string {
  const [, side = '', part = '', ...rest] = place.split('/')
  const { bodyPointer, headerNames } = side === 'request' ? request : response
  if (part === 'body') return [bodyPointer, ...rest].join('/')
  return [pointer, side, part, ...rest.map((name) => headerNames.get(name) ?? name)].filter(Boolean).join('/')
}

/** Reads a body: in version 4, an object with the content and its encoding. */
function readBody(body: unknown, isV4: boolean): PactBody {
  const wrapper = isV4 && isObject(body) ? body : undefined
  const content = wrapper === undefined ? body : wrapper['content']
  if (content === undefined) return undefined
  const encoded = String(wrapper?.['encoded']).toLowerCase()
  // A text of version 4 is a string in JSON, unless it says that it is encoded.
  const isString = encoded === 'false' && content !== '' && /\bjson\b/i.test(String(wrapper?.['contentType']))
  const text =
    content === null ? '' : typeof content === 'string' && !isString ? content : stringifyExactJson(content)
  if (encoded !== 'base64') return { bytes: Buffer.from(text) }
  const isBase64 = /^[\w+/-]*={0,2}$/.test(text.replaceAll(/\s/g, ''))
  return { bytes: Buffer.from(text, 'base64'), ...(!isBase64 && { problem: 'the body is not base64' }) }
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : stringifyExactJson(value))

const encode = (text: string): string => encodeURIComponent(text)

function writeQuery(query: MessageDocument['query']): string {
  if (!query) return ''
  if (typeof query === 'string') return `?${query}`
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values]
      .flat()
      .map((value) => (value === null ? encode(name) : `${encode(name)}=${encode(toText(value))}`)),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function readMessage(document: MessageDocument, pointer: string, isV4: boolean): PactMessage {
  const { body, headers, matchingRules, generators } = document
  const entries = Object.entries(headers ?? {})
  const isWrapped = isV4 && isObject(body) && Object.hasOwn(body, 'content')
  const read = readBody(body, isV4)
  const own = Object.fromEntries(
    entries.map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.map(toText).join(', ') : toText(value),
    ]),
  )
  const type = isWrapped && isObject(body) ? body['contentType'] : undefined
  const isTyped = typeof type === 'string' && type !== '*/*' && read !== undefined && read.bytes.length > 0
  return {
    // The body of version 4 has a type of its own.
    headers: { ...(isTyped && { 'content-type': type }), ...own },
    headerNames: new Map(entries.map(([name]) => [name.toLowerCase(), name])),
    body: read,
    bodyPointer: `${pointer}/body${isWrapped ? '/content' : ''}`,
    rules: readRules(matchingRules),
    generators: readRules(generators),
  }
}

function explainSkipped({ type, pluginConfiguration = {} }: InteractionDocument): string | undefined {
  const plugins = Object.keys(pluginConfiguration)
  if (plugins.length > 0) return `the interaction needs the plugin ${plugins.join(' and ')}`
  if (type === undefined || type === 'Synchronous/HTTP') return undefined
  return `the interaction is of the kind ${type}, and a description has only requests over HTTP`
}

function readInteraction(document: InteractionDocument, pointer: string, isV4: boolean): PactInteraction {
  const skipped = explainSkipped(document)
  // Messages have contents instead.
  const { request, response } = skipped === undefined ? document : {}
  const { providerStates, providerState = document.provider_state } = document
  const states = providerStates ?? (providerState ? [{ name: providerState }] : [])
  return {
    pointer,
    description: document.description ?? '',
    states: states.map(({ name }) => String(name)).filter((name) => name !== ''),
    skipped,
    request: {
      method: (request?.method ?? 'GET').toUpperCase(),
      path: encodeURI(decodePath(request?.path ?? '/')) + writeQuery(request?.query),
      ...readMessage(request ?? {}, `${pointer}/request`, isV4),
    },
    response: {
      status: Number(response?.status ?? 200),
      ...readMessage(response ?? {}, `${pointer}/response`, isV4),
    },
  }
}

/** Decodes what {@link encodeURI} would encode again. */
function decodePath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

function isVersion4({ metadata }: PactDocument): boolean {
  const named = Object(metadata) as Record<string, { version?: unknown } | null | undefined>
  const version = (named['pact-specification'] ?? named['pactSpecification'])?.version
  return /^4\b/.test(String(version))
}

/** Lists the interactions and messages of a pact. */
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

/** Reads a body as JSON; undefined if it isn't. */
export function readJson(body: PactBody): { value: unknown } | undefined {
  try {
    return body && { value: parseExactJson(body.bytes.toString()) }
  } catch {
    return undefined
  }
}
