import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that listens, for as long as the scope of `await using`. */
export interface Listening extends AsyncDisposable {
  /** Its base address, without a slash at the end. */
  url: string
}

/** Makes a server, or a new one with this listener, listen on a free port of loopback. */
export async function listen(
  serverOrListener: Server | RequestListener,
  host = '127.0.0.1',
): Promise<Listening> {
  const server = typeof serverOrListener === 'function' ? createServer(serverOrListener) : serverOrListener
  server.listen(0, host)
  await once(server, 'listening')
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Occupies a free port by listening on it. */
export async function takePort(host = '127.0.0.1'): Promise<AsyncDisposable & { port: number }> {
  const listening = await listen(() => {}, host)
  return Object.assign(listening, { port: Number(new URL(listening.url).port) })
}
