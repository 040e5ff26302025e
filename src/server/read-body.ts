import type { IncomingMessage } from 'node:http'

/** What is read and thrown away of a body over its limit, so that a client that still sends gets the answer. */
const drained = 64 * 1024 * 1024

/**
 * Reads a request's body. Where the client goes away before the end, `onBody` is never called.
 *
 * @param onBody gets the body; of one over the limit its first `limit + 1` bytes, so that whoever judges its size can tell
 */
export function readBody(request: IncomingMessage, limit: number, onBody: (body: Uint8Array) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  let kept = 0
  const finish = (): void => onBody(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (kept <= limit) {
      const part = chunk.subarray(0, limit + 1 - kept)
      chunks.push(part)
      kept += part.length
    }
    if (size > limit + drained) {
      request.removeAllListeners('data').removeListener('end', finish).resume()
      finish()
    }
  })
  request.on('end', finish)
}
