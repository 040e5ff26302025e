/** Writes a number as bytes, the lowest first. */
const toBytes = (value: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntLE(value, 0, length)
  return bytes
}

function toChunk(name: string, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([
    Buffer.from(name),
    toBytes(content.length, 4),
    content,
    Buffer.alloc(content.length % 2),
  ])
}

/** Finds the pixels of a WebP, with the name and the size that precede them. */
function findPixels(webp: Buffer): Buffer {
  for (let at = 12; at < webp.length; ) {
    const size = webp.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (webp.toString('latin1', at, at + 3) === 'VP8' && webp[at + 3] !== 0x58) return webp.subarray(at, end)
    at = end
  }
  throw new Error('Failed to read a WebP: it has no pixels.')
}

/**
 * Joins pictures of one size to one that moves, and begins again at its end.
 *
 * @see https://developers.google.com/speed/webp/docs/riff_container
 */
export function joinWebp(
  frames: readonly { webp: Buffer; milliseconds: number }[],
  width: number,
  height: number,
): Buffer {
  const size = [toBytes(width - 1, 3), toBytes(height - 1, 3)]
  const chunks = frames.map(({ webp, milliseconds }) =>
    // The last byte says that a frame replaces the one before.
    toChunk('ANMF', Buffer.alloc(6), ...size, toBytes(milliseconds, 3), toBytes(2, 1), findPixels(webp)),
  )
  const isMoving = toBytes(2, 4)
  return toChunk(
    'RIFF',
    Buffer.from('WEBP'),
    toChunk('VP8X', isMoving, ...size),
    toChunk('ANIM', Buffer.alloc(6)),
    ...chunks,
  )
}
