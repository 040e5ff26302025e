import type { PlantAnswer, PlantRequest } from './exchange.ts'

/** The signature of the global `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** The timer of the platform, as tests may replace it by one that stands still. */
const later = setTimeout

const reason = 'the connection was cut off by a fault of the plant store'

/** Makes a response that breaks off in the middle of its body, as a connection that is lost. */
function createCutOffResponse({ status, headers, body }: PlantAnswer): Response {
  const bytes = new TextEncoder().encode(body)
  let sent = false
  const stream = new ReadableStream({
    pull(controller) {
      if (!sent) controller.enqueue(bytes.subarray(0, Math.floor(bytes.length / 2)))
      // Later, as an error overtakes what is still on its way.
      else later(() => controller.error(new TypeError(reason)))
      sent = true
    },
  })
  // Its length tells even those clients to whom the error is just the end.
  return new Response(stream, { status, headers: { ...headers, 'content-length': `${bytes.length}` } })
}

/** Makes a WHATWG response of an answer; undefined where a fault drops the connection. */
export function toResponse(answer: PlantAnswer): Response | undefined {
  const { status, headers, body, fault } = answer
  if (fault === 'dropped-connection') return undefined
  return fault === 'cut-off-body'
    ? createCutOffResponse(answer)
    : new Response(body || null, { status, headers })
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
      const sent = toPlantRequest(request).then((plantRequest) => handle({ ...plantRequest, signal }))
      const answer = await Promise.race([sent, aborted])
      const response = toResponse(answer)
      if (response === undefined)
        throw new TypeError('fetch failed: the connection was dropped by a fault of the plant store')
      return response
    } finally {
      forget()
    }
  }
}
