import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

const decoders: Record<string, (body: Buffer) => Buffer> = {
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
    return decode(body)
  } catch {
    return body
  }
}
