import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** Bytes; a small body may stand for one that no memory holds. */
const limit = { maxOutputLength: 64 * 1024 * 1024 }

const decoders: Record<string, (body: Buffer, options: typeof limit) => Buffer> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** Takes the coding off a body, which a service may choose where none was asked for (RFC 9110 section 12.5.3); a body that is not in its coding stays as it is. */
export function decodeBody(body: Buffer, coding: string | undefined): Buffer {
  const decode = decoders[coding?.trim().toLowerCase() ?? '']
  if (decode === undefined) return body
  try {
    return decode(body, limit)
  } catch {
    return body
  }
}
