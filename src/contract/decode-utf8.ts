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
 * @throws {TypeError} if a byte isn't UTF-8; the message ends with its line and column, counted from 1
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch (cause) {
    const at = findWrongByte(bytes)
    const byte = bytes[at]?.toString(16).padStart(2, '0')
    const lines = lenient.decode(bytes.subarray(0, at)).split('\n')
    const place = `at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
    throw new TypeError(`the byte 0x${byte} is not UTF-8 ${place}`, { cause })
  }
}
