/** How many chunks are copied together: each one takes much more memory than its bytes. */
const copied = 1024

/** The bytes of a body that comes in any number of chunks, however small they are. */
export class ChunkList {
  readonly #whole: Uint8Array[] = []
  #recent: Uint8Array[] = []
  /** How many bytes have come. */
  size = 0

  push(chunk: Uint8Array): void {
    this.size += chunk.length
    this.#recent.push(chunk)
    if (this.#recent.length < copied) return
    this.#whole.push(Buffer.concat(this.#recent))
    this.#recent = []
  }

  clear(): void {
    this.#whole.length = 0
    this.#recent = []
    this.size = 0
  }

  toBuffer(): Buffer {
    const all = [...this.#whole, ...this.#recent]
    const [first] = all
    return all.length === 1 && Buffer.isBuffer(first) ? first : Buffer.concat(all)
  }
}
