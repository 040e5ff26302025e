import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { operation } from '../contract/generated/operation.ts'
import { describeValue } from '../contract/problems.ts'
import { createRefuse } from '../store/answers.ts'
import type { PlantAnswer } from '../store/exchange.ts'
import type { FailureName, FaultName } from '../store/failure-names.ts'
import { maskPath } from '../store/journal-entry.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { OptionsError } from '../store/options-error.ts'
import { createPlantStore, type PlantStore } from '../store/plant-store.ts'
import { isControlTarget, maxControlBody } from './control-target.ts'
import { type CorsOption, createCors, isPreflight, preflightHeaders } from './cors.ts'
import { isolateByToken } from './isolation.ts'
import { readBody } from './read-body.ts'
import { respond } from './respond.ts'

/** A request that was answered. */
export interface AnsweredRequest {
  method: string
  path: string
  /** The status code; 0 where a fault dropped the connection. */
  status: number
  /** Milliseconds. */
  duration: number
  failure?: FailureName
  fault?: FaultName
  /** What the answer says, where it is an Error. */
  message?: string
}

/** How the server listens, and how its store behaves. */
export interface ServerOptions extends PlantStoreOptions {
  /** The store to answer from; without it one is made of the other options. */
  store?: PlantStore
  /** The port, 4010 by default; 0 takes a free one. */
  port?: number
  /** The host name or address to listen at, 127.0.0.1 by default. */
  host?: string
  /** Which pages may read the answers of the service, `*` by default. */
  cors?: CorsOption
  /** `token` gives every bearer token its own plants, journal and faults. */
  isolate?: 'token'
  /** The token that the control API asks for in `X-Admin-Token`. Without it there is no control API but on loopback. */
  adminToken?: string
  /** Called after each answer. */
  onRequest?: (request: AnsweredRequest) => void
}

/** A server that listens. */
export interface PlantStoreServer extends AsyncDisposable {
  /** The base address of the service, without a slash at the end. */
  url: string
  store: PlantStore
  /** Whether the control API answers. */
  hasControlApi: boolean
  /** Stops: takes no more requests and resolves once those in flight are answered, or after 30 seconds. Calling it again changes nothing. */
  close(): Promise<void>
  /** Cuts all connections now. */
  closeNow(): void
}

const maxDrain = 30_000

/** The failures of requests that never become one, by the code of the parser's error. */
const parserFailures: Record<string, FailureName> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

const isLoopback = (address: string): boolean => /^(?:::ffff:)?127\./.test(address) || address === '::1'

/** The path and query of a request target; a proxy may send a whole URL (RFC 9112 section 3.2.2). */
function readTarget({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

function toUrl({ address, port, family }: AddressInfo, basePath: string): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address
  return `http://${family === 'IPv6' ? `[${reachable}]` : reachable}:${port}${basePath}`
}

/**
 * Serves a plant store over HTTP, and beside it the control API under `/__admin`.
 *
 * @example
 * const { url, store, close } = await startServer({ port: 0 })
 *
 * @throws {OptionsError} where an option has a value that it cannot have
 * @throws {Error} where it cannot listen, with the `code` of Node's error (`EADDRINUSE`)
 */
export async function startServer(options: ServerOptions = {}): Promise<PlantStoreServer> {
  const { port = 4010, host = '127.0.0.1', cors, isolate, adminToken, onRequest, ...storeOptions } = options
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new OptionsError(`port must be an integer from 0 to 65535, got ${port}`)
  }
  if (isolate !== undefined && isolate !== 'token')
    throw new OptionsError(`isolate must be token, got ${isolate}`)
  if (isolate !== undefined && options.store !== undefined)
    throw new OptionsError('isolate makes its own stores, so store cannot be given')
  if (adminToken === '') throw new OptionsError('adminToken must not be empty')
  const store = options.store ?? createPlantStore(storeOptions)
  const storeFor = isolate === 'token' ? isolateByToken(store, storeOptions) : () => store
  const refuse = createRefuse(options.answers)
  const corsHeaders = createCors(cors)
  let isClosing = false
  let hasControlApi = false

  function finish(
    request: IncomingMessage,
    response: ServerResponse,
    target: string,
    answer: PlantAnswer,
    start: number,
  ): void {
    const headers = isControlTarget(target) ? {} : corsHeaders(request)
    if (isClosing) headers['connection'] = 'close'
    respond(response, answer, headers)
    onRequest?.(describeRequest(request.method ?? '', target, answer, performance.now() - start))
  }

  function answerService(
    request: IncomingMessage,
    target: string,
    body: Uint8Array,
  ): Promise<PlantAnswer> | PlantAnswer {
    const { method = '', headers } = request
    if (isPreflight(request)) return { status: 204, headers: preflightHeaders(request), body: '' }
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
    if (!hasControlApi)
      return refuse(
        'unknown-path',
        'the control API is off: this is no loopback address and there is no admin token',
      )
    const control = await import('./control-api.ts')
    return control.answerControl(request, target, body, { adminToken, storeFor })
  }

  function listener(request: IncomingMessage, response: ServerResponse): void {
    const start = performance.now()
    const target = readTarget(request)
    const [answerer, limit] = isControlTarget(target)
      ? [answerControl, maxControlBody]
      : [answerService, store.maxBody]
    const send = (answer: PlantAnswer): void => finish(request, response, target, answer, start)
    const fail = (error: unknown): void =>
      send(refuse('internal-error', `the plant store failed: ${describeValue(String(error))}`))
    readBody(request, limit, (body) => {
      try {
        const answer = answerer(request, target, body)
        if (answer instanceof Promise) answer.then(send).catch(fail)
        else send(answer)
      } catch (error) {
        fail(error)
      }
    })
  }

  const server = createServer({ joinDuplicateHeaders: true, requireHostHeader: false }, listener)
  // Closing idle connections would race with clients that are about to use them again.
  server.keepAliveTimeout = 0
  server.on('checkExpectation', listener)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return
    const { status, headers, body } = refuse(parserFailures[error.code ?? ''] ?? 'malformed-request')
    const lines = Object.entries({
      ...headers,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    const head = [`HTTP/1.1 ${status} Refused`, ...lines.map(([name, value]) => `${name}: ${value}`)]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address() as AddressInfo
  hasControlApi = adminToken !== undefined || isLoopback(address.address)

  let closed: Promise<void> | undefined
  function close(): Promise<void> {
    isClosing = true
    closed ??= new Promise((resolve) => {
      const timer = setTimeout(() => server.closeAllConnections(), maxDrain)
      server.close(() => {
        clearTimeout(timer)
        resolve()
      })
    })
    return closed
  }
  return {
    url: toUrl(address, store.path.slice(0, -operation.path.length)),
    store,
    hasControlApi,
    close,
    closeNow: () => server.closeAllConnections(),
    [Symbol.asyncDispose]: close,
  }
}

function describeRequest(
  method: string,
  target: string,
  answer: PlantAnswer,
  duration: number,
): AnsweredRequest {
  const { status, failure, fault, body } = answer
  const described: AnsweredRequest = { method, path: maskPath(target), status, duration }
  if (failure !== undefined) described.failure = failure
  if (fault !== undefined) described.fault = fault
  if (status >= 400) {
    try {
      described.message = JSON.parse(body).message
    } catch {
      // A fault made it another body than an Error.
    }
  }
  return described
}
