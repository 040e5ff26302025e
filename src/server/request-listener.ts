import type { IncomingMessage, RequestListener } from 'node:http'
import { describeValue } from '../contract/problems.ts'
import type { Refuse } from '../store/answers.ts'
import { type CorsHeaders, isPreflight, preflightHeaders } from '../store/cors.ts'
import type { PlantAnswer } from '../store/exchange.ts'
import type { PlantStore } from '../store/plant-store.ts'
import { type AnsweredRequest, describeRequest } from './answered-request.ts'
import { guardControl } from './control-guard.ts'
import { isControlTarget, maxControlBody } from './control-target.ts'
import { readBody } from './read-body.ts'
import { respond } from './respond.ts'

/** What the listener answers from. */
export interface ListenerContext {
  /** Gives the store that a request is about. */
  storeFor(authorization: string | undefined): PlantStore
  /** The path of the operation. */
  path: string
  maxBody: number
  refuse: Refuse
  corsHeaders: CorsHeaders
  adminToken: string | undefined
  onRequest: ((request: AnsweredRequest) => void) | undefined
  state: {
    hasControlApi: boolean
    /** Whether connections are to end with their next answer. */
    isClosing: boolean
  }
}

type Answering = PlantAnswer | Promise<PlantAnswer>

/** The path and query of a request target; a proxy may send a whole URL (RFC 9112 section 3.2.2). */
function readTarget({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Makes the listener that answers the service and, beside it, the control API. */
export function createRequestListener(context: ListenerContext): RequestListener {
  const { storeFor, path, maxBody, refuse, corsHeaders, adminToken, onRequest, state } = context
  const fail = (error: unknown): PlantAnswer =>
    refuse('internal-error', `the plant store failed: ${describeValue(String(error))}`)

  const isAllowed = (request: IncomingMessage, target: string): boolean =>
    target.replace(/\?.*/s, '') === path && 'access-control-allow-origin' in corsHeaders(request)

  function answerService(request: IncomingMessage, target: string, body: Uint8Array): Answering {
    const { method = '', headers } = request
    if (isPreflight(request) && isAllowed(request, target)) {
      return { status: 204, headers: preflightHeaders(request), body: '' }
    }
    // RFC 9112 section 3.2: a request of HTTP/1.1 has a Host.
    if (headers.host === undefined && request.httpVersion === '1.1') {
      return refuse('malformed-request', 'the header Host is missing')
    }
    return storeFor(headers.authorization).handle({ method, path: target, headers, body })
  }

  async function answerControl(
    request: IncomingMessage,
    target: string,
    body: Uint8Array,
  ): Promise<PlantAnswer> {
    // Loaded on demand, as most runs never need it.
    const control = await import('./control-api.ts')
    return control.answerControl(request, target, body, storeFor)
  }

  function answer(request: IncomingMessage, target: string, body: Uint8Array): Answering {
    try {
      const answering = isControlTarget(target)
        ? answerControl(request, target, body)
        : answerService(request, target, body)
      return answering instanceof Promise ? answering.catch(fail) : answering
    } catch (error) {
      return fail(error)
    }
  }

  /** Refuses a request to the control API before its body is read. */
  function refuseControl(request: IncomingMessage): PlantAnswer | undefined {
    if (state.hasControlApi) return guardControl(request, adminToken)
    const reason = 'the control API is off: this is no loopback address and there is no admin token'
    return refuse('unknown-path', reason)
  }

  return (request, response) => {
    const start = onRequest === undefined ? 0 : performance.now()
    const target = readTarget(request)
    const isControl = isControlTarget(target)
    const refused = isControl ? refuseControl(request) : undefined

    function send(full: PlantAnswer): void {
      const headers = isControl ? {} : corsHeaders(request)
      if (state.isClosing) headers['connection'] = 'close'
      respond(response, full, headers)
      onRequest?.(describeRequest(request.method ?? '', target, full, performance.now() - start))
    }
    readBody(request, refused ? 0 : isControl ? maxControlBody : maxBody, (body) => {
      // A promise costs more than most answers, so there is none where the answer is at hand.
      const answering = refused ?? answer(request, target, body)
      if (answering instanceof Promise) answering.then(send)
      else send(answering)
    })
  }
}
