import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { HttpRequest } from '../../src/http/exchange.ts'
import type { Listening } from '../tools/listen.ts'

/** Makes a request to a service. */
export const toRequest = (base: string | URL, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  path: '/plants',
  headers: [{ name: 'Host', value: new URL(base).host }],
  pieces: [],
  ...more,
})

/** Starts a server that gets each connection as a socket. */
export async function listenRaw(
  onConnection: (socket: Socket) => void,
  server: Server = createServer(),
): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) =>
    onConnection(socket.on('error', () => {})),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
