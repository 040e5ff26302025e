import { readFileSync, statSync } from 'node:fs'
import { decodeUtf8 } from '../../json/decode-utf8.ts'
import { fileReasons } from '../file-reasons.ts'

/** The most bytes of one file, and of all files of a description. */
export const maxBytes = 50 * 2 ** 20

/** How long a server may take for one file, in milliseconds. */
const patience = 30_000

const reasons: Readonly<Record<string, string>> = {
  ...fileReasons,
  ENOTFOUND: 'there is no such host',
  ECONNREFUSED: 'nothing accepts connections there',
}

export const isUrl = (text: string): boolean => /^https?:\/\//i.test(text)

/** Says why a file or URL can't be read. */
export function explainReadError(error: unknown): string {
  const { code, message, cause, name } = error as NodeJS.ErrnoException & {
    cause?: { code?: string; message?: string }
  }
  if (name === 'TimeoutError') return `the server took more than ${patience / 1000} s`
  return reasons[code ?? cause?.code ?? ''] ?? cause?.message ?? message
}

const tooLarge = `it has more than ${maxBytes / 2 ** 20} MiB`

async function download(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(patience) })
  if (!response.ok) throw new Error(`the server responded with ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error(tooLarge)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function readBytes(file: string): Uint8Array {
  const stats = statSync(file)
  // Nothing ends a device or a pipe.
  if (!stats.isFile() && !stats.isDirectory()) throw new Error("it isn't a regular file")
  if (stats.size > maxBytes) throw new Error(tooLarge)
  return readFileSync(file)
}

/** Reads a file or URL as UTF-8, without a byte order mark. @throws {Error} of which {@link explainReadError} says why */
export async function readFileOrUrl(location: string): Promise<string> {
  return decodeUtf8(isUrl(location) ? await download(location) : readBytes(location))
}
