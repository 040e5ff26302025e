/** The fewest bytes that there is room for once there are several chunks. */
const least = 1024

/** Collects the bytes of a body. Chunks are copied together, since each can keep a much larger buffer alive. */
export class ChunkList {
  /** The only chunk, not copied, or a buffer with room for more. */
  #bytes: Uint8Array = new Uint8Array(0)
  /** How many bytes have come. */
  size = 0

  push(chunk: Uint8Array): void {
    const { size } = this
    if (chunk.length === 0) return
    this.size += chunk.length
    if (size === 0) this.#bytes = chunk
    else {
      if (this.size > this.#bytes.length) this.#grow(size)
      this.#bytes.set(chunk, size)
    }
  }

  #grow(used: number): void {
    const longer = new Uint8Array(Math.max(this.size, 2 * used, least))
    longer.set(this.#bytes.subarray(0, used))
    this.#bytes = longer
  }

  clear(): void {
    this.#bytes = new Uint8Array(0)
    this.size = 0
  }

  toBuffer(): Buffer {
    // Without the room for more.
    const bytes =
      this.size < this.#bytes.length ? new Uint8Array(this.#bytes.subarray(0, this.size)) : this.#bytes
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  }
}
