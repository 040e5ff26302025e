import type { ServerResponse } from 'node:http'
import { eventStream } from '../../contract/event-stream.ts'
import type { MockResponse } from '../../mock/exchange.ts'

/**
 * The beginning of a response that is none. A client that got nothing may send its request again on another connection;
 * one that got these bytes doesn't, and reports a lost connection (docs/control-api.md says what each client does).
 */
const lost = `HTTP/1.1 100 Continue\r\n\r\n${'\r\n'.repeat(4)}`

/** Ends a connection in the beginning of a response. */
function drop(response: ServerResponse): void {
  // Node gives a response its socket only after the responses to the requests before it.
  if (response.socket === null) response.once('socket', () => drop(response))
  else response.socket.write(lost, () => response.destroy())
}

/** Sends server-sent events one by one, each after the one before has left. */
function sendEvents(response: ServerResponse, events: readonly string[], next = 0): void {
  const event = events[next]
  if (event === undefined) response.end()
  else response.write(event, () => sendEvents(response, events, next + 1))
}

/** Sends a response, and carries out faults of the connection. */
export function respond(
  response: ServerResponse,
  { status, headers, body, delivery, fault }: MockResponse,
  more?: Readonly<Record<string, string>>,
): void {
  if (delivery === 'drop') {
    if (fault === 'closed-connection') response.destroy()
    else drop(response)
    return
  }
  // Responses without a body go to HEAD and preflight requests, for which a length of 0 would be wrong (RFC 9110 section 8.6).
  const length = Buffer.byteLength(body)
  const isStream =
    typeof body === 'string' &&
    body !== '' &&
    delivery === undefined &&
    headers['content-type']?.startsWith(eventStream) === true
  // What comes in pieces has no length.
  const fields: (string | number)[] = body === '' || isStream ? [] : ['content-length', length]
  for (const name in headers) fields.push(name, headers[name] ?? '')
  for (const name in more) fields.push(name, more[name] ?? '')
  response.writeHead(status, fields)
  if (isStream) {
    sendEvents(response, body.split(/(?<=\n\n)/))
    return
  }
  if (delivery !== 'half') {
    // Node writes ASCII faster as Latin-1, which is the same.
    response.end(body, length === body.length ? 'latin1' : 'utf8')
    return
  }
  const bytes = Buffer.from(body)
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy())
}
