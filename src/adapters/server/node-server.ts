import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toServerUrl } from '../../http/listen.ts'
import type { Tls } from './prepare-tls.ts'

/** Says whether only this machine reaches an address. */
export const isLoopback = (address: string): boolean =>
  /^(?:::ffff:)?127\./.test(address) || address === '::1'

/** The address at which a client of this machine reaches an address. */
const toReachable = (address: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[address] ?? address

/** The URL at which a client of this machine reaches a server, without a slash at the end. */
export function toOrigin({ address, port }: AddressInfo, tls: Tls | undefined): string {
  const reachable = toReachable(address)
  const name = isLoopback(reachable) ? tls?.nameFor(reachable) : undefined
  return toServerUrl({ address: name ?? reachable, port }, tls ? 'https' : 'http')
}

/** The options of the server of Node. */
const httpOptions = {
  joinDuplicateHeaders: true,
  requireHostHeader: false,
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
}

/**
 * Creates a server of one port, which doesn't listen yet.
 *
 * @param respond must also send `100 Continue` to a client that waits for it
 */
export function createNodeServer(
  tls: Tls | undefined,
  maxHeaderSize: number,
  respond: (request: IncomingMessage, response: ServerResponse, isExpecting: boolean) => void,
): Server {
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    respond(request, response, false)
  const server = (tls?.createServer ?? createServer)({ ...httpOptions, maxHeaderSize }, listener)
  // Closing idle connections would race with clients that reuse them; TCP keep-alive detects dead ones.
  server.keepAliveTimeout = 0
  // A client that closes its sending side after the request still waits for the response.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('checkExpectation', listener)
  server.on('checkContinue', (request, response) => respond(request, response, true))
  return server
}
