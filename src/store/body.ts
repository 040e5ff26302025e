import type { PlantRequest } from './exchange.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lossyUtf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** What is kept of a body over the limit, in bytes. */
const maxExcerpt = 1000

/** A body as text. */
export interface DecodedBody {
  /** What came; only the beginning of it where it is over the limit. */
  text: string
  isOverLimit: boolean
  /** Whether its bytes are UTF-8, as JSON's are (RFC 8259 section 8.1). */
  isUtf8: boolean
}

/** Decodes a body that may have `limit` bytes. */
export function decodeBody(body: PlantRequest['body'] = '', limit: number): DecodedBody {
  if (typeof body === 'string') {
    // A lone surrogate has no bytes; an encoder writes U+FFFD in its place.
    if (!body.isWellFormed()) return decodeBody(body.toWellFormed(), limit)
    // Most texts are short enough whatever their characters are.
    if (body.length * 3 <= limit) return { text: body, isOverLimit: false, isUtf8: true }
    const bytes = encoder.encode(body)
    if (bytes.length > limit) return decodeBody(bytes, limit)
    return { text: body, isOverLimit: false, isUtf8: true }
  }
  if (body.length > limit) {
    return { text: lossyUtf8.decode(body.subarray(0, maxExcerpt)), isOverLimit: true, isUtf8: true }
  }
  try {
    return { text: utf8.decode(body), isOverLimit: false, isUtf8: true }
  } catch {
    return { text: lossyUtf8.decode(body), isOverLimit: false, isUtf8: false }
  }
}
