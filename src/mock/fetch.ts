import type { MockRequest, MockResponse } from './exchange.ts'

/** The signature of the global `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** The timer of the platform, because tests may replace the global one with a fake. */
export const later: typeof setTimeout = setTimeout

const encoder = new TextEncoder()

const toBytes = (body: string | Uint8Array): Uint8Array =>
  typeof body === 'string' ? encoder.encode(body) : body

/** With its length, clients can show a progress, and read it without waiting for its end. */
const withLength = (headers: MockResponse['headers'], { length }: Uint8Array): Record<string, string> => ({
  ...headers,
  'content-length': `${length}`,
})

const reason = 'the connection was cut off by a fault of the mock'

/** Makes a response that ends in the middle of its body, like a lost connection. */
function createCutOffResponse({ status, headers, body }: MockResponse): Response {
  const bytes = toBytes(body)
  const stream = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.subarray(0, bytes.length / 2)),
    // Later, because an error discards the chunks that are not read yet.
    pull: (controller) => void later(() => controller.error(new TypeError(reason))),
  })
  // The length reveals a truncated body even to clients that treat the error as its end.
  return new Response(stream, { status, headers: withLength(headers, bytes) })
}

/** Converts a response to one of WHATWG; undefined if a fault drops the connection. */
export function toResponse(response: MockResponse): Response | undefined {
  const { status, headers, body, delivery } = response
  if (delivery === 'drop') return undefined
  if (delivery === 'half') return createCutOffResponse(response)
  return body.length === 0
    ? new Response(null, { status, headers })
    : new Response(body as string, { status, headers: withLength(headers, toBytes(body)) })
}

/** Converts a WHATWG request to plain data; the body is the exact bytes, or empty if nobody wants it. */
export async function toMockRequest(request: Request, isWanted = true): Promise<MockRequest> {
  const { method, url, headers } = request
  return {
    method,
    // Parsing the URL again would cost more than reading it.
    path: /^[a-z]+:\/\/[^/?#]*([^#]*)/.exec(url)?.[1] ?? '/',
    headers: Object.fromEntries(headers),
    body: isWanted ? new Uint8Array(await request.arrayBuffer()) : '',
  }
}

// That of jsdom is another class.
const isRequest = (input: string | URL | Request): input is Request =>
  typeof input === 'object' && 'method' in input

/** Reads a URL that may be relative: to the page or, without one, to any origin, which doesn't matter to the mock. */
function toUrl(input: string | URL): URL {
  const { location } = globalThis as { location?: { href: string } }
  const base = /^https?:/.test(location?.href ?? '') ? location?.href : 'http://localhost'
  return new URL(input, base)
}

/** Makes a `fetch` that calls `handle` and never uses the network. */
export function createFetch(handle: (request: MockRequest) => MockResponse | Promise<MockResponse>): Fetch {
  return async (input, init) => {
    const request = new Request(isRequest(input) ? input : toUrl(input), init)
    const { signal } = request
    signal.throwIfAborted()
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    // Like any service, the mock carries out a request whose client has gone.
    const responding = toMockRequest(request).then(handle)
    const response = toResponse(await Promise.race([aborted, responding]))
    if (response !== undefined) return response
    throw new TypeError('fetch failed: the connection was dropped by a fault of the mock')
  }
}
