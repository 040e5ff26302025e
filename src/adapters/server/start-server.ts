import type { PlantStore } from '../../contract/plant-store.ts'
import { listen } from '../../http/listen.ts'
import { readTarget } from '../../http/read-target.ts'
import { sendContinue } from '../../http/send-continue.ts'
import type { AnyMock, ChangeableMockOptions, Mock, SharedMock } from '../../mock/create-mock.ts'
import { type MockResponse, noResponse } from '../../mock/exchange.ts'
import { Failure, toDetail } from '../../mock/failure.ts'
import type { CorsOption } from '../../mock/options.ts'
import type { SharedStorage } from '../../mock/shared-state.ts'
import { OptionsError } from '../../options/options-error.ts'
import { type Connections, createConnections } from './connections.ts'
import { controlPath, isControlTarget } from './control-target.ts'
import { createMocks } from './isolated-mocks.ts'
import { describeRequest, type LoggedRequest, stopped } from './logged-request.ts'
import { createNodeServer, isLoopback, toOrigin } from './node-server.ts'
import { checkServerOptions, serverOptions } from './option-table.ts'
import { createRequestListener, type ListenerContext } from './request-listener.ts'
import { createServerCors } from './server-cors.ts'
import type { ServerOptions } from './server-options.ts'
import type { Upstream } from './upstream.ts'

export type { CorsOption, LoggedRequest, ServerOptions }

/** A running server. */
export interface MockServer<Served = Mock> extends AsyncDisposable {
  /** The base address of the service, without a slash at the end. */
  url: string
  /** The mock that responds; with `isolate`, that of requests without a valid credential. */
  mock: Served
  /** The address of the control API and its page, without a slash at the end; undefined if it is off. */
  adminUrl: string | undefined
  /** Changes options while the server runs, like `configure` of the mock. */
  configure(options: Partial<ChangeableMockOptions>): Promise<void>
  /** Replaces all options that can change while the server runs, like `replaceOptions` of the mock. */
  replaceOptions(options: ChangeableMockOptions): Promise<void>
  /** Stops: accepts no new connections and resolves once all requests that already arrived got their responses, or after `shutdownTimeout`. Another call changes nothing. */
  close(): Promise<void>
  /** Closes all connections immediately. */
  closeNow(): void
}

/**
 * Serves a mock over HTTP, with the control API under `/__admin`.
 *
 * @example
 * const { url, mock, close } = await startServer({ port: 0 })
 *
 * @throws {OptionsError} if an option has an invalid value
 * @throws {Error} if it can't listen, with the `code` of Node's error (`EADDRINUSE`)
 */
export function startServer<Api = PlantStore>(
  options: ServerOptions<Api> & { storage: SharedStorage },
): Promise<MockServer<SharedMock<Api>>>
export function startServer<Api = PlantStore>(options?: ServerOptions<Api>): Promise<MockServer<Mock<Api>>>
export async function startServer(options: ServerOptions = {}): Promise<MockServer<AnyMock>> {
  checkServerOptions(options)
  const {
    port = serverOptions.port.default,
    host = serverOptions.host.default,
    isolate,
    upstream: upstreamUrl,
    tlsCert: cert,
    tlsKey: key,
    adminToken,
    // A page of the upstream has the origin of the first port.
    adminPort = upstreamUrl === undefined ? undefined : 0,
    allowHosts = [],
    maxHeaderSize = serverOptions.maxHeaderSize.default,
    shutdownTimeout = serverOptions.shutdownTimeout.default,
    onRequest,
    mock: given,
    ...ofMock
  } = options
  const mocks = createMocks(ofMock, given)
  const { mock } = mocks
  const [basePath = ''] = mock.contract.basePaths
  if (mock.contract.basePaths.some(isControlTarget))
    throw new OptionsError('must not be /__admin, the path of the control API', ['basePath'])
  const state: ListenerContext['state'] = {
    adminPage: undefined,
    isClosing: false,
    isCut: false,
    streams: new Set(),
  }
  const readCors = (option = mock.settings.cors) =>
    createServerCors(option, [...new Set(mock.contract.operations.map(({ method }) => method))])
  let cors = readCors(options.cors)
  const isolation = isolate === 'token' ? mocks.isolate() : undefined
  const context: ListenerContext = {
    mock,
    mockFor: isolation?.mockFor ?? (() => mock),
    isIsolating: isolation !== undefined,
    upstream: upstreamUrl,
    cors: () => cors,
    adminToken,
    allowedHosts: [host, ...allowHosts].map((name) => name.toLowerCase()),
    onRequest,
    state,
  }
  const listener = createRequestListener(context)
  // Loaded on demand, because most runs never need it.
  const upstream =
    upstreamUrl === undefined
      ? undefined
      : (await import('./upstream.ts')).createUpstream(upstreamUrl, context)
  const tls =
    cert === undefined || key === undefined
      ? undefined
      : (await import('./prepare-tls.ts')).prepareTls(cert, key)
  const opened: Connections[] = []
  /** Listens on a port; one of them passes requests on to the upstream. */
  async function open(port: number, hasControlApi: boolean, upstream?: Upstream) {
    const server = createNodeServer(tls, maxHeaderSize, (request, response, isExpecting): void => {
      const start = onRequest === undefined ? 0 : performance.now()
      const isPassed = upstream?.pass(request, response) === true
      connections.add({ response, start, isPassed })
      if (!isPassed) listener(request, response, start, hasControlApi, isExpecting)
      else if (isExpecting) sendContinue(response)
    })
    const connections = createConnections(server, {
      maxHeaderSize,
      reject(failure, method, target, detail) {
        const asked = { method, path: target.startsWith('/') ? target : '/' }
        const rejection = mock.reject(asked, new Failure(failure, detail ?? toDetail(failure)))
        onRequest?.(describeRequest(method, target, rejection, 0))
        // Nobody knows the origin of what isn't read.
        const ofCors = cors.headersFor({ headers: { origin: 'null' } }, rejection.headers)
        return { ...rejection, headers: { ...rejection.headers, ...ofCors }, body: String(rejection.body) }
      },
      report: (message) =>
        onRequest?.({
          method: '?',
          path: '?',
          status: 0,
          duration: 0,
          failure: 'malformed-request',
          message,
        }),
      reportCut({ response: { req }, start, isPassed }, isAborted) {
        state.isCut ||= !isAborted
        // The link to the upstream reports its own requests.
        if (isPassed) return
        const { method = '' } = req
        const who = isAborted ? 'the client disconnected' : 'the mock stopped'
        const reason = req.complete ? stopped : `${who} before the request was complete`
        const response: MockResponse = { ...noResponse, reason, ...(isAborted && { aborted: true }) }
        onRequest?.(describeRequest(method, readTarget(req), response, performance.now() - start))
      },
    })
    const bound = await listen(server, port, host)
    opened.push(connections)
    return bound
  }
  const closeNow = (): void => {
    for (const connections of opened) connections.destroy()
  }
  const drain = async (timeout: number): Promise<void> => {
    await Promise.all(opened.map((connections) => connections.drain(timeout)))
  }
  const bound = await open(port, adminPort === undefined, upstream)
  const origin = toOrigin(bound, tls)
  let adminUrl: string | undefined
  if (adminToken !== undefined || isLoopback(bound.address)) {
    adminUrl = origin
    state.adminPage = `${controlPath}/`
    if (adminPort !== undefined) {
      const found = await open(adminPort, true).catch(async (error) => {
        await drain(0)
        throw error
      })
      adminUrl = toOrigin(found, tls)
      context.origin = origin
      state.adminPage = `${adminUrl}${state.adminPage}`
    }
  }

  const changeBy = (how: 'configure' | 'replaceOptions') => async (changed: object) => {
    await mocks[how](changed)
    cors = readCors()
  }
  let closed: Promise<void> | undefined
  function close(): Promise<void> {
    state.isClosing = true
    for (const stream of state.streams) {
      // A client that doesn't read would hold it up.
      if (stream.writableNeedDrain) stream.destroy()
      else stream.end()
    }
    closed ??= drain(shutdownTimeout)
    return closed
  }
  return {
    url: origin + basePath,
    mock,
    adminUrl,
    configure: changeBy('configure'),
    replaceOptions: changeBy('replaceOptions'),
    close,
    closeNow,
    [Symbol.asyncDispose]: close,
  }
}
