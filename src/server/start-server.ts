import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { operation } from '../contract/generated/operation.ts'
import { type CorsOption, createCors } from '../doors/cors.ts'
import { isBearerToken } from '../store/credentials.ts'
import type { FailureName } from '../store/failure-names.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { OptionsError } from '../store/options-error.ts'
import { createPlantStore, type PlantStore } from '../store/plant-store.ts'
import { type AnsweredRequest, describeRequest } from './answered-request.ts'
import { endWith, toFailure } from './client-error.ts'
import { isControlTarget } from './control-target.ts'
import { isolateByToken } from './isolation.ts'
import { createRequestListener } from './request-listener.ts'

export type { AnsweredRequest, CorsOption }

/** The options of the server and of its store. */
export interface ServerOptions extends PlantStoreOptions {
  /** The store that answers; by default a new one with the other options. */
  store?: PlantStore
  /** The port, 4010 by default; 0 takes a free one. */
  port?: number
  /** The host name or address to listen on, 127.0.0.1 by default. */
  host?: string
  /** Which pages may read the answers of the service, `*` by default. */
  cors?: CorsOption
  /** `token` gives every bearer token its own plants, journal and faults. */
  isolate?: 'token'
  /** The token that the control API requires in `X-Admin-Token`. Without it, the control API answers only on loopback addresses. */
  adminToken?: string
  /** Called after each answer; it must not throw. */
  onRequest?: (request: AnsweredRequest) => void
}

/** A running server. */
export interface PlantStoreServer extends AsyncDisposable {
  /** The base address of the service, without a slash at the end. */
  url: string
  /** The store; with `isolate`, the store of requests without a valid token. */
  store: PlantStore
  /** Whether the control API answers. */
  hasControlApi: boolean
  /** Stops: takes no more requests and resolves once those in flight are answered, or after 30 seconds. Calling it again changes nothing. */
  close(): Promise<void>
  /** Closes all connections immediately. */
  closeNow(): void
}

const maxDrain = 30_000

const isLoopback = (address: string): boolean => /^(?:::ffff:)?127\./.test(address) || address === '::1'

function toUrl({ address, port, family }: AddressInfo, basePath: string): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address
  return `http://${family === 'IPv6' ? `[${reachable}]` : reachable}:${port}${basePath}`
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
export async function startServer(options: ServerOptions = {}): Promise<PlantStoreServer> {
  const {
    port = 4010,
    host = '127.0.0.1',
    cors,
    isolate,
    adminToken,
    onRequest,
    store: given,
    ...storeOptions
  } = options
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new OptionsError(`port must be an integer from 0 to 65535, got ${port}`)
  }
  if (isolate !== undefined && isolate !== 'token') {
    throw new OptionsError(`isolate must be token, got ${isolate}`)
  }
  if (isolate !== undefined && given !== undefined) {
    throw new OptionsError("isolate creates its own stores, so you can't pass store")
  }
  if (isolate !== undefined && options.storage !== undefined) {
    throw new OptionsError("isolate keeps plants in memory, so you can't pass storage")
  }
  if (host === '') throw new OptionsError('host must not be empty')
  if (adminToken !== undefined && !isBearerToken(adminToken)) {
    throw new OptionsError('adminToken must consist of letters, digits and -._~+/, then =')
  }
  const isGiven = ([, value]: [string, unknown]): boolean => value !== undefined
  const [ignored] = given === undefined ? [] : (Object.entries(storeOptions).find(isGiven) ?? [])
  if (ignored !== undefined)
    throw new OptionsError(`store already has its own options, so you can't pass ${ignored}`)
  const store = given ?? createPlantStore(storeOptions)
  if (isControlTarget(store.path))
    throw new OptionsError('basePath must not be /__admin, the path of the control API')
  const state = { hasControlApi: false, isClosing: false }
  const listener = createRequestListener({
    storeFor: isolate === 'token' ? isolateByToken(store, storeOptions) : () => store,
    path: store.path,
    maxBody: store.maxBody,
    refuse: store.refuse,
    cors: createCors(cors),
    adminToken,
    onRequest,
    state,
  })
  /** All connections, each with the response to its last request. */
  const connections = new Map<Duplex, ServerResponse | undefined>()
  const answer: RequestListener = (request, response) => {
    connections.set(request.socket, response)
    listener(request, response)
  }
  const server = createServer(
    { joinDuplicateHeaders: true, requireHostHeader: false, keepAlive: true, keepAliveInitialDelay: 60_000 },
    answer,
  )
  // Closing idle connections would race with clients that reuse them; TCP keep-alive detects dead ones.
  server.keepAliveTimeout = 0
  server.on('checkExpectation', answer)
  server.on('connection', (socket) => {
    connections.set(socket, undefined)
    socket.on('close', () => connections.delete(socket))
  })
  const refused = new WeakSet<Duplex>()
  function refuseConnection(socket: Duplex, failure: FailureName, method: string, target: string): void {
    const refusal = store.refuse(failure)
    endWith(socket, refusal, connections.get(socket))
    onRequest?.(describeRequest(method, target, refusal, 0))
  }
  server.on('connect', ({ method = '', url = '' }, socket) =>
    refuseConnection(socket, 'method-not-allowed', method, url),
  )
  server.on('clientError', (error, socket) => {
    // The parser reports an error for every chunk that the client still sends.
    if (!socket.writable || refused.has(socket)) return
    refused.add(socket)
    refuseConnection(socket, toFailure(error), '?', '?')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address() as AddressInfo
  state.hasControlApi = adminToken !== undefined || isLoopback(address.address)

  const closeNow = (): void => {
    for (const socket of connections.keys()) socket.destroy()
  }
  let closed: Promise<void> | undefined
  function close(): Promise<void> {
    state.isClosing = true
    closed ??= new Promise((resolve) => {
      const timer = setTimeout(closeNow, maxDrain)
      server.close(() => {
        clearTimeout(timer)
        resolve()
      })
      // Browsers open spare connections that never carried a request.
      for (const [socket, response] of connections) {
        if (response === undefined && (socket as Socket).bytesRead === 0) socket.destroy()
      }
    })
    return closed
  }
  return {
    url: toUrl(address, store.path.slice(0, -operation.path.length)),
    store,
    hasControlApi: state.hasControlApi,
    close,
    closeNow,
    [Symbol.asyncDispose]: close,
  }
}
