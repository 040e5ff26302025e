import { findDecoder } from './find-decoder.ts'

/** A body as it is judged: decoded if it can be. */
export interface DecodedBody {
  body: Buffer
  /** Whether it isn't in the coding that its header names. */
  isMiscoded?: boolean
  /** Whether it has more bytes than the limit; only its beginning is there, and isn't decoded. */
  isCut?: boolean
}

/** The bytes that are kept of a body that is too large, for reports. */
export const shownBytes: number = 2 ** 10

/** Copies bytes, since a few that are kept would keep all memory that they share with others. */
const copy = (bytes: Uint8Array): Buffer => Buffer.from(new Uint8Array(bytes).buffer)

/**
 * Decodes a body, which a service may encode without a request for it (RFC 9110 section 12.5.3). A small body can decode
 * to more than fits in memory, so decoding stops at `limit` bytes.
 *
 * @param kept how many bytes of a body that is too large are returned
 */
export function decodeBody(
  body: Buffer,
  coding: string | undefined,
  limit: number,
  kept: number = shownBytes,
): DecodedBody {
  const decode = findDecoder(coding ?? '')
  const cut = (): DecodedBody => ({ body: copy(body.subarray(0, Math.min(limit, kept))), isCut: true })
  if (body.length > limit) return cut()
  // An answer to HEAD has the header but no body.
  if (decode === undefined || body.length === 0) return { body }
  try {
    return { body: copy(decode(body, { maxOutputLength: limit })) }
  } catch (error) {
    const isCut = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return isCut ? cut() : { body, isMiscoded: true }
  }
}

/** Bytes of the body of an answer that are kept besides what it repeats, and the bytes that JSON needs for each byte that it repeats. */
const ownBytes = 2 ** 21
const escapedBytes = 6

/** Returns the most bytes that are read of the body of an answer to these bytes, so that a run can keep its answers. */
export const toMaxDecodedBytes = (sentBytes: number): number => ownBytes + sentBytes * escapedBytes
