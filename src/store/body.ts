import type { SentMembers } from '../mock/journal/sent-members.ts'
import type { PlantRequest } from './exchange.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lossyUtf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** The part of a body over the limit that is kept, in bytes. */
const maxExcerpt = 1000

/** A body as text. */
export interface DecodedBody {
  /** The whole body; only its beginning if it is over the limit. */
  text: string
  isOverLimit?: true
  /** Whether the bytes are not UTF-8, which JSON requires (RFC 8259 section 8.1). */
  isBroken?: true
  /** The members that a pattern can have, once it was parsed. */
  members?: SentMembers
}

/** Decodes a body; `limit` is the largest size in bytes. */
export function decodeBody(body: PlantRequest['body'] = '', limit: number): DecodedBody {
  if (typeof body === 'string') {
    // Most texts are short enough, even with three bytes per character.
    return body.length * 3 > limit ? decodeBody(encoder.encode(body), limit) : { text: body }
  }
  if (body.length > limit) {
    return { text: lossyUtf8.decode(body.subarray(0, maxExcerpt)), isOverLimit: true }
  }
  try {
    return { text: utf8.decode(body) }
  } catch {
    return { text: lossyUtf8.decode(body), isBroken: true }
  }
}
