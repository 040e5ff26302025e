import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { endWith } from '../http/end-with.ts'
import type { Exchange, HttpAnswer, HttpRequest, Outcome } from '../http/exchange.ts'
import { BodyTooLargeError, listen, maxBody, readBody, toForwarded, writeAnswer } from '../http/relay.ts'
import { createAgent, sendRequest } from '../http/send-request.ts'
import { readBase } from '../http/service-options.ts'
import { isIn } from '../judge/rules.ts'
import { checkOptions, type OptionTable, withDefault } from '../options/option-table.ts'
import { anything, boolean } from '../options/schema.ts'
import { host, port } from '../options/values.ts'
import { createValidateExchange } from './validate-exchange.ts'
import type { Violation } from './violation.ts'

export type { Violation }

/** Options of the proxy: its address, and how it reacts to violations. */
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

/** An exchange that went through the proxy. */
export interface ValidatedExchange {
  method: string
  /** The path with its query. */
  path: string
  /** The status that the client got; 0 if it disconnected before. */
  status: number
  violations: Violation[]
  /** Why the backend gave no answer. */
  failure?: string
}

/** A running proxy. */
export interface ValidationProxy extends AsyncDisposable {
  /** Its base address, without a slash at the end. */
  url: string
  /** Stops listening, and resolves once requests in flight are answered. */
  close(): Promise<void>
}

/** The schemas and defaults of all options. */
export const proxyOptions = {
  port: withDefault(port, 4020),
  host: withDefault(host, '127.0.0.1'),
  errors: boolean,
  onExchange: anything,
} satisfies OptionTable<ValidationProxyOptions>

/** Milliseconds that a backend may take to answer. */
const patience = 60_000

type Answer = Pick<HttpAnswer, 'status' | 'headers' | 'body'>

interface Mediated extends Pick<ValidatedExchange, 'violations' | 'failure'> {
  answer: Answer
  outcome: Outcome
}

/** The outcome of a request that the proxy didn't forward, or whose client left. */
const noOutcome: Outcome = {
  kind: 'dropped',
  message: 'the proxy did not forward the request',
  reused: false,
}

const toError = (status: number, message: string, ...headers: Answer['headers']): Answer => ({
  status,
  headers: [['Content-Type', 'application/json'], ...headers],
  body: Buffer.from(JSON.stringify({ error: status * 100, message })),
})

const toFailure = (error: Error): Mediated => ({
  answer: toError(error instanceof BodyTooLargeError ? 413 : 502, error.message),
  violations: [],
  failure: error.message,
  outcome: noOutcome,
})

const describe = (violations: readonly Violation[]): string =>
  violations.map(({ message }) => message).join('; ')

const isError = ({ severity }: Violation): boolean => severity === 'error'

/** Returns the path and query of a target; a client that uses this as its HTTP proxy sends an absolute URL (RFC 9112 section 3.2.2). */
function toTarget(asked: string): string {
  if (asked.startsWith('/') || !URL.canParse(asked)) return asked
  const { pathname, search } = new URL(asked)
  return (pathname || '/') + search
}

const noTunnel = toError(405, 'this proxy opens no tunnels; send requests to its own address', [
  'Allow',
  'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
])

const statusesByCode: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Says why the parser of Node refused what came. */
const toRefusal = ({ code = '', message }: NodeJS.ErrnoException): Answer =>
  toError(statusesByCode[code] ?? 400, `the proxy can't read the request: ${message}`)

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
  checkOptions(options, proxyOptions)
  const {
    port = proxyOptions.port.default,
    host = proxyOptions.host.default,
    errors = false,
    onExchange,
  } = options
  const base = readBase(upstream)
  const agent = createAgent(base)
  const validate = await createValidateExchange()

  /** Checks if a connection to the proxy is one of its own to the backend. */
  const isOwn = ({ localPort, remotePort }: Socket): boolean =>
    Object.values(agent.sockets)
      .flat()
      .some((own) => own?.localPort === remotePort && own?.remotePort === localPort)

  /** Judges an exchange, and returns the answer for the client. */
  async function mediate(request: HttpRequest, target: string, signal: AbortSignal): Promise<Mediated> {
    if (errors) {
      const violations = await validate(request, target)
      const wrong = violations.filter(isError)
      const status = wrong.some(({ rule }) => isIn(rule, 'credentials')) ? 401 : 422
      if (wrong.length > 0)
        return { answer: toError(status, describe(wrong)), violations, outcome: noOutcome }
    }
    const outcome = await sendRequest(request, { base, agent, limit: patience, signal, maxAnswer: maxBody })
    if (outcome.kind !== 'answer') {
      const failure = `the backend at ${base.origin} gave no answer: ${outcome.message}`
      const violations = await validate(request, target)
      return { answer: toError(502, failure), violations, failure, outcome }
    }
    const violations = await validate(request, target, outcome.answer)
    const wrong = violations.filter((violation) => violation.side === 'response' && isError(violation))
    const answer =
      errors && wrong.length > 0
        ? toError(500, describe(wrong))
        : { ...outcome.answer, ...outcome.answer.raw }
    return { answer, violations, outcome }
  }

  /** The last response of each connection. */
  const lastResponses = new WeakMap<Duplex, ServerResponse>()
  const refused = new WeakSet<Duplex>()

  /** Refuses something for which there is no response object, only the socket. */
  function refuse(socket: Duplex, { status, headers, body }: Answer): void {
    // The parser reports an error for every chunk that the client still sends.
    if (!socket.writable || refused.has(socket)) return
    refused.add(socket)
    const answer = { status, headers: Object.fromEntries(headers), body: body.toString() }
    endWith(socket, answer, lastResponses.get(socket))
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    lastResponses.set(incoming.socket, response)
    const { method = '', url: asked = '/', headersDistinct } = incoming
    const target = toTarget(asked)
    // RFC 9112 section 3.2
    const { length } = headersDistinct['host'] ?? []
    if (length > 1)
      return writeAnswer(response, toError(400, `there are ${length} headers Host instead of one`), method)
    // To the fake, a request from another machine or a web page would look like a local one.
    if (target.startsWith('/__admin')) {
      const message = 'the proxy does not forward requests to /__admin, the control API of a fake'
      return writeAnswer(response, toError(403, message), method)
    }
    if (isOwn(incoming.socket)) {
      const message = `${base.origin} leads back to this proxy, so requests would go in circles`
      return writeAnswer(response, toError(502, message), method)
    }
    let request = toForwarded(incoming, target, Buffer.alloc(0), base)
    const leaving = new AbortController()
    const start = new Date()
    let isOver = false
    function end({ answer: { status }, violations, failure, outcome }: Mediated): void {
      isOver = true
      const exchange = { method, path: target, status, violations, ...(failure !== undefined && { failure }) }
      const duration = Date.now() - start.getTime()
      onExchange?.(exchange, { request, outcome, startedAt: start.toISOString(), duration })
    }
    response.once('close', () => {
      leaving.abort()
      const failure = 'the client disconnected before the backend answered'
      if (!isOver) end({ answer: toError(0, failure), violations: [], failure, outcome: noOutcome })
    })
    const mediated = await readBody(incoming)
      .then((body) => {
        request = toForwarded(incoming, target, body, base)
        return mediate(request, target, leaving.signal)
      })
      .catch(toFailure)
    if (isOver || response.destroyed) return
    writeAnswer(response, mediated.answer, method)
    end(mediated)
  }

  const server = createServer({ keepAlive: true, requireHostHeader: false }, (request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.on('connect', (_request, socket) => refuse(socket, noTunnel))
  server.on('clientError', (error, socket) => refuse(socket, toRefusal(error)))
  const url = await listen(server, port, host)
  async function close(): Promise<void> {
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeIdleConnections()
    })
    agent.destroy()
  }
  return { url, close, [Symbol.asyncDispose]: close }
}
