import { TextError } from './text-error.ts'

const strict = new TextDecoder('utf-8', { fatal: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

const continuation = 0b1000_0000

/** Finds the first byte that isn't UTF-8. */
function findWrongByte(bytes: Uint8Array): number {
  const written = new TextEncoder().encode(lenient.decode(bytes))
  let at = 0
  while (bytes[at] === written[at]) at++
  // The replacement character may begin with the same bytes as the wrong one.
  while (((written[at] ?? 0) & 0b1100_0000) === continuation) at--
  return at
}

/**
 * Reads a text without its byte order mark, which some programs write.
 *
 * @param advice what to do about a wrong byte, after the problem
 *
 * @throws {TextError} if a byte isn't UTF-8
 */
export function decodeUtf8(bytes: Uint8Array, advice = ''): string {
  try {
    return strict.decode(bytes)
  } catch {
    const at = findWrongByte(bytes)
    const before = lenient.decode(bytes.subarray(0, at))
    const byte = bytes[at]?.toString(16).padStart(2, '0')
    throw new TextError(`the byte 0x${byte} is not UTF-8${advice}`, before, before.length)
  }
}
