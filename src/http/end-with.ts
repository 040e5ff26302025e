import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** How long a client has to read the answer before the connection closes, in milliseconds. */
const lingering = 1000

/** An answer that is written directly to a socket. */
export interface SmallAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

/** Calls a function once the answer to the previous request on a connection has gone. */
export function whenAnswered(earlier: ServerResponse | undefined, call: () => void): void {
  // An incomplete request gets no answer.
  const isAwaited = earlier?.req.complete === true && !earlier.closed
  if (isAwaited) earlier.once('close', call)
  else call()
}

/**
 * Writes an answer directly to the socket, and ends the connection.
 *
 * @param earlier the answer to the previous request on this connection, which must go first
 */
export function endSocketWith(
  socket: Duplex,
  { status, headers, body }: SmallAnswer,
  earlier?: ServerResponse,
): void {
  const fields = {
    date: new Date().toUTCString(),
    ...headers,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => {})
  whenAnswered(earlier, () => {
    const text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`
    if (socket.writable) socket.end(text, 'utf8')
    // A client that is still sending can read the answer before the connection is closed.
    setTimeout(() => socket.destroy(), lingering).unref()
  })
}
