import type { PlantAnswer, PlantRequest } from '../store/exchange.ts'

/** The signature of the global `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** The timer of the platform, because tests may replace the global one with a fake. */
const later = setTimeout

const reason = 'the connection was cut off by a fault of the plant store'

/** Makes a response that ends in the middle of its body, like a lost connection. */
function createCutOffResponse({ status, headers, body }: PlantAnswer): Response {
  // A mock may respond with bytes.
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body as Uint8Array)
  const stream = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.subarray(0, bytes.length / 2)),
    // Later, because an error discards the chunks that are not read yet.
    pull: (controller) => void later(() => controller.error(new TypeError(reason))),
  })
  // The length reveals a truncated body even to clients that treat the error as its end.
  return new Response(stream, { status, headers: { ...headers, 'content-length': `${bytes.length}` } })
}

/** Converts an answer to a WHATWG response; undefined if a fault drops the connection. */
export function toResponse(answer: PlantAnswer): Response | undefined {
  const { status, headers, body, delivery } = answer
  if (delivery === 'drop') return undefined
  return delivery === 'half' ? createCutOffResponse(answer) : new Response(body || null, { status, headers })
}

/** Converts a WHATWG request to plain data; the body is the exact bytes. */
export async function toPlantRequest(request: Request): Promise<PlantRequest> {
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
export function createFetch(handle: (request: PlantRequest) => PlantAnswer | Promise<PlantAnswer>): Fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { signal } = request
    signal.throwIfAborted()
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    // Like any service, the store carries out a request whose client has gone.
    const answered = toPlantRequest(request).then(handle)
    const response = toResponse(await Promise.race([aborted, answered]))
    if (response !== undefined) return response
    throw new TypeError('fetch failed: the connection was dropped by a fault of the plant store')
  }
}
