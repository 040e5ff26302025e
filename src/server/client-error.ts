import type { ServerResponse } from 'node:http'
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

/**
 * Writes an answer where there is no response object to write it by, and ends the connection.
 *
 * @param earlier the answer to the last request before on this connection, which goes first
 */
export function endWith(
  socket: Duplex,
  { status, headers, body }: PlantAnswer,
  earlier?: ServerResponse,
): void {
  const fields = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => {})
  const end = (): void => {
    const text = `HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`
    if (socket.writable) socket.end(text)
    // A client that still sends gets the answer before the connection is cut.
    setTimeout(() => socket.destroy(), lingering).unref()
  }
  // To a request that broke off there will be no answer.
  const isAwaited = earlier?.req.complete === true && !earlier.closed
  if (isAwaited) earlier.once('close', end)
  else end()
}
