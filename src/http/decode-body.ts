import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** Bytes; a small body may stand for one that no memory holds. */
const limit = { maxOutputLength: 64 * 1024 * 1024 }

const decoders: Record<string, (body: Buffer, options: typeof limit) => Buffer> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** Takes the coding off a body, which a service may choose where none was asked for (RFC 9110 section 12.5.3); undefined where it is not in that coding. */
export function decodeBody(body: Buffer, coding: string | undefined): Buffer | undefined {
  const decode = decoders[coding?.trim().toLowerCase() ?? '']
  // An answer to HEAD has the header and no body.
  if (decode === undefined || body.length === 0) return body
  try {
    return decode(body, limit)
  } catch {
    return undefined
  }
}
