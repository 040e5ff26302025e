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

/** Thrown if a byte isn't UTF-8; the message ends with its line and column, counted from 1. */
export class Utf8Error extends TypeError {
  override name = 'Utf8Error'
  /** The text before the wrong byte. */
  readonly before: string
  /** The message without the place. */
  readonly problem: string

  constructor(bytes: Uint8Array, at: number) {
    const before = lenient.decode(bytes.subarray(0, at))
    const lines = before.split('\n')
    const problem = `the byte 0x${bytes[at]?.toString(16).padStart(2, '0')} is not UTF-8`
    super(`${problem} at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`)
    this.before = before
    this.problem = problem
  }
}

/**
 * Reads a text without its byte order mark, which some programs write.
 *
 * @throws {Utf8Error} if a byte isn't UTF-8
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    throw new Utf8Error(bytes, findWrongByte(bytes))
  }
}
