import type { Duplex } from 'node:stream'
import type { PlantAnswer } from '../store/exchange.ts'
import type { FailureName } from '../store/failure-names.ts'

/** Milliseconds in which a client can take the answer. */
const lingering = 1000

const failures: Record<string, FailureName> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** Names the failure of bytes that are no request, by the code of the parser's error. */
export const toFailure = ({ code = '' }: NodeJS.ErrnoException): FailureName =>
  failures[code] ?? 'malformed-request'

/** Writes an answer where there is no response object to write it by, and ends the connection. */
export function endWith(socket: Duplex, { status, headers, body }: PlantAnswer): void {
  const fields = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  // What is answered at once on this connection goes first.
  socket.on('error', () => {})
  setImmediate(() => {
    const text = `HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`
    if (socket.writable) socket.end(text)
    // A client that still sends gets the answer before the connection is cut.
    setTimeout(() => socket.destroy(), lingering).unref()
  })
}
