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
  /** A string in the first two versions, lists of values since then. */
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

/** A request or a response in one form for all versions of Pact's format. */
export interface PactMessage {
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>
  /** Undefined if any body will do. */
  body: { bytes: Buffer; problem?: string } | undefined
  rules: MatchingRules
  generators: MatchingRules
  /** The JSON pointer of the body's value in the pact, and those of headers by their names in lower case. */
  pointers: Readonly<Record<string, string>>
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
  const [, side, part = '', ...rest] = place.split('/')
  const { pointers } = side === 'request' ? request : response
  const ofHeader = part === 'headers' ? pointers[`headers/${rest[0]}`] : undefined
  return ofHeader ?? (part === 'body' ? [pointers['body'], ...rest].join('/') : pointer + place)
}

const write = (value: unknown): string => (typeof value === 'string' ? value : stringifyExactJson(value))

/** Reads the content of a body; `wrapper` is what version 4 has around it. */
function readBody(content: unknown, wrapper: Record<string, unknown>): PactMessage['body'] {
  if (content === undefined) return undefined
  const encoded = String(wrapper['encoded']).toLowerCase()
  // A text of version 4 is a string in JSON, unless it says that it is encoded.
  const isString = encoded === 'false' && content !== '' && /\bjson\b/i.test(String(wrapper['contentType']))
  const text = content === null ? '' : isString ? stringifyExactJson(content) : write(content)
  if (encoded !== 'base64') return { bytes: Buffer.from(text) }
  const isBase64 = /^[\w+/-]*={0,2}$/.test(text.replaceAll(/\s/g, ''))
  return { bytes: Buffer.from(text, 'base64'), ...(!isBase64 && { problem: 'the body is not base64' }) }
}

function readMessage(document: MessageDocument, pointer: string, isV4: boolean): PactMessage {
  const { body, matchingRules, generators } = document
  const headers = Object.entries(document.headers ?? {})
  const wrapper = isV4 && isObject(body) ? body : undefined
  const read = readBody(wrapper === undefined ? body : wrapper['content'], wrapper ?? {})
  const type = wrapper?.['contentType']
  const isTyped = typeof type === 'string' && type !== '*/*' && read !== undefined && read.bytes.length > 0
  return {
    headers: {
      // The body of version 4 has a type of its own.
      ...(isTyped && { 'content-type': type }),
      ...Object.fromEntries(
        headers.map(([name, value]) => [name.toLowerCase(), [value].flat().map(write).join(', ')]),
      ),
    },
    body: read,
    rules: readRules(matchingRules),
    generators: readRules(generators),
    pointers: {
      body: `${pointer}/body${wrapper?.['content'] === undefined ? '' : '/content'}`,
      ...Object.fromEntries(
        headers.map(([name]) => [`headers/${name.toLowerCase()}`, `${pointer}/headers/${name}`]),
      ),
    },
  }
}

/** Writes a path with its query, percent-encoded. */
function writePath({ path = '/', query }: MessageDocument): string {
  let decoded = path
  try {
    decoded = decodeURI(path)
  } catch {
    // It has a percent sign that encodes nothing.
  }
  const pairs = Object.entries(isObject(query) ? query : {}).flatMap(([name, values]) =>
    [values]
      .flat()
      .map(
        (value) => encodeURIComponent(name) + (value === null ? '' : `=${encodeURIComponent(write(value))}`),
      ),
  )
  const text = typeof query === 'string' ? query : pairs.join('&')
  return encodeURI(decoded) + (text && `?${text}`)
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
  const { description = '', providerStates, providerState = document.provider_state } = document
  const states = providerStates ?? [{ name: providerState ?? '' }]
  return {
    pointer,
    description,
    states: states.map(({ name }) => String(name)).filter(Boolean),
    skipped,
    request: {
      method: (request?.method ?? 'GET').toUpperCase(),
      path: writePath(request ?? {}),
      ...readMessage(request ?? {}, `${pointer}/request`, isV4),
    },
    response: {
      status: Number(response?.status ?? 200),
      ...readMessage(response ?? {}, `${pointer}/response`, isV4),
    },
  }
}

/** Lists the interactions and messages of a pact. */
export function readInteractions({
  interactions = [],
  messages = [],
  metadata,
}: PactDocument): PactInteraction[] {
  const named = Object(metadata) as Record<string, { version?: unknown } | null | undefined>
  const isV4 = /^4\b/.test(String((named['pact-specification'] ?? named['pactSpecification'])?.version))
  return [
    ...interactions.map((one, index) => readInteraction(one, `/interactions/${index}`, isV4)),
    ...messages.map((one, index) =>
      readInteraction({ ...one, type: 'Asynchronous/Messages' }, `/messages/${index}`, isV4),
    ),
  ]
}

/** Reads a body as JSON; undefined if it isn't. */
export function readJson(body: PactMessage['body']): unknown {
  try {
    return body && parseExactJson(body.bytes.toString())
  } catch {
    return undefined
  }
}
