import type { IncomingMessage, ServerResponse } from 'node:http'
import { describeHead } from '../../http/describe-head.ts'
import { readTarget } from '../../http/read-target.ts'
import { sendContinue } from '../../http/send-continue.ts'
import type { AnyServedMock } from '../../mock/create-mock.ts'
import type { MockRequest, MockResponse } from '../../mock/exchange.ts'
import { Failure } from '../../mock/failure.ts'
import type { FailureName } from '../../mock/failures.ts'
import type { JournalRecord } from '../../mock/journal/journal-entry.ts'
import { describeValue } from '../../options/problems.ts'
import { collectBody } from './collect-body.ts'
import type { ControlResponse } from './control-api.ts'
import { toControlRejection } from './control-error.ts'
import { guardControl } from './control-guard.ts'
import { isControlTarget, isHealthTarget, isPageTarget, maxControlBody } from './control-target.ts'
import { describeCallback, describeRequest, type LoggedRequest } from './logged-request.ts'
import { respond } from './respond.ts'
import type { ControlContext } from './route.ts'
import type { ServerCors } from './server-cors.ts'

/** How far a server is on its way from start to stop. */
interface ServerState {
  /** The address of the page of the control API, or its path on the same port; undefined if it is off. */
  adminPage: string | undefined
  /** Whether the server stops as soon as it has responded. */
  isClosing: boolean
  /** Whether the requests that still wait get no response, because the server doesn't wait any longer. */
  isCut: boolean
  /** The responses that have no end. */
  streams: Set<ServerResponse>
}

/** What everything that responds to requests of a server needs. */
export interface Serving {
  /** The common mock. */
  mock: AnyServedMock
  /** Gives the mock for a request. */
  mockFor(request: MockRequest): AnyServedMock
  /** The current behavior for pages of other origins. */
  cors(): ServerCors
  /** Names of hosts that a page of another site may not have, but a client may. */
  allowedHosts: readonly string[]
  onRequest: ((request: LoggedRequest) => void) | undefined
  state: ServerState
}

/** What the listener needs besides, for the control API. */
export interface ListenerContext extends Serving, ControlContext {
  adminToken: string | undefined
}

/** Says whether a request to the control API only fills the page: whoever looks at the page would fill the log. */
const isOfPage = ({ method, headers }: IncomingMessage, target: string): boolean =>
  isPageTarget(target) || (method === 'GET' && headers['x-page'] !== undefined)

type Responding = MockResponse | Promise<MockResponse>

/** The headers, in which several fields of `Authorization` stay apart. */
const readHeaders = (request: IncomingMessage) =>
  request.headers.authorization?.includes(', ')
    ? { ...request.headers, authorization: request.headersDistinct['authorization'] }
    : request.headers

/** Says whether a browser asks for the page at `/`. */
const isForPage = ({ method, headers }: IncomingMessage, target: string): boolean =>
  method === 'GET' && target === '/' && headers.accept?.includes('text/html') === true

/**
 * Makes the listener that responds to requests to the service and the control API. `start` is when one arrived, for the
 * log; `hasControlApi` says whether the control API is on this port, and `isExpecting` whether the client waits for
 * `100 Continue`.
 */
export function createRequestListener(
  context: ListenerContext,
): (
  request: IncomingMessage,
  response: ServerResponse,
  start: number,
  hasControlApi: boolean,
  isExpecting: boolean,
) => void {
  const { mock, mockFor, cors, onRequest, state } = context
  const rejectWith = (
    { method = '' }: Pick<IncomingMessage, 'method'>,
    target: string,
    name: FailureName,
    detail: string,
  ): MockResponse => mock.reject({ method, path: target }, new Failure(name, detail))
  const fail = (error: unknown): MockResponse =>
    rejectWith({ method: 'GET' }, '/', 'internal-error', `the mock failed: ${describeValue(String(error))}`)

  const onCallback: MockRequest['onCallback'] =
    onRequest && ((callback, number) => onRequest(describeCallback(callback, number)))

  /** What the log says of the request that a mock got last. */
  let lastSent: JournalRecord | undefined

  function respondAsService(request: IncomingMessage, target: string, body: Buffer): Responding {
    const { method = '', headers } = request
    const asked = { method, path: target, headers }
    const rejectRequest = (failure: FailureName, detail: string): Responding =>
      mockFor(asked).rejectRequest({ ...asked, body }, new Failure(failure, detail))
    const problem = describeHead(request)
    if (problem !== undefined) return rejectRequest('malformed-request', problem)
    // For other paths, too: a page can't read the response to its preflight, only what it gets then.
    const preflight = cors().respondToPreflight(request)
    if (preflight !== undefined) return preflight
    const unreadable = cors().describeRejection(request)
    if (unreadable !== undefined) return rejectRequest('method-not-allowed', unreadable)
    if (state.adminPage !== undefined && isForPage(request, target) && !mock.covers(asked))
      return { status: 307, headers: { location: state.adminPage }, body: '' }
    const own = mockFor(asked)
    const responding = own.handle({
      method,
      path: target,
      headers: readHeaders(request),
      body,
      // Most clients that close their sending side have gone.
      aborted: () => request.socket.readableEnded || request.socket.destroyed || undefined,
      onCallback,
      isKept: true,
    })
    if (onRequest !== undefined) lastSent = own.requests.newest?.()
    return responding
  }

  /** Loads what it needs on demand, because most runs never need it. */
  const respondAsAdmin = (
    request: IncomingMessage,
    target: string,
    body: Buffer,
  ): Promise<ControlResponse> =>
    isPageTarget(target)
      ? import('./page-files.ts').then((files) => files.respondWithPage(request, target))
      : import('./control-api.ts').then((api) => api.respondToControl(request, target, body, context))

  function respondTo(request: IncomingMessage, target: string, body: Buffer): Responding {
    try {
      const responding = isControlTarget(target)
        ? respondAsAdmin(request, target, body)
        : respondAsService(request, target, body)
      return responding instanceof Promise ? responding.catch(fail) : responding
    } catch (error) {
      return fail(error)
    }
  }

  /** Rejects a request to the control API before its body is read. */
  function rejectEarly(
    request: IncomingMessage,
    target: string,
    hasControlApi: boolean,
  ): MockResponse | undefined {
    const problem = describeHead(request)
    if (problem !== undefined) return rejectWith(request, target, 'malformed-request', problem)
    if (isHealthTarget(target))
      return state.isClosing ? toControlRejection(503, 'the mock is shutting down') : undefined
    if (state.adminPage !== undefined && hasControlApi)
      return guardControl(request, context, isPageTarget(target))
    const reason =
      state.adminPage === undefined
        ? 'the control API is off because this is not a loopback address and there is no admin token'
        : `the control API has a separate port: ${state.adminPage}`
    return rejectWith(request, target, 'unknown-path', reason)
  }

  function openStream(
    response: ServerResponse,
    { status, headers }: MockResponse,
    stream: (response: ServerResponse) => void,
  ): void {
    response.writeHead(status, headers)
    if (state.isClosing) {
      response.end()
      return
    }
    state.streams.add(response)
    response.on('close', () => state.streams.delete(response))
    stream(response)
  }

  return (request, response, start, hasControlApi, isExpecting) => {
    const target = readTarget(request)
    const isControl = isControlTarget(target)
    const rejection = isControl ? rejectEarly(request, target, hasControlApi) : undefined

    let sent: JournalRecord | undefined
    function send(full: ControlResponse): void {
      const more = isControl ? undefined : cors().headersFor(request, full.headers)
      if (full.stream !== undefined) openStream(response, full, full.stream)
      else respond(response, full, more)
      if (isControl && isOfPage(request, target) && full.status < 400) return
      onRequest?.(describeRequest(request.method ?? '', target, full, performance.now() - start, sent))
    }
    const length = request.headers['content-length']
    if (isExpecting && !isControl && Number(length) > mock.settings.maxBody) {
      // The client keeps its body, for which the connection would wait.
      response.shouldKeepAlive = false
      const asked = { method: request.method ?? '', path: target, headers: readHeaders(request) }
      const failure = new Failure(
        'body-too-large',
        `the body must have at most ${mock.settings.maxBody} bytes`,
      )
      void Promise.resolve(mockFor(asked).rejectRequest(asked, failure)).then(send)
      return
    }
    if (isExpecting) sendContinue(response)
    collectBody(request, rejection ? 0 : isControl ? maxControlBody : mock.settings.maxBody, (body) => {
      // A promise costs more than most responses, so this creates one only if it has to wait.
      lastSent = undefined
      const responding = rejection ?? respondTo(request, target, body)
      sent = lastSent
      if (responding instanceof Promise) responding.then(send)
      else send(responding)
    })
  }
}
