import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** The most bytes of a decoded body; a small body can decode to more than fits in memory. */
const largest = 64 * 1024 * 1024

const decoders: Record<string, (body: Buffer, options: { maxOutputLength: number }) => Buffer> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/**
 * Decodes a body, which a service may encode without a request for it (RFC 9110 section 12.5.3); undefined if it isn't in
 * that coding, or has more than `limit` bytes.
 */
export function decodeBody(body: Buffer, coding: string | undefined, limit = largest): Buffer | undefined {
  const decode = decoders[coding?.trim().toLowerCase() ?? '']
  // An answer to HEAD has the header but no body.
  if (decode === undefined || body.length === 0) return body
  try {
    return decode(body, { maxOutputLength: limit })
  } catch {
    return undefined
  }
}
