import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'

/** Starts to listen. Rejects with the `code` of Node's error. */
export async function listen(server: Server, port = 0, host = '127.0.0.1'): Promise<AddressInfo> {
  server.listen(port, host)
  await once(server, 'listening')
  return server.address() as AddressInfo
}

/** Writes the URL of an address, without a slash at the end. */
export const toUrl = ({ address, port }: Pick<AddressInfo, 'address' | 'port'>, scheme = 'http'): string =>
  `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${port}`
