import { addAccess } from './access.ts'
import { type HttpRequest, joinPieces } from './exchange.ts'
import { type Destination, openSocket } from './open-socket.ts'

/** Milliseconds between a truncated request and the end of its connection. */
const patience = 20

function toText(request: HttpRequest): string {
  const lines = request.headers.map(({ name, value }) => `${name}: ${value}\r\n`)
  return `${request.method} ${request.path} HTTP/1.1\r\n${lines.join('')}\r\n${joinPieces(request).toString('latin1')}`
}

/** Sends the beginning of a request and closes the connection without waiting for an answer. */
export const cutOff = (
  to: Destination,
  request: HttpRequest,
  toHead: (text: string) => string,
): Promise<void> =>
  new Promise((resolve) => {
    const text = toText(to.access === undefined ? request : addAccess(request, to.access))
    openSocket(
      to,
      (socket) => socket.write(toHead(text), 'latin1', () => setTimeout(() => socket.destroy(), patience)),
      resolve,
    )
  })
