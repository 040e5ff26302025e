import { createReadStream, statSync } from 'node:fs'
import { decodeUtf8 } from '../../json/decode-utf8.ts'

/** The most bytes of one file, and of all files of a description. */
export const largest = 50 * 2 ** 20

/** How long a server may take for one file, in milliseconds. */
const patience = 30_000

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: "you don't have permission to read it",
  ELOOP: 'it is a link to itself',
  ENOTDIR: 'a part of its path is not a folder',
  ENAMETOOLONG: 'its name is too long',
  ENOTFOUND: 'there is no such host',
  ECONNREFUSED: 'nothing accepts connections there',
}

export const isUrl = (text: string): boolean => /^https?:\/\//i.test(text)

async function open(location: string): Promise<AsyncIterable<Uint8Array>> {
  if (!isUrl(location)) {
    // Nothing ends a device or a pipe.
    const stats = statSync(location)
    if (!stats.isFile() && !stats.isDirectory()) throw new Error("it isn't a regular file")
    return createReadStream(location)
  }
  const response = await fetch(location, { signal: AbortSignal.timeout(patience) })
  if (!response.ok) throw new Error(`the server responded with ${response.status}`)
  return (response.body ?? []) as AsyncIterable<Uint8Array>
}

/** Says why a file or URL can't be read. */
export function explain(error: unknown): string {
  const { code, message, cause, name } = error as NodeJS.ErrnoException & {
    cause?: { code?: string; message?: string }
  }
  if (name === 'TimeoutError') return `the server took more than ${patience / 1000} s`
  return reasons[code ?? cause?.code ?? ''] ?? cause?.message ?? message
}

/** Reads a file or URL as UTF-8, without a byte order mark. @throws {Error} of which {@link explain} says why */
export async function readText(location: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of await open(location)) {
    size += chunk.length
    if (size > largest) throw new Error(`it has more than ${largest / 2 ** 20} MiB`)
    chunks.push(chunk)
  }
  return decodeUtf8(Buffer.concat(chunks))
}
