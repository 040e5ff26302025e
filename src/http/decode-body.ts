import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

const decoders: Record<string, (body: Buffer, options: { maxOutputLength: number }) => Buffer> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** A body as it is judged: decoded if it can be. */
export interface DecodedBody {
  body: Buffer
  /** Whether it isn't in the coding that its header names. */
  isMiscoded?: boolean
  /** Whether it has more bytes than the limit; it has at most these, and isn't decoded. */
  isCut?: boolean
}

/**
 * Decodes a body, which a service may encode without a request for it (RFC 9110 section 12.5.3). A small body can decode
 * to more than fits in memory, so decoding stops at `limit` bytes.
 */
export function decodeBody(body: Buffer, coding: string | undefined, limit: number): DecodedBody {
  const decode = decoders[coding?.trim().toLowerCase() ?? '']
  if (body.length > limit) return { body: Buffer.from(body.subarray(0, limit)), isCut: true }
  // An answer to HEAD has the header but no body.
  if (decode === undefined || body.length === 0) return { body }
  try {
    return { body: decode(body, { maxOutputLength: limit }) }
  } catch (error) {
    const isCut = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return { body, ...(isCut ? { isCut } : { isMiscoded: true }) }
  }
}

/** Bytes of the body of an answer that are kept besides what it repeats, and the bytes that JSON needs for each byte that it repeats. */
const ownBytes = 2 ** 14
const escapedBytes = 6

/** Returns the most bytes that the body of an answer to these bytes has; no Plant and no Error has more, and a run can keep all its answers. */
export const toLargest = (sentBytes: number): number => ownBytes + sentBytes * escapedBytes
