import { isJsonContentType } from '../../contract/content-type.ts'
import { parseExactJson } from '../../contract/exact-json.ts'
import { JsonSyntaxError } from '../../contract/json-parser.ts'
import { type PactMatcher, readBodyMatchers } from './matchers.ts'
import type { InteractionDocument, MessageDocument, Pact } from './pact-document.ts'

/** A body: its value if it is JSON, or else its text; undefined if there is none, or any body will do. */
export type PactBody = { value: unknown } | { text: string } | undefined

/** A provider state of an interaction. */
export interface NamedState {
  name: string
  params: Readonly<Record<string, unknown>>
}

/** An interaction in one form for all versions of Pact's format. */
export interface PactInteraction {
  pact: Pact
  /** Its place in the pact, as a JSON pointer. */
  pointer: string
  /** The id that a broker gave it. */
  id: string | undefined
  description: string
  states: readonly NamedState[]
  isPending: boolean
  /** What it is, if it isn't a request over HTTP with an answer. */
  otherKind: string | undefined
  request: {
    method: string
    path: string
    /** The names of its query parameters. */
    query: readonly string[]
    headers: ReadonlyMap<string, string>
    /** The names of headers in the pact's own spelling, by their names in lower case. */
    headerNames: ReadonlyMap<string, string>
    body: PactBody
    /** The matchers and generators of members of the body. */
    matchers: ReadonlyMap<string, PactMatcher[]>
    /** The place of the body's value in the pact, as a JSON pointer. */
    bodyPointer: string
  }
  response: {
    status: number
    /** Other accepted statuses, if the pact has a matcher for them: a class, or a list. */
    statuses: string | readonly number[] | undefined
    headers: ReadonlyMap<string, string>
    headerNames: ReadonlyMap<string, string>
    body: PactBody
    matchers: ReadonlyMap<string, PactMatcher[]>
    bodyPointer: string
  }
}

/** The ranges of the classes of statuses that Pact has matchers for. */
const classes: Record<string, readonly [from: number, to: number]> = {
  info: [100, 199],
  success: [200, 299],
  redirect: [300, 399],
  clientError: [400, 499],
  serverError: [500, 599],
  nonError: [100, 399],
  error: [400, 599],
}

/** Returns whether an answer may have this status. */
export function allowsStatus({ status, statuses }: PactInteraction['response'], other: number): boolean {
  if (typeof statuses === 'object') return statuses.includes(other)
  const [from, to] = classes[statuses ?? ''] ?? [status, status]
  return other >= from && other <= to
}

/** Reads the matcher of a status; some versions of the format put it under the path `$`. */
function readStatuses({ matchingRules }: MessageDocument): string | readonly number[] | undefined {
  const { status } = Object(matchingRules) as { status?: Record<string, unknown> }
  const rules: unknown[] = [status, ...Object.values(status ?? {})]
  const matchers: unknown[] = rules.flatMap(
    (rule) => (Object(rule) as { matchers?: unknown[] }).matchers ?? [],
  )
  const found = matchers.find((matcher) => (Object(matcher) as { match?: unknown }).match === 'statusCode')
  const { status: wanted } = Object(found) as { status?: unknown }
  if (Array.isArray(wanted)) return wanted.map(Number)
  return typeof wanted === 'string' ? wanted : undefined
}

/** Returns whether an interaction expects success. */
export const expectsSuccess = ({ response }: PactInteraction): boolean =>
  response.status >= 200 && response.status < 300

const readHeaders = ({ headers }: MessageDocument): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(headers ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : String(value),
    ]),
  )

function readText(text: string): NonNullable<PactBody> {
  try {
    return { value: parseExactJson(text) }
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { text }
    throw error
  }
}

/** Reads a body. In version 4, the body names its encoding; in earlier versions, it is the value itself. */
function parseBody({ body }: MessageDocument, contentType: string | undefined, isV4: boolean): PactBody {
  if (body === undefined || body === null) return undefined
  if (!isV4) {
    if (typeof body !== 'string') return { value: body }
    const read = readText(body)
    // Pact's verifier sends a text that is not JSON as a JSON string.
    return body !== '' && 'text' in read && isJsonContentType(contentType) ? { value: body } : read
  }
  const { content, encoded } = body as { content?: unknown; encoded?: unknown }
  if (content === undefined || content === null) return undefined
  if (typeof content !== 'string') return { value: content }
  const isBase64 = encoded === true || String(encoded).toLowerCase() === 'base64'
  return readText(isBase64 ? Buffer.from(content, 'base64').toString() : content)
}

const otherKinds: Record<string, string> = {
  'Asynchronous/Messages': 'an asynchronous message',
  'Synchronous/Messages': 'a synchronous message',
}

function readStates({ providerStates, providerState }: InteractionDocument): NamedState[] {
  if (providerStates)
    return providerStates.map(({ name, params }) => ({ name: String(name), params: params ?? {} }))
  return providerState ? [{ name: providerState, params: {} }] : []
}

/** Reads the names of a query, which is a text in versions before 3. */
const readQuery = ({ query }: MessageDocument): string[] =>
  typeof query === 'string' ? [...new URLSearchParams(query).keys()] : Object.keys(query ?? {})

function readMessage(document: MessageDocument, pointer: string, isV4: boolean) {
  const headers = readHeaders(document)
  return {
    headers,
    headerNames: new Map(Object.keys(document.headers ?? {}).map((name) => [name.toLowerCase(), name])),
    body: parseBody(document, headers.get('content-type') ?? 'application/json', isV4),
    bodyPointer: `${pointer}/body${isV4 ? '/content' : ''}`,
    matchers: readBodyMatchers(document),
  }
}

function readInteraction(
  pact: Pact,
  document: InteractionDocument,
  pointer: string,
  otherKind: string | undefined,
): PactInteraction {
  const { type } = document
  const isV4 = type !== undefined
  const [request, response] = [document.request ?? {}, document.response ?? {}]
  return {
    pact,
    pointer,
    id: document._id,
    description: document.description ?? '',
    states: readStates(document),
    isPending: document.pending === true,
    otherKind,
    request: {
      method: (request.method ?? 'GET').toUpperCase(),
      path: request.path ?? '/',
      query: readQuery(request),
      ...readMessage(request, `${pointer}/request`, isV4),
    },
    response: {
      status: Number(response.status ?? 200),
      statuses: readStatuses(response),
      ...readMessage(response, `${pointer}/response`, isV4),
    },
  }
}

/** Reads all interactions of a pact, including messages, in their order. */
export function readInteractions(pact: Pact): PactInteraction[] {
  const { interactions, messages = [] } = pact.document
  return [
    ...interactions.map((document, index) =>
      readInteraction(
        pact,
        document,
        `/interactions/${index}`,
        document.type === undefined || document.type === 'Synchronous/HTTP'
          ? undefined
          : (otherKinds[document.type] ?? `of the kind ${document.type}`),
      ),
    ),
    ...messages.map((document, index) =>
      readInteraction(pact, document, `/messages/${index}`, 'an asynchronous message'),
    ),
  ]
}
