import type { PlantRequest } from './exchange.ts'
import type { Habit } from './habits.ts'
import type { SentMembers } from './sent-members.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lossyUtf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** The part of a body over the limit that is kept, in bytes. */
const maxExcerpt = 1000

/** A body as text. */
export interface DecodedBody {
  /** The whole body; only its beginning if it is over the limit. */
  text: string
  isOverLimit: boolean
  /** Whether the bytes are UTF-8, as JSON requires (RFC 8259 section 8.1). */
  isUtf8: boolean
  /** The members that the schema names, once the body is parsed. */
  members?: SentMembers
}

/** Decodes a body; `limit` is the largest size in bytes. */
export function decodeBody(body: PlantRequest['body'] = '', limit: number): DecodedBody {
  if (typeof body === 'string') {
    // UTF-8 can't encode a lone surrogate; encoders replace it with U+FFFD.
    if (!body.isWellFormed()) return decodeBody(body.toWellFormed(), limit)
    // Most texts are short enough, even with three bytes per character.
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

/** Makes the decoder of a store's requests; with a habit, it leaves out a byte order mark. */
export function createDecodeBody(
  limit: number,
  habits: readonly Habit[],
): (body: PlantRequest['body']) => DecodedBody {
  const ignoresMark = habits.includes('ignores-byte-order-mark')
  return (body) => {
    const decoded = decodeBody(body, limit)
    return ignoresMark ? { ...decoded, text: decoded.text.replace(/^\ufeff/, '') } : decoded
  }
}
