import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'

/** The most bytes of a file that are read. */
const maxFileBytes = 2 ** 27

/** What a shell passes for the input or output of a command, as with `<(…)`. */
const isPassed = (path: string): boolean => /^\/(?:dev|proc\/self)\/(?:fd\/\d+|std(?:in|out|err))$/.test(path)

/**
 * Refuses a file to read that isn't a regular one, such as a device without an end; and to write, a pipe. A pipe waits for
 * the program at its other end, and nothing could end that wait.
 */
export function checkFile(path: string, use: 'read' | 'write'): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || stats.isFile() || stats.isDirectory() || isPassed(path)) return
  if (use === 'read' || stats.isFIFO()) throw new Error("it isn't a regular file")
}

/** Reads a whole file of at most 128 MiB; throws if it has more, or isn't a regular one. */
export function readBounded(path: string): Buffer {
  checkFile(path, 'read')
  const file = openSync(path, 'r')
  try {
    const chunks: Buffer[] = []
    let size = 0
    for (let read = -1; read !== 0; size += read) {
      if (size > maxFileBytes) throw new Error('it has more than 128 MiB')
      const chunk = Buffer.allocUnsafe(
        Math.max(2 ** 16, Math.min(fstatSync(file).size, maxFileBytes) - size + 1),
      )
      read = readSync(file, chunk)
      chunks.push(chunk.subarray(0, read))
    }
    return Buffer.concat(chunks)
  } finally {
    closeSync(file)
  }
}
