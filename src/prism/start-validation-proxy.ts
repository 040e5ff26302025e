import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { checkOptions, integer, type OptionTable, readBase, toDefaults } from '../contract/options.ts'
import { decodeBody } from '../http/decode-body.ts'
import type { Exchange } from '../http/exchange.ts'
import { isIn } from '../judge/rules.ts'
import { forward } from './forward.ts'
import { passOnHeaders, type ReceivedAnswer, type SentRequest, toHeaders } from './message.ts'
import { BodyTooLargeError, readStream } from './read-stream.ts'
import { createValidateExchange } from './validate-exchange.ts'
import type { Violation } from './violation.ts'

export type { Violation }

/** Options of the proxy: its address, and what it does with violations. */
export interface ValidationProxyOptions {
  /** The port, 4020 by default; 0 takes a free one. */
  port?: number
  /** The host name or address to listen on, 127.0.0.1 by default. */
  host?: string
  /** Whether the proxy answers violations itself: with 422 or 401 for a request, which it then doesn't forward, and with 500 for an answer. */
  errors?: boolean
  /** Called for each exchange, with its violations and its bytes, in which credentials aren't masked; it must not throw. */
  onExchange?: (exchange: ValidatedExchange, traffic: Exchange) => void
}

export interface ValidatedExchange {
  method: string
  path: string
  /** The status that the client got; 0 if it disconnected before. */
  status: number
  violations: Violation[]
  failure?: string
}

type Found = Omit<ValidatedExchange, 'method' | 'path' | 'status'>

export interface ValidationProxy extends AsyncDisposable {
  /** Its base address, without a slash at the end. */
  url: string
  /** Stops listening, and resolves once requests in flight are answered. */
  close(): Promise<void>
}

const toError = (status: number, error: number, message: string): ReceivedAnswer => ({
  status,
  rawHeaders: ['Content-Type', 'application/json'],
  body: new TextEncoder().encode(JSON.stringify({ error, message })),
})

const describe = (violations: readonly Violation[]): string =>
  violations.map(({ message }) => message).join('; ')

const isError = ({ severity }: Violation): boolean => severity === 'error'

const optionTable = {
  port: integer(0, 65_535, 4020),
  host: { default: '127.0.0.1' },
  errors: {},
  onExchange: {},
} satisfies OptionTable<ValidationProxyOptions>

/** The values of options that aren't given. */
export const defaults = toDefaults(optionTable)

const toPairs = (raw: readonly string[]): [name: string, value: string][] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as [string, string]] : []))

function toExchange(
  { method, target, rawHeaders, body }: SentRequest,
  upstream: URL,
  answer: ReceivedAnswer | undefined,
  startedAt: Date,
): Exchange {
  const headers = toPairs(rawHeaders).map(([name, value]) => ({ name, value }))
  const path = upstream.pathname.replace(/\/$/, '') + target
  const request = { method, path, headers, pieces: [Buffer.from(body)] }
  const common = { request, startedAt: startedAt.toISOString(), duration: Date.now() - startedAt.getTime() }
  if (answer === undefined)
    return { ...common, outcome: { kind: 'dropped', message: 'the backend did not answer', reused: false } }
  const bytes = Buffer.from(answer.body)
  const came = {
    version: '1.1',
    status: answer.status,
    headers: toPairs(answer.rawHeaders).map(([name, value]) => [name.toLowerCase(), value] as const),
    body: decodeBody(bytes, toHeaders(answer.rawHeaders)['content-encoding']) ?? bytes,
  }
  return { ...common, outcome: { kind: 'answer', answer: came } }
}

/** Returns the path and query of a target; a client that uses this as its HTTP proxy sends an absolute URL (RFC 9112 section 3.2.2). */
function toTarget(asked: string): string {
  if (asked.startsWith('/') || !URL.canParse(asked)) return asked
  const { pathname, search } = new URL(asked)
  return (pathname || '/') + search
}

/** Refuses to open a tunnel; for a CONNECT request, there is only a socket and no response object. */
function refuseTunnel(socket: Duplex): void {
  const { status, body } = toError(
    405,
    40500,
    'this proxy opens no tunnels; send requests to its own address',
  )
  const head = `HTTP/1.1 ${status} Method Not Allowed\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\nContent-Type: application/json\r\n`
  socket.on('error', () => {})
  socket.end(
    `${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${new TextDecoder().decode(body)}`,
  )
}

/** Writes an answer with its exact bytes; the length is that of the body, since chunks aren't kept. */
function respond(
  response: ServerResponse,
  { status, rawHeaders, body }: ReceivedAnswer,
  method: string,
): void {
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304
  const headers = passOnHeaders(rawHeaders, ...(hasBody ? ['content-length'] : []))
  response.writeHead(status, hasBody ? [...headers, 'Content-Length', String(body.length)] : headers)
  response.end(hasBody ? body : undefined)
}

/**
 * Puts Prism between clients and a backend. The proxy forwards all bytes unchanged, and judges them by `openapi.yaml`.
 *
 * @param upstream the base address of the backend
 *
 * @example
 * const proxy = await startValidationProxy('http://127.0.0.1:8080', { port: 0, onExchange: console.log })
 *
 * @throws {OptionsError} if the address is invalid, or an option is unknown
 * @throws {Error} if Prism isn't installed, or if the proxy can't listen, with the `code` of Node's error (`EADDRINUSE`)
 */
export async function startValidationProxy(
  upstream: string,
  options: ValidationProxyOptions = {},
): Promise<ValidationProxy> {
  const { port = defaults.port, host = defaults.host, errors = false, onExchange } = options
  checkOptions(options, optionTable)
  const url = readBase(upstream)
  const agent = new (url.protocol === 'https:' ? HttpsAgent : Agent)({ keepAlive: true })
  const validate = await createValidateExchange()

  /** Judges an exchange and returns the answer for the client. */
  async function mediate(
    sent: SentRequest,
  ): Promise<[answer: ReceivedAnswer, found: Found, received?: ReceivedAnswer]> {
    if (errors) {
      const violations = await validate(sent)
      const wrong = violations.filter(isError)
      const isRefusal = wrong.some(({ rule }) => isIn(rule, 'credentials'))
      if (wrong.length > 0) {
        return [
          isRefusal ? toError(401, 40100, describe(wrong)) : toError(422, 42200, describe(wrong)),
          { violations },
        ]
      }
    }
    let answer: ReceivedAnswer
    try {
      answer = await forward(sent, url, agent)
    } catch (error) {
      const failure = `the backend at ${url.origin} gave no answer: ${(error as Error).message}`
      return [toError(502, 50200, failure), { violations: await validate(sent), failure }]
    }
    const violations = await validate(sent, answer)
    const wrong = violations.filter((violation) => violation.side === 'response' && isError(violation))
    return [
      errors && wrong.length > 0 ? toError(500, 50000, describe(wrong)) : answer,
      { violations },
      answer,
    ]
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: asked = '/', rawHeaders } = request
    const target = toTarget(asked)
    // To the fake, a request from another machine or a web page would look like a local one.
    if (target.startsWith('/__admin')) {
      const message = 'the proxy does not forward requests to /__admin, the control API of a fake'
      respond(response, toError(403, 40300, message), method)
      return
    }
    const sent = { method, target, rawHeaders, body: await readStream(request) }
    const startedAt = new Date()
    let isOver = false
    response.once('close', () => {
      if (isOver) return
      isOver = true
      const failure = 'the client disconnected before the backend answered'
      onExchange?.(
        { method, path: target, status: 0, violations: [], failure },
        toExchange(sent, url, undefined, startedAt),
      )
    })
    const [answer, found, received] = await mediate(sent)
    if (isOver) return
    isOver = true
    respond(response, answer, method)
    onExchange?.(
      { method, path: target, status: answer.status, ...found },
      toExchange(sent, url, received, startedAt),
    )
  }

  const server = createServer({ keepAlive: true, requireHostHeader: false }, (request, response) => {
    handle(request, response).catch((error: Error) => {
      const isTooLarge = error instanceof BodyTooLargeError
      if (response.headersSent) response.destroy()
      else respond(response, toError(isTooLarge ? 413 : 502, isTooLarge ? 41300 : 50200, error.message), '')
    })
  })
  server.on('connect', (_request, socket) => refuseTunnel(socket))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  async function close(): Promise<void> {
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeIdleConnections()
    })
    agent.destroy()
  }
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return { url: `http://${shown}:${address.port}`, close, [Symbol.asyncDispose]: close }
}
