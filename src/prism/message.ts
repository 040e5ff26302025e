export interface Message {
  /** Names and values in turn, in their original spelling and order. */
  rawHeaders: readonly string[]
  body: Uint8Array
}

export interface SentRequest extends Message {
  method: string
  /** The path, with the query if there is one. */
  target: string
}

export interface ReceivedAnswer extends Message {
  status: number
}

/** Headers that are about one connection (RFC 9110 section 7.6.1). */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Leaves out headers that are about one connection, and the named ones. */
export function passOnHeaders(rawHeaders: readonly string[], ...without: string[]): string[] {
  const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, index) =>
    rawHeaders.slice(index * 2, index * 2 + 2),
  )
  const named = pairs
    .filter(([name = '']) => name.toLowerCase() === 'connection')
    .flatMap(([, value = '']) => value.toLowerCase().split(/\s*,\s*/))
  const dropped = new Set([...ofConnection, ...named, ...without])
  return pairs.filter(([name = '']) => !dropped.has(name.toLowerCase())).flat()
}

/** Returns headers by their names in lower case; of several with one name, the last. */
export const toHeaders = (rawHeaders: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? '']] : [],
    ),
  )
