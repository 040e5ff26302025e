import type { ServerResponse } from 'node:http'
import type { PlantAnswer } from '../store/exchange.ts'

/** Writes an answer to the wire, and carries out the faults of the connection. */
export function respond(
  response: ServerResponse,
  { status, headers, body, fault }: PlantAnswer,
  more?: Readonly<Record<string, string>>,
): void {
  if (fault === 'dropped-connection') {
    response.destroy()
    return
  }
  const fields: (string | number)[] = ['content-length', Buffer.byteLength(body)]
  for (const name in headers) fields.push(name, headers[name] ?? '')
  for (const name in more) fields.push(name, more[name] ?? '')
  response.writeHead(status, fields)
  if (fault !== 'cut-off-body') {
    response.end(body)
    return
  }
  const bytes = Buffer.from(body)
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy())
}
