import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Access } from './access.ts'
import { toHost } from './exchange.ts'

/** Milliseconds until a connection that isn't ready is given up. */
const patience = 5000

/** The address of a connection, and the signal that ends it. */
export interface Destination {
  base: URL
  access?: Access
  signal: AbortSignal
}

/** Begins a connection to a service; `ready` is the event when it is there. */
export function connectTo(base: URL, tls?: Access['tls']) {
  const isTls = base.protocol === 'https:'
  const target = { host: toHost(base), port: Number(base.port) || (isTls ? 443 : 80) }
  // TLS allows host names only, not addresses (RFC 6066 section 3).
  const servername = isIP(target.host) === 0 ? target.host : ''
  return isTls
    ? { socket: connectTls({ ...target, ...tls, servername }), ready: 'secureConnect' }
    : { socket: connect(target), ready: 'connect' }
}

/**
 * Opens a connection of its own to a service, without a request.
 *
 * @param onReady called when it is ready, unless the service refuses it or takes too long
 * @param onClose called when it is closed, in any case
 */
export function openSocket(
  { base, access, signal }: Destination,
  onReady: (socket: Socket) => void,
  onClose: () => void,
): Socket {
  const { socket, ready } = connectTo(base, access?.tls)
  const giveUp = () => socket.destroy()
  const timer = setTimeout(giveUp, patience)
  signal.addEventListener('abort', giveUp)
  socket.on('error', () => {})
  socket.on('close', () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
    onClose()
  })
  socket.once(ready, () => {
    clearTimeout(timer)
    onReady(socket)
  })
  return socket
}

/** Opens connections that send nothing; ends them at the end of the scope. */
export async function openIdle(to: Destination, count: number): Promise<Disposable> {
  const sockets: Socket[] = []
  await Promise.all(
    Array.from(
      { length: count },
      () => new Promise<void>((resolve) => sockets.push(openSocket(to, () => resolve(), resolve))),
    ),
  )
  return {
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
