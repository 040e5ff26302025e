import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { endSocketWith, type SmallAnswer, whenAnswered } from './end-with.ts'

/** Why the parser of Node refused what a client sent. */
type ParserFailure = 'headers-too-large' | 'request-timeout' | 'malformed-request'

const failuresByCode: Record<string, ParserFailure> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** What the parser says if a connection ends, or is reset, in the middle of a request. */
const ends = ['HPE_INVALID_EOF_STATE', 'ECONNRESET']

/** What a server sends if there is no response object, only the socket. */
export interface Refusals {
  /** Refuses a tunnel, since the server is no forward proxy. */
  refuseTunnel(request: IncomingMessage): SmallAnswer
  refuseMessage(failure: ParserFailure, error: NodeJS.ErrnoException): SmallAnswer
  /** Takes notice of a request whose client left before its end. */
  reportAborted?(response: ServerResponse): void
  /** The last answers on a connection, in order, with all that have not gone. */
  responsesOf(socket: Duplex): readonly ServerResponse[]
}

/** Answers what never becomes a request: `CONNECT`, and messages that the parser refuses. */
export function refuseMessages(
  server: Server,
  { refuseTunnel, refuseMessage, reportAborted, responsesOf }: Refusals,
): void {
  const refused = new WeakSet<Duplex>()
  server.on('connect', (request, socket) =>
    endSocketWith(socket, refuseTunnel(request), responsesOf(socket).at(-1)),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The parser reports an error for every chunk that the client still sends.
    if (refused.has(socket)) return
    refused.add(socket)
    const responses = responsesOf(socket)
    const last = responses.at(-1)
    const earlier = responses.findLast(({ req }) => req.complete)
    const isUnanswered = last?.req.complete === false && !last.writableEnded
    if (isUnanswered && ends.includes(error.code ?? '')) {
      reportAborted?.(last)
      socket.destroy()
    } else if (isUnanswered && last.headersSent) {
      // A refusal would be a part of the answer that has begun.
      whenAnswered(earlier, () => socket.destroy())
    } else if (socket.writable) {
      const failure = failuresByCode[error.code ?? ''] ?? 'malformed-request'
      endSocketWith(socket, refuseMessage(failure, error), earlier)
    }
  })
}
