import type { Callback, MediaType, Resource } from '../../contract/contract.ts'
import { findRecordSchema } from '../../contract/resources/shapes.ts'
import { maskUrl } from '../../http/mask.ts'
import { getAt, setAt } from '../../json/at-path.ts'
import { isObject } from '../../options/is-object.ts'
import {
  type Call,
  type CallbackEntry,
  type MockResponse,
  type OutgoingCallback,
  readHeader,
} from '../exchange.ts'
import { later } from '../fetch.ts'
import { complete, fitToSchema } from '../responses/complete.ts'
import { pickExample } from '../responses/pick-example.ts'
import { evaluateUrl } from './evaluate-url.ts'

interface ChangedRecord {
  resource: Resource
  value: unknown
}

/** Milliseconds that a response to a callback may take. */
const limit = 5000

/** What callbacks say about who sends them. */
const userAgent = 'plant-store-kit callback'

const seed = 1

/** Puts the values of a record into a body, for the properties that it has with the same name and type. */
function fillIn(media: MediaType, example: unknown, { resource, value }: ChangedRecord): unknown {
  const found = findRecordSchema(media.schema, resource.name)
  if (found === undefined || !isObject(value)) return example
  const { path, schema } = found
  const own = Object.entries(value).filter(([name, inner]) => schema.at(name)?.check(inner).length === 0)
  if (own.length === 0) return example
  const shown = getAt(example, path)
  // What the record could have, but doesn't have, isn't that of the example either.
  const others = Object.entries(isObject(shown) ? shown : {}).filter(
    ([name]) => Object.hasOwn(value, name) || resource.schema.at(name) === undefined,
  )
  const filled = complete(schema, { ...Object.fromEntries(others), ...Object.fromEntries(own) }, seed)
  return fitToSchema(media.schema, setAt(example, path, filled), seed)
}

/** The parts of a request that don't depend on its URL. */
type Content = Pick<RequestInit, 'body'> & { headers: Record<string, string>; text: string }

function makeContent({ method, parameters, body }: Callback, record: ChangedRecord | undefined): Content {
  const headers: Record<string, string> = { 'user-agent': userAgent }
  for (const { name, in: place, isRequired, examples, schema, write } of parameters) {
    const [example] = examples.values()
    if (place === 'header' && (isRequired || example !== undefined))
      headers[name.toLowerCase()] = write(example ?? schema.example(seed))
  }
  const [media] = body?.media ?? []
  if (media === undefined || method === 'GET' || method === 'HEAD') return { headers, text: '' }
  const example = pickExample(media, undefined, seed)
  const value = record === undefined ? example : fillIn(media, example, record)
  const written = media.write(value)
  headers['content-type'] = written.contentType
  return typeof written.body === 'string'
    ? { headers, body: written.body, text: written.body }
    : { headers, body: Uint8Array.from(written.body), text: new TextDecoder().decode(written.body) }
}

const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/** Says why a URL isn't allowed; undefined if it is. */
function findObstacle(url: string, allowed: readonly string[]): string | undefined {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return 'it is not an absolute http or https URL'
  const { hostname } = new URL(url)
  if (isLoopback(hostname) || allowed.some((name) => name.toLowerCase() === hostname)) return undefined
  return `callbacks to the host ${hostname} aren't allowed; allow it with allowCallbacks, or --allow-callbacks ${hostname}`
}

function toReason(error: unknown): string {
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return `it got no response within ${limit / 1000} seconds`
  const { message: detail, code } = Object(cause) as { message?: string; code?: string }
  return maskUrl(detail || code || message)
}

async function send(url: string, content: Content, entry: CallbackEntry): Promise<void> {
  // The response comes first.
  await new Promise((resolve) => later(resolve))
  if (entry.error !== undefined) return
  const start = performance.now()
  try {
    const { status, body } = await fetch(url, {
      method: entry.method,
      headers: content.headers,
      ...(content.body !== undefined && { body: content.body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(limit),
    })
    entry.status = status
    await body?.cancel()
  } catch (error) {
    if (entry.status === undefined) entry.error = toReason(error)
  }
  entry.duration = performance.now() - start
}

/** Whether a request is a callback itself: a mock that gets its own callbacks would never stop. */
export const isCallback = ({ request }: Call): boolean =>
  readHeader(request.headers, 'user-agent') === userAgent

/** What is known of a request when its callbacks are made. */
export interface CallbackContext {
  call: Call
  response: MockResponse
  record: ChangedRecord | undefined
  /** The names of hosts that callbacks may be sent to besides loopback ones. */
  allowed: readonly string[]
}

function prepare(
  callback: Callback,
  { call, response, record, allowed }: CallbackContext,
): OutgoingCallback | undefined {
  const found = evaluateUrl(callback.url, call, response)
  if (found === undefined) return undefined
  const { url, isHostGiven } = found
  const content = makeContent(callback, record)
  const origin = readHeader(call.request.headers, 'origin')
  // Otherwise, any page that the user visits could send requests to programs of this machine.
  const isForeign = isHostGiven && origin !== undefined && findObstacle(origin, allowed) !== undefined
  const error = isForeign
    ? `a page of ${origin} asked for it, whose host allowCallbacks doesn't have`
    : findObstacle(url, allowed)
  const { name, method } = callback
  const entry: CallbackEntry = {
    name,
    method,
    url: maskUrl(url),
    body: content.text,
    ...(error !== undefined && { error }),
  }
  return { entry, send: () => send(url, content, entry) }
}

/** Makes the requests that are sent after a response; those without a URL are left out. */
export const prepareCallbacks = (
  callbacks: readonly Callback[],
  context: CallbackContext,
): OutgoingCallback[] =>
  callbacks.flatMap((callback) => {
    try {
      return prepare(callback, context) ?? []
    } catch (error) {
      // What can't be sent, such as half of a surrogate pair in a URL, must not change the response.
      const { name, method, url } = callback
      return { entry: { name, method, url, body: '', error: toReason(error) }, send: async () => {} }
    }
  })
