/** The fewest bytes that a list makes room for. */
const least = 1024

/** The bytes of a body that comes in any number of chunks, however small they are: each one would keep far more memory than its bytes. */
export class ChunkList {
  /** Has only the first chunk itself, since most bodies come in one. */
  #bytes: Uint8Array = new Uint8Array(0)
  /** How many bytes have come. */
  size = 0

  push(chunk: Uint8Array): void {
    const { size } = this
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
    // No more is kept than the bytes need.
    const bytes =
      this.size < this.#bytes.length ? new Uint8Array(this.#bytes.subarray(0, this.size)) : this.#bytes
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  }
}
