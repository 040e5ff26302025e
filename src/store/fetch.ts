import type { PlantAnswer, PlantRequest } from './exchange.ts'

/** The signature of the global `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** A body that breaks off in its middle, as a connection that is lost. */
function createCutOffBody(body: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body)
  let sent = false
  return new ReadableStream({
    pull(controller) {
      if (sent) controller.error(new TypeError('the connection was cut off by a fault of the plant store'))
      else controller.enqueue(bytes.subarray(0, Math.floor(bytes.length / 2)))
      sent = true
    },
  })
}

/** Makes a WHATWG response of an answer; undefined where a fault drops the connection. */
export function toResponse({ status, headers, body, fault }: PlantAnswer): Response | undefined {
  if (fault === 'dropped-connection') return undefined
  return new Response(fault === 'cut-off-body' ? createCutOffBody(body) : body || null, { status, headers })
}

/** Reads a WHATWG request as plain data, its body as the bytes that were sent. */
export async function toPlantRequest(request: Request): Promise<PlantRequest> {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    path: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: new Uint8Array(await request.arrayBuffer()),
  }
}

function rejectOnAbort(signal: AbortSignal): { aborted: Promise<never>; forget(): void } {
  let abort: () => void = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason)
  })
  signal.addEventListener('abort', abort)
  return { aborted, forget: () => signal.removeEventListener('abort', abort) }
}

/** Makes a `fetch` that is answered by `handle` and never reaches the network. */
export function createFetch(handle: (request: PlantRequest) => PlantAnswer | Promise<PlantAnswer>): Fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { signal } = request
    signal.throwIfAborted()
    const { aborted, forget } = rejectOnAbort(signal)
    try {
      const answer = await Promise.race([toPlantRequest(request).then(handle), aborted])
      const response = toResponse(answer)
      if (response === undefined)
        throw new TypeError('fetch failed: the connection was dropped by a fault of the plant store')
      return response
    } finally {
      forget()
    }
  }
}
