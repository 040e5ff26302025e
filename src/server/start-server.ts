import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { operation } from '../contract/generated/operation.ts'
import { createCors } from '../doors/cors.ts'
import { readTarget } from '../http/read-target.ts'
import { OptionsError } from '../options/options-error.ts'
import type { ChangeableOptions, CorsOption } from '../store/options.ts'
import type { AnyPlantStore, PlantStore, SharedPlantStore } from '../store/store-interface.ts'
import { type AnsweredRequest, describeRequest, noAnswer, stopped } from './answered-request.ts'
import { createConnections } from './connections.ts'
import { isControlTarget } from './control-target.ts'
import { createStores } from './create-stores.ts'
import { checkServerOptions, serverOptions } from './option-table.ts'
import type { Tls } from './prepare-tls.ts'
import { createRequestListener, type ListenerContext } from './request-listener.ts'
import type { AnyServerOptions, ServerOptions, SharedServerOptions } from './server-options.ts'

export type { AnsweredRequest, AnyServerOptions, CorsOption, ServerOptions, SharedServerOptions }

/** A running server. */
export interface PlantStoreServer<Store = PlantStore> extends AsyncDisposable {
  /** The base address of the service, without a slash at the end. */
  url: string
  /** The store; with `isolate`, the store of requests without a valid token. */
  store: Store
  /** Whether the control API answers. */
  hasControlApi: boolean
  /** Changes options while the server runs, like `configure` of the store. */
  configure(options: ChangeableOptions): Promise<void>
  /** Replaces all options that can change while the server runs, like `replaceOptions` of the store. */
  replaceOptions(options: ChangeableOptions): Promise<void>
  /** Stops: accepts no new connections and resolves once all requests that already arrived are answered, or after `shutdownTimeout`. Another call changes nothing. */
  close(): Promise<void>
  /** Closes all connections immediately. */
  closeNow(): void
}

const isLoopback = (address: string): boolean => /^(?:::ffff:)?127\./.test(address) || address === '::1'

/** The address at which a client of this machine reaches an address. */
const toReachable = (address: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[address] ?? address

/** The URL at which a client of this machine reaches a server, without a slash at the end. */
function toOrigin({ address, port }: AddressInfo, tls: Tls | undefined): string {
  const reachable = toReachable(address)
  const name = isLoopback(reachable) ? tls?.nameFor(reachable) : undefined
  return `${tls ? 'https' : 'http'}://${name ?? (isIPv6(reachable) ? `[${reachable}]` : reachable)}:${port}`
}

/** The options of the server of Node. */
const httpOptions = {
  joinDuplicateHeaders: true,
  requireHostHeader: false,
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
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
export function startServer(options?: ServerOptions): Promise<PlantStoreServer>
export function startServer(options: SharedServerOptions): Promise<PlantStoreServer<SharedPlantStore>>
export function startServer(options?: AnyServerOptions): Promise<PlantStoreServer<AnyPlantStore>>
export async function startServer(options: AnyServerOptions = {}): Promise<PlantStoreServer<AnyPlantStore>> {
  const {
    port = serverOptions.port.default,
    host = serverOptions.host.default,
    isolate,
    upstream: upstreamUrl,
    tlsCert: cert,
    tlsKey: key,
    adminToken,
    shutdownTimeout = serverOptions.shutdownTimeout.default,
    onRequest,
    store: given,
    ...ofStore
  } = options
  checkServerOptions(options)
  const stores = createStores(ofStore, given)
  const { store } = stores
  if (isControlTarget(store.path))
    throw new OptionsError('must not be /__admin, the path of the control API', ['basePath'])
  const state = {
    hasControlApi: false,
    isClosing: false,
    isCut: false,
    streams: new Set<ServerResponse>(),
  }
  let cors = createCors(options.cors ?? store.settings.cors)
  const context: ListenerContext = {
    store,
    storeFor: isolate === 'token' ? stores.isolate() : () => store,
    isIsolating: isolate === 'token',
    upstream: upstreamUrl,
    cors: () => cors,
    adminToken,
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
  const server = (tls?.createServer ?? createServer)(httpOptions, answer)
  const connections = createConnections(server, {
    refuse(failure, method, target) {
      const refusal = store.refuse(failure)
      onRequest?.(describeRequest(method, target, refusal, 0))
      return refusal
    },
    report: (message) =>
      onRequest?.({ method: '?', path: '?', status: 0, duration: 0, failure: 'malformed-request', message }),
    reportCut({ response: { req }, start, isPassed }) {
      state.isCut = true
      // The link to the upstream reports its own requests.
      if (isPassed) return
      const { method = '' } = req
      const message = req.complete ? stopped : 'the fake stopped before the request was complete'
      const described = describeRequest(method, readTarget(req), noAnswer, performance.now() - start)
      onRequest?.({ ...described, message })
    },
    upstream,
  })
  function answer(request: IncomingMessage, response: ServerResponse): void {
    const start = onRequest === undefined ? 0 : performance.now()
    const isPassed = upstream?.pass(request, response) === true
    connections.add({ response, start, isPassed })
    if (!isPassed) listener(request, response, start)
  }
  // Closing idle connections would race with clients that reuse them; TCP keep-alive detects dead ones.
  server.keepAliveTimeout = 0
  // A client that closes its sending side after the request still waits for the answer.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('checkExpectation', answer)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const bound = server.address() as AddressInfo
  state.hasControlApi = adminToken !== undefined || isLoopback(bound.address)

  let closed: Promise<void> | undefined
  function close(): Promise<void> {
    state.isClosing = true
    for (const stream of state.streams) {
      // A client that doesn't read would hold it up.
      if (stream.writableNeedDrain) stream.destroy()
      else stream.end()
    }
    closed ??= connections.drain(shutdownTimeout)
    return closed
  }
  return {
    url: toOrigin(bound, tls) + store.path.slice(0, -operation.path.length),
    store,
    hasControlApi: state.hasControlApi,
    async configure(changed) {
      await stores.configure(changed)
      cors = createCors(store.settings.cors)
    },
    async replaceOptions(changed) {
      await stores.replaceOptions(changed)
      cors = createCors(store.settings.cors)
    },
    close,
    closeNow: connections.destroy,
    [Symbol.asyncDispose]: close,
  }
}
