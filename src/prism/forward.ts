import { type Agent, request as sendHttp } from 'node:http'
import { request as sendHttps } from 'node:https'
import { passOnHeaders, type ReceivedAnswer, type SentRequest } from './message.ts'
import { readStream } from './read-stream.ts'

/** Milliseconds in which a backend has to go on. */
const patience = 60_000

/**
 * Sends a request to a backend as it came, and gives the answer as it comes.
 *
 * @throws {Error} if the backend cannot be reached, breaks off or does not go on for a minute
 */
export function forward(
  { method, target, rawHeaders, body }: SentRequest,
  upstream: URL,
  agent: Agent,
): Promise<ReceivedAnswer> {
  const send = upstream.protocol === 'https:' ? sendHttps : sendHttp
  const hasBody = rawHeaders.some(
    (name, index) => index % 2 === 0 && /^(?:content-length|transfer-encoding)$/i.test(name),
  )
  const headers = [
    ...passOnHeaders(rawHeaders, 'host', 'content-length', 'expect'),
    'Host',
    upstream.host,
    ...(hasBody ? ['Content-Length', String(body.length)] : []),
  ]
  return new Promise((resolve, reject) => {
    const path = upstream.pathname.replace(/\/$/, '') + target
    const { protocol, hostname, port } = upstream
    const sent = send(
      {
        protocol,
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        method,
        path,
        headers,
        agent,
        timeout: patience,
      },
      (response) => {
        const { statusCode: status = 0, rawHeaders: received } = response
        readStream(response).then((bytes) => resolve({ status, rawHeaders: received, body: bytes }), reject)
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`it did not go on for ${patience / 1000} seconds`)))
    sent.on('error', reject)
    sent.end(body)
  })
}
