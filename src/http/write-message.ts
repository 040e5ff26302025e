import { type HttpRequest, joinPieces } from './exchange.ts'

/** Writes a request as it stands on the wire, with a head and a body that may be written in their own ways. */
export function writeMessage(
  request: HttpRequest,
  toHead = (head: string) => head,
  toBody = (body: string) => body,
): Buffer {
  const { method, path, headers } = request
  const fields = headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('')
  const head = toHead(`${method} ${path} HTTP/1.1\r\n${fields}`)
  return Buffer.from(`${head}\r\n${toBody(joinPieces(request).toString('latin1'))}`, 'latin1')
}

/** Writes the pieces of a body as chunks (RFC 9112 section 7.1). */
export const toChunks = (pieces: readonly Buffer[]): Buffer[] => [
  ...pieces
    .filter(({ length }) => length > 0)
    .map((piece) =>
      Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
    ),
  Buffer.from('0\r\n\r\n'),
]
