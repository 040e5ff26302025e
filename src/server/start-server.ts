import { operation } from '../contract/generated/operation.ts'
import { listen } from '../http/listen.ts'
import { readTarget } from '../http/read-target.ts'
import { sendContinue } from '../http/send-continue.ts'
import type { ChangeableMockOptions, Mock } from '../mock/create-mock.ts'
import { OptionsError } from '../options/options-error.ts'
import { noAnswer, type PlantAnswer } from '../store/exchange.ts'
import type { ChangeableOptions, CorsOption } from '../store/options.ts'
import type { AnyPlantStore, PlantStore, SharedPlantStore } from '../store/store-interface.ts'
import { type AnsweredRequest, describeRequest, stopped } from './answered-request.ts'
import { type Connections, createConnections } from './connections.ts'
import { controlPath, isControlTarget } from './control-target.ts'
import { createStores, type StoresOptions } from './create-stores.ts'
import { createDoor, isLoopback, toOrigin } from './open-door.ts'
import { checkServerOptions, serverOptions } from './option-table.ts'
import { createRequestListener, type ListenerContext } from './request-listener.ts'
import { createServerCors } from './server-cors.ts'
import type {
  AnyServerOptions,
  MockServerOptions,
  ServerOptions,
  SharedServerOptions,
} from './server-options.ts'
import type { Upstream } from './upstream.ts'

export type {
  AnsweredRequest,
  AnyServerOptions,
  CorsOption,
  MockServerOptions,
  ServerOptions,
  SharedServerOptions,
}

/** A running server. */
export interface PlantStoreServer<Store = PlantStore> extends AsyncDisposable {
  /** The base address of the service, without a slash at the end. */
  url: string
  /** The store; with `isolate`, the store of requests without a valid token. */
  store: Store
  /** The mock of another API that it serves. */
  mock: Mock | undefined
  /** The address of the control API and its page, without a slash at the end; undefined if it is off. */
  adminUrl: string | undefined
  /** Changes options while the server runs, like `configure` of the store. */
  configure(options: ChangeableOptions | Partial<ChangeableMockOptions>): Promise<void>
  /** Replaces all options that can change while the server runs, like `replaceOptions` of the store. */
  replaceOptions(options: ChangeableOptions | ChangeableMockOptions): Promise<void>
  /** Stops: accepts no new connections and resolves once all requests that already arrived are answered, or after `shutdownTimeout`. Another call changes nothing. */
  close(): Promise<void>
  /** Closes all connections immediately. */
  closeNow(): void
}

/**
 * Serves a plant store over HTTP, with the control API under `/__admin`.
 *
 * @example
 * const { url, store, close } = await startServer({ port: 0 })
 *
 * @throws {OptionsError} if an option has an invalid value
 * @throws {Error} if it can't listen, with the `code` of Node's error (`EADDRINUSE`)
 */
export function startServer(options: SharedServerOptions): Promise<PlantStoreServer<SharedPlantStore>>
export function startServer(options?: ServerOptions): Promise<PlantStoreServer>
export function startServer(options: MockServerOptions): Promise<PlantStoreServer & { mock: Mock }>
export function startServer(
  options?: AnyServerOptions | MockServerOptions,
): Promise<PlantStoreServer<AnyPlantStore>>
export async function startServer(
  options: AnyServerOptions | MockServerOptions = {},
): Promise<PlantStoreServer<AnyPlantStore>> {
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
    shutdownTimeout = serverOptions.shutdownTimeout.default,
    onRequest,
    ...ofStore
  } = options
  const stores = await createStores(ofStore as StoresOptions)
  const { store } = stores
  const { mock } = store
  if (isControlTarget(store.path))
    throw new OptionsError('must not be /__admin, the path of the control API', ['basePath'])
  const state: ListenerContext['state'] = {
    adminPage: undefined,
    isClosing: false,
    isCut: false,
    streams: new Set(),
  }
  const readCors = (option = store.settings.cors) =>
    createServerCors(option, mock && [...new Set(mock.contract.operations.map(({ method }) => method))])
  let cors = readCors(options.cors)
  const isolation = isolate === 'token' ? stores.isolate() : undefined
  const context: ListenerContext = {
    store,
    storeFor: isolation?.storeFor ?? (() => store),
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
    const server = createDoor(tls, (request, response, isExpecting): void => {
      const start = onRequest === undefined ? 0 : performance.now()
      const isPassed = upstream?.pass(request, response) === true
      connections.add({ response, start, isPassed })
      if (!isPassed) listener(request, response, start, hasControlApi, isExpecting)
      else if (isExpecting) sendContinue(response)
    })
    const connections = createConnections(server, {
      refuse(failure, method, target, detail) {
        const refusal = store.refuse(failure, detail)
        onRequest?.(describeRequest(method, target, refusal, 0))
        return refusal
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
        const who = isAborted ? 'the client disconnected' : 'the fake stopped'
        const reason = req.complete ? stopped : `${who} before the request was complete`
        const answer: PlantAnswer = { ...noAnswer, reason, ...(isAborted && { aborted: true }) }
        onRequest?.(describeRequest(method, readTarget(req), answer, performance.now() - start))
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
    await stores[how](changed)
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
    url: origin + (mock === undefined ? store.path.slice(0, -operation.path.length) : store.path),
    store,
    mock,
    adminUrl,
    configure: changeBy('configure'),
    replaceOptions: changeBy('replaceOptions'),
    close,
    closeNow,
    [Symbol.asyncDispose]: close,
  }
}
