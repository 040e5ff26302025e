import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** Bytes; a small body can decode to more than fits in memory. */
const limit = { maxOutputLength: 64 * 1024 * 1024 }

const decoders: Record<string, (body: Buffer, options: typeof limit) => Buffer> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** Decodes a body, which a service may encode without a request for it (RFC 9110 section 12.5.3); undefined if it isn't in that coding. */
export function decodeBody(body: Buffer, coding: string | undefined): Buffer | undefined {
  const decode = decoders[coding?.trim().toLowerCase() ?? '']
  // An answer to HEAD has the header but no body.
  if (decode === undefined || body.length === 0) return body
  try {
    return decode(body, limit)
  } catch {
    return undefined
  }
}
