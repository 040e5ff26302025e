import type { IncomingMessage } from 'node:http'

/** Thrown if a body is too large for the proxy. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError'
}

/** Bytes; the proxy holds a whole body in memory to judge it. */
const maxBody = 64 * 1024 * 1024

/**
 * Reads a whole body.
 *
 * @throws {BodyTooLargeError} if it is over 64 MiB
 */
export async function readStream(stream: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBody) throw new BodyTooLargeError(`the body has more than ${maxBody} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
