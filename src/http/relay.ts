import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type HttpAnswer, type HttpRequest, toPairs, toPathBelow } from './exchange.ts'
import { listHops } from './hop-by-hop.ts'
import { listen, toServerUrl } from './listen.ts'

export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError'
}

/** Bytes; a relay holds a whole body in memory to judge it. */
export const maxBody: number = 64 * 1024 * 1024

const tooLarge = (): Error => new BodyTooLargeError(`the body has more than ${maxBody} bytes`)

/** Says whether a request announces a body that is too large. */
export const isTooLarge = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length']) > maxBody

/** Reads a whole body; throws a {@link BodyTooLargeError} if it is over 64 MiB. */
export async function readStream(stream: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream ?? []) {
    size += chunk.length
    if (size > maxBody) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Reads the body of a request. One over 64 MiB is refused by its length, before it has come; what comes of it is
 * discarded, so that the client gets the answer.
 */
export async function readRequestBody(request: IncomingMessage): Promise<Buffer> {
  try {
    if (isTooLarge(request)) throw tooLarge()
    return await readStream(request.iterator({ destroyOnReturn: false }))
  } finally {
    request.resume()
  }
}

type Pairs = readonly (readonly [name: string, value: string])[]

/** Leaves out headers that belong to one connection, those that `Connection` names, and others. */
function withoutHops(headers: Pairs, ...others: string[]): Pairs {
  const named = headers.filter(([name]) => name.toLowerCase() === 'connection').map(([, value]) => value)
  const dropped = new Set([...listHops(named.join()), ...others])
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()))
}

/** Converts a request of a client to one for another service. Everything that isn't about the connection stays the same. */
export function toForwarded(
  { method = '', rawHeaders }: IncomingMessage,
  target: string,
  body: Buffer,
  base: URL,
): HttpRequest {
  const headers = toPairs(rawHeaders)
  const hasBody = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name))
  return {
    method,
    path: toPathBelow(base, target),
    headers: [
      { name: 'Host', value: base.host },
      ...withoutHops(headers, 'host', 'content-length', 'expect').map(([name, value]) => ({ name, value })),
      ...(hasBody ? [{ name: 'Content-Length', value: String(body.length) }] : []),
    ],
    pieces: body.length === 0 ? [] : [body],
  }
}

/** Writes an answer with its exact bytes; the length is that of the body, since chunks aren't kept. */
export function writeAnswer(
  response: ServerResponse,
  { status, headers, body }: Pick<HttpAnswer, 'status' | 'headers' | 'body'>,
  method = 'POST',
): void {
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304
  const kept = withoutHops(headers, ...(hasBody ? ['content-length'] : [])).flat()
  response.writeHead(status, hasBody ? [...kept, 'Content-Length', String(body.length)] : kept)
  response.end(hasBody ? body : undefined)
}

export interface LocalServer extends AsyncDisposable {
  url: string
}

export async function startLocalServer(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener)
  return {
    url: toServerUrl(await listen(server)),
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
    },
  }
}
