import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The most bytes of a file that are read. */
const largest = 2 ** 27

/** Reads a whole file, which may be a pipe; throws if it has more than 128 MiB, as a device may that never ends. */
export function readBounded(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const chunks: Buffer[] = []
    let size = 0
    for (let read = -1; read !== 0; size += read) {
      if (size > largest) throw new Error('it has more than 128 MiB')
      const chunk = Buffer.allocUnsafe(Math.max(2 ** 16, Math.min(fstatSync(file).size, largest) - size + 1))
      read = readSync(file, chunk)
      chunks.push(chunk.subarray(0, read))
    }
    return Buffer.concat(chunks)
  } finally {
    closeSync(file)
  }
}
