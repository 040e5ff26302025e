import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toUrl } from '../http/listen.ts'
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
  return toUrl({ address: name ?? reachable, port }, tls ? 'https' : 'http')
}

/** The options of the server of Node. */
const httpOptions = {
  joinDuplicateHeaders: true,
  requireHostHeader: false,
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
}

/** Creates a server of one port, which doesn't listen yet. */
export function createDoor(tls: Tls | undefined, answer: RequestListener): Server {
  const server = (tls?.createServer ?? createServer)(httpOptions, answer)
  // Closing idle connections would race with clients that reuse them; TCP keep-alive detects dead ones.
  server.keepAliveTimeout = 0
  // A client that closes its sending side after the request still waits for the answer.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('checkExpectation', answer)
  return server
}
