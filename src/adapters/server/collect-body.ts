import type { IncomingMessage } from 'node:http'

/** How much of a body over its limit is read and discarded, so that a client that is still sending gets the response. */
const drained = 64 * 1024 * 1024

const none = Buffer.alloc(0)

/** The length of a body that the head of its request tells. */
function readLength({ headers }: IncomingMessage): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined
}

/**
 * Collects the body of a request. If the client disconnects before the end, `onBody` is never called.
 *
 * @param onBody gets the body as soon as all of it is there; only the first `limit + 1` bytes if it is over the limit, so
 *   that the caller can detect that
 */
export function collectBody(request: IncomingMessage, limit: number, onBody: (body: Buffer) => void): void {
  const length = readLength(request)
  if (length === 0) {
    onBody(none)
    return
  }
  const chunks: Buffer[] = []
  let size = 0
  const finish = (): void => onBody(Buffer.concat(chunks))
  request.on('data', (chunk: Buffer) => {
    if (size <= limit) chunks.push(chunk.subarray(0, limit + 1 - size))
    size += chunk.length
    // The end itself comes later, which costs as much as a response.
    if (size === length) finish()
    else if (size > limit + drained) {
      request.removeAllListeners('data').removeListener('end', finish).resume()
      finish()
    }
  })
  if (length === undefined) request.on('end', finish)
}
