import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, isIPv6 } from 'node:net'
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
  return `${tls ? 'https' : 'http'}://${name ?? (isIPv6(reachable) ? `[${reachable}]` : reachable)}:${port}`
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

/** What the name localhost can mean. */
const localhost = ['127.0.0.1', '::1']

/** Says whether something listens on a port of an address. */
const isAnswered = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 500 })
    const end = (isOpen: boolean): void => {
      resolve(isOpen)
      socket.destroy()
    }
    // A socket can take the very port that it looks for, and then reaches itself.
    socket.on('connect', () => end(socket.localPort !== port))
    socket.on('error', () => end(false)).on('timeout', () => end(false))
  })

/**
 * Starts to listen. Rejects with the `code` of Node's error, and with EADDRINUSE also if clients of `localhost` could
 * reach another server: macOS and Windows let two servers listen on one port if their addresses differ.
 */
export async function openDoor(server: Server, port: number, host: string): Promise<AddressInfo> {
  if (port !== 0 && ['localhost', ...localhost].includes(toReachable(host))) {
    const answered = await Promise.all(localhost.map((address) => isAnswered(address, port)))
    if (answered.includes(true))
      throw Object.assign(new Error(`listen EADDRINUSE: port ${port} is in use`), {
        code: 'EADDRINUSE',
        port,
      })
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return server.address() as AddressInfo
}
