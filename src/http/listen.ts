import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, isIPv6 } from 'node:net'

/** What the name localhost can mean. */
const localhost = ['127.0.0.1', '::1']

/** Addresses at which clients of localhost reach a server. */
const local = ['localhost', ...localhost, '0.0.0.0', '::']

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
export async function listen(server: Server, port = 0, host = '127.0.0.1'): Promise<AddressInfo> {
  if (port !== 0 && local.includes(host)) {
    const answered = await Promise.all(localhost.map((address) => isAnswered(address, port)))
    if (answered.includes(true)) {
      const message = `listen EADDRINUSE: port ${port} is in use`
      throw Object.assign(new Error(message), { code: 'EADDRINUSE', port })
    }
  }
  server.listen(port, host)
  await once(server, 'listening')
  return server.address() as AddressInfo
}

/** Writes the URL of an address, without a slash at the end. */
export const toServerUrl = (
  { address, port }: Pick<AddressInfo, 'address' | 'port'>,
  scheme = 'http',
): string => `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${port}`
