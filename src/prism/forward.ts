import { type Agent, request as sendHttp } from 'node:http'
import { request as sendHttps } from 'node:https'
import { passOnHeaders, type ReceivedAnswer, type SentRequest } from './message.ts'
import { readStream } from './read-stream.ts'

/** Milliseconds that a backend may stay silent. */
const patience = 60_000

/**
 * Forwards a request to a backend unchanged, and returns the answer unchanged.
 *
 * @throws {Error} if the backend can't be reached, cuts off its answer, or sends nothing for a minute
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
    sent.on('timeout', () => sent.destroy(new Error(`it sent nothing for ${patience / 1000} seconds`)))
    sent.on('error', reject)
    sent.end(body)
  })
}
