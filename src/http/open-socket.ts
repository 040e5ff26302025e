import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Access } from './access.ts'
import { toHost } from './exchange.ts'
import { limitTime } from './limit-time.ts'

/** Milliseconds until a connection that isn't ready is given up. */
const patience = 5000

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

/** Opens connections that send these bytes and no more, without those that a service refuses; ends them at the end of the scope. */
export async function openIdle(
  { base, access, signal }: { base: URL; access?: Access; signal: AbortSignal },
  beginnings: readonly (Buffer | string)[],
): Promise<Disposable> {
  const open = async (beginning: Buffer | string): Promise<Socket> => {
    const { socket, ready } = connectTo(base, access?.tls)
    socket.on('error', () => {})
    await once(socket, ready, { signal: limitTime(patience, signal) }).then(
      () => socket.write(beginning),
      () => socket.destroy(),
    )
    return socket
  }
  const sockets = await Promise.all(beginnings.map(open))
  return {
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
