import type { IncomingMessage } from 'node:http'

/** What is read and thrown away of a body over its limit, so that a client that still sends gets the answer. */
const drained = 64 * 1024 * 1024

/**
 * Reads a request's body.
 *
 * Of a body over the limit it gives the first `limit + 1` bytes, so that whoever judges its size can tell.
 * It gives undefined where the client goes away before the end.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let kept = 0
    let size = 0
    const finish = (): void => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      const part = kept + chunk.length > limit + 1 ? chunk.subarray(0, limit + 1 - kept) : chunk
      if (part.length > 0) chunks.push(part)
      kept += part.length
      if (size > limit + drained) finish()
    })
    request.on('end', finish)
    request.on('error', () => resolve(undefined))
    request.on('close', () => resolve(undefined))
  })
}
