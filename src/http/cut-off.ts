import { connect, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type Access, addAccess } from './access.ts'
import { type HttpRequest, joinPieces, toHost } from './exchange.ts'

/** Milliseconds between a truncated request and the end of its connection. */
const patience = 20

function toText(request: HttpRequest): string {
  const lines = request.headers.map(({ name, value }) => `${name}: ${value}\r\n`)
  return `${request.method} ${request.path} HTTP/1.1\r\n${lines.join('')}\r\n${joinPieces(request).toString('latin1')}`
}

/** Sends the beginning of a request and closes the connection without waiting for an answer. */
export function cutOff(
  { base, access, signal }: { base: URL; access?: Access; signal: AbortSignal },
  request: HttpRequest,
  toHead: (text: string) => string,
): Promise<void> {
  const isTls = base.protocol === 'https:'
  const target = {
    host: toHost(base),
    port: Number(base.port) || (isTls ? 443 : 80),
  }
  return new Promise((resolve) => {
    // TLS allows host names only, not addresses (RFC 6066 section 3).
    const servername = isIP(target.host) === 0 ? target.host : ''
    const socket = isTls ? connectTls({ ...target, ...access?.tls, servername }) : connect(target)
    const giveUp = () => socket.destroy()
    const timer = setTimeout(giveUp, 5000)
    signal.addEventListener('abort', giveUp)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      resolve()
    })
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      socket.write(
        toHead(toText(access === undefined ? request : addAccess(request, access))),
        'latin1',
        () => setTimeout(() => socket.destroy(), patience),
      )
    })
  })
}
