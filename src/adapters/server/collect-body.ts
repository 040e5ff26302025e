import type { IncomingMessage } from 'node:http'

/** How much of a body over its limit is read and discarded, so that a client that is still sending gets the response. */
const drained = 64 * 1024 * 1024

/**
 * Collects the body of a request. If the client disconnects before the end, `onBody` is never called.
 *
 * @param onBody gets the body; only the first `limit + 1` bytes if it is over the limit, so that the caller can detect that
 */
export function collectBody(request: IncomingMessage, limit: number, onBody: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  const finish = (): void => onBody(Buffer.concat(chunks))
  request.on('data', (chunk: Buffer) => {
    if (size <= limit) chunks.push(chunk.subarray(0, limit + 1 - size))
    size += chunk.length
    if (size > limit + drained) {
      request.removeAllListeners('data').removeListener('end', finish).resume()
      finish()
    }
  })
  request.on('end', finish)
}
