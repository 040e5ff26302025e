import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { PlantAnswer } from '../store/exchange.ts'
import type { FailureName } from '../store/failures.ts'

/** How long a client has to read the answer before the connection closes, in milliseconds. */
const lingering = 1000

const failuresByCode: Record<string, FailureName> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** Maps the code of a parser's error to a failure. */
export const toFailure = ({ code = '' }: NodeJS.ErrnoException): FailureName =>
  failuresByCode[code] ?? 'malformed-request'

/** Says why a TLS connection could not begin; undefined if the client just left. */
export function describeHandshake({ code = '' }: NodeJS.ErrnoException): string | undefined {
  if (code === 'ECONNRESET') return undefined
  if (code === 'ERR_SSL_HTTP_REQUEST') return 'the client speaks http, but this fake speaks https'
  const [, alert] = /_ALERT_(.+)$/.exec(code) ?? []
  return alert === undefined
    ? `the TLS handshake failed (${code})`
    : `the client refused the certificate (${alert.toLowerCase().replaceAll('_', ' ')})`
}

/**
 * Writes an answer directly to the socket, and ends the connection.
 *
 * @param earlier the answer to the previous request on this connection, which must go first
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
    // A client that is still sending can read the answer before the connection is closed.
    setTimeout(() => socket.destroy(), lingering).unref()
  }
  // An incomplete request gets no answer.
  const isAwaited = earlier?.req.complete === true && !earlier.closed
  if (isAwaited) earlier.once('close', end)
  else end()
}
