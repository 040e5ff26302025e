/** Longer bodies are decoded faster by the store. */
const maxLength = 16 * 1024

/** Decodes a small body that is UTF-8; returns any other body unchanged. Node decodes a buffer faster than a `TextDecoder`. */
export function decodeSmallBody(body: Buffer): Buffer | string {
  if (body.length > maxLength) return body
  const text = body.toString()
  // Invalid bytes become U+FFFD, which is also a valid character.
  return text.includes('\ufffd') ? body : text
}
