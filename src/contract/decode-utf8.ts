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

/** Thrown if a text is not UTF-8; the message ends with the line and column of the first wrong byte, counted from 1. */
export class DecodingError extends TypeError {
  override name = 'DecodingError'
  /** The text before the wrong byte. */
  readonly before: string
  /** What is wrong, without its place. */
  readonly problem: string

  constructor(problem: string, before: string) {
    const lines = before.split('\n')
    super(`${problem} at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`)
    this.before = before
    this.problem = problem
  }
}

/**
 * Reads a text without its byte order mark, which some programs write.
 *
 * @throws {DecodingError} if a byte isn't UTF-8
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    const at = findWrongByte(bytes)
    const byte = bytes[at]?.toString(16).padStart(2, '0')
    throw new DecodingError(`the byte 0x${byte} is not UTF-8`, lenient.decode(bytes.subarray(0, at)))
  }
}
