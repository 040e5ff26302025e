import type { MockRequest, MockResponse } from './exchange.ts'

/** The signature of the global `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** The timer of the platform, because tests may replace the global one with a fake. */
const later = setTimeout

const reason = 'the connection was cut off by a fault of the mock'

/** Makes a response that ends in the middle of its body, like a lost connection. */
function createCutOffResponse({ status, headers, body }: MockResponse): Response {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const stream = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.subarray(0, bytes.length / 2)),
    // Later, because an error discards the chunks that are not read yet.
    pull: (controller) => void later(() => controller.error(new TypeError(reason))),
  })
  // The length reveals a truncated body even to clients that treat the error as its end.
  return new Response(stream, { status, headers: { ...headers, 'content-length': `${bytes.length}` } })
}

/** Converts a response to one of WHATWG; undefined if a fault drops the connection. */
export function toResponse(response: MockResponse): Response | undefined {
  const { status, headers, body, delivery } = response
  if (delivery === 'drop') return undefined
  return delivery === 'half'
    ? createCutOffResponse(response)
    : new Response((body as string) || null, { status, headers })
}

/** Converts a WHATWG request to plain data; the body is the exact bytes. */
export async function toMockRequest(request: Request): Promise<MockRequest> {
  const { method, url, headers } = request
  return {
    method,
    // Parsing the URL again would cost more than reading it.
    path: /^[a-z]+:\/\/[^/?#]*([^#]*)/.exec(url)?.[1] ?? '/',
    headers: Object.fromEntries(headers),
    body: new Uint8Array(await request.arrayBuffer()),
  }
}

/** Makes a `fetch` that calls `handle` and never uses the network. */
export function createFetch(handle: (request: MockRequest) => MockResponse | Promise<MockResponse>): Fetch {
  return async (input, init) => {
    const request = new Request(input, init)
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
