import { stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { type MatchingRules, readRules } from './matching-rules.ts'

/** A request or a response in one form for all versions of Pact's format. */
interface PactMessage {
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>
  /** Undefined if any body will do. */
  body: { bytes: Buffer; problem?: string } | undefined
  rules: MatchingRules
  generators: MatchingRules
}

/** An interaction in one form for all versions of Pact's format. */
export interface PactInteraction {
  /** Its place in the pact, as a JSON pointer. */
  pointer: string
  description: string
  states: readonly string[]
  /** Why it isn't judged, if it isn't a request over HTTP without a plugin. */
  skipped: string | undefined
  request: PactMessage & { method: string; path: string }
  response: PactMessage & { status: number }
}

/** A part of a pact file; what has another type counts as missing. */
type Json = Readonly<Record<string, unknown>>

const toObject = (value: unknown): Json => (isObject(value) ? value : {})

const toText = (value: unknown): string => (typeof value === 'string' ? value : stringifyExactJson(value))

/** Reads the content of a body; `wrapper` is what version 4 has around it. */
function readBody(content: unknown, wrapper: Json): PactMessage['body'] {
  if (content === undefined) return undefined
  const encoded = String(wrapper['encoded']).toLowerCase()
  // A text of version 4 is a string in JSON, unless it says that it is encoded.
  const isString = encoded === 'false' && content !== '' && /\bjson\b/i.test(String(wrapper['contentType']))
  const text = content === null ? '' : isString ? stringifyExactJson(content) : toText(content)
  if (encoded !== 'base64') return { bytes: Buffer.from(text) }
  const isBase64 = /^[\w+/-]*={0,2}$/.test(text.replaceAll(/\s/g, ''))
  return { bytes: Buffer.from(text, 'base64'), ...(!isBase64 && { problem: 'the body is not base64' }) }
}

function readMessage(message: Json, isV4: boolean): PactMessage {
  const { body, headers, matchingRules, generators } = message
  const wrapper = isV4 && isObject(body) ? body : undefined
  const read = readBody(wrapper === undefined ? body : wrapper['content'], wrapper ?? {})
  const fields = Object.entries(toObject(headers)).map(([name, value]) => [
    name.toLowerCase(),
    [value].flat().map(toText).join(', '),
  ])
  // The body of version 4 has a type of its own.
  const type = wrapper?.['contentType']
  const isTyped = typeof type === 'string' && type !== '*/*' && read !== undefined && read.bytes.length > 0
  return {
    headers: { ...(isTyped && { 'content-type': type }), ...Object.fromEntries(fields) },
    body: read,
    rules: readRules(matchingRules),
    generators: readRules(generators),
  }
}

function writePath({ path = '/', query }: Json): string {
  const pairs = Object.entries(toObject(query)).flatMap(([name, values]) =>
    [values].flat().map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(toText(value ?? ''))}`),
  )
  const text = typeof query === 'string' ? query : pairs.join('&')
  // What is encoded already stays as it is.
  return encodeURI(String(path)).replaceAll('%25', '%') + (text && `?${text}`)
}

function explainSkipped(type: unknown, configuration: unknown): string | undefined {
  const plugins = Object.keys(toObject(configuration))
  if (plugins.length > 0) return `the interaction needs the plugin ${plugins.join(' and ')}`
  return type === 'Synchronous/HTTP'
    ? undefined
    : `the interaction is of the kind ${type}, and a description has only requests over HTTP`
}

function readInteraction(document: Json, pointer: string, isV4: boolean): PactInteraction {
  const { type = 'Synchronous/HTTP', description, pluginConfiguration, providerStates } = document
  const request = toObject(document['request'])
  const response = toObject(document['response'])
  // The first versions of Pact for Ruby wrote it with an underscore.
  const state = document['providerState'] ?? document['provider_state']
  const states = Array.isArray(providerStates) ? providerStates.map((one) => toObject(one)['name']) : [state]
  return {
    pointer,
    description: String(description ?? ''),
    states: states.flatMap((name) => (typeof name === 'string' && name !== '' ? [name] : [])),
    skipped: explainSkipped(type, pluginConfiguration),
    request: {
      method: String(request['method'] ?? 'GET').toUpperCase(),
      path: writePath(request),
      ...readMessage(request, isV4),
    },
    response: { status: Number(response['status'] ?? 200), ...readMessage(response, isV4) },
  }
}

export function readInteractions(document: Json): PactInteraction[] {
  const { interactions = [], messages = [], metadata } = document as Record<string, Json[]>
  const { 'pact-specification': old, pactSpecification = old } = toObject(metadata)
  const isV4 = /^4\b/.test(String(toObject(pactSpecification)['version']))
  return [
    ...interactions.map((one, index) => readInteraction(one, `/interactions/${index}`, isV4)),
    ...messages.map((one, index) =>
      readInteraction({ ...one, type: 'Asynchronous/Messages' }, `/messages/${index}`, isV4),
    ),
  ]
}
