import { TextError } from './text-error.ts'

/**
 * Reads a text without its byte order mark, which some programs write.
 *
 * @param advice what to do about a text that isn't UTF-8, after the problem
 *
 * @throws {TextError} if the text isn't UTF-8
 */
export function decodeUtf8(bytes: Uint8Array, advice = ''): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new TextError(`it is not UTF-8${advice}`)
  }
}
