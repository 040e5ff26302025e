import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { plantStore } from '../contract/plant-store.ts'
import { isAllowedHost } from '../http/allowed-host.ts'
import { refuseMessages } from '../http/client-error.ts'
import { describeHead } from '../http/describe-head.ts'
import type { SmallAnswer } from '../http/end-with.ts'
import type { ExchangeOutcome, HttpAnswer, HttpRequest } from '../http/exchange.ts'
import { listen, toServerUrl } from '../http/listen.ts'
import { readTarget } from '../http/read-target.ts'
import {
  BodyTooLargeError,
  isTooLarge,
  maxBody,
  readRequestBody,
  toForwarded,
  writeAnswer,
} from '../http/relay.ts'
import { sendContinue } from '../http/send-continue.ts'
import { createAgent, sendRequest } from '../http/send-request.ts'
import { readBase } from '../http/service-options.ts'
import { checkOptions } from '../options/option-table.ts'
import { proxyOptions, type ValidatedExchange, type ValidationProxyOptions } from './options.ts'
import { createSecondOpinion } from './second-opinion.ts'
import { judgeTraffic, type Opinion, type Violation } from './violation.ts'

export type { Opinion, ValidatedExchange, ValidationProxyOptions, Violation }

/** A running proxy. */
export interface ValidationProxy extends AsyncDisposable {
  /** Its base address, without a slash at the end. */
  url: string
  /** Stops listening, and resolves once requests in flight are answered. */
  close(): Promise<void>
}

/** Milliseconds that a service may take to answer. */
const patience = 60_000

type Answer = Pick<HttpAnswer, 'status' | 'headers' | 'body'>

interface MediatedExchange
  extends Pick<ValidatedExchange, 'operation' | 'violations' | 'opinions' | 'failure'> {
  answer: Answer
  outcome: ExchangeOutcome
}

/** The outcome of a request that the proxy didn't forward, or whose client left. */
const noOutcome: ExchangeOutcome = {
  kind: 'dropped',
  message: 'the proxy did not forward the request',
  reused: false,
}

const toRefusal = (status: number, message: string, headers: SmallAnswer['headers'] = {}): SmallAnswer => ({
  status,
  headers: { 'Content-Type': 'application/problem+json', ...headers },
  body: JSON.stringify({ status, title: 'The proxy responds itself', detail: message }),
})

function toError(status: number, message: string): Answer {
  const { headers, body } = toRefusal(status, message)
  return { status, headers: Object.entries(headers), body: Buffer.from(body) }
}

const toFailure = (error: Error): MediatedExchange => ({
  answer: toError(error instanceof BodyTooLargeError ? 413 : 502, error.message),
  violations: [],
  failure: error.message,
  outcome: noOutcome,
})

const noTunnel = toRefusal(405, 'this proxy opens no tunnels; send requests to its own address', {
  Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
})

const statuses = { 'headers-too-large': 431, 'request-timeout': 408, 'malformed-request': 400 } as const

/**
 * Starts a proxy between clients and a service. It forwards all bytes unchanged, and judges them by a description.
 *
 * @param upstream the base address of the service
 *
 * @example
 * const proxy = await startValidationProxy('http://127.0.0.1:8080', { port: 0, onExchange: console.log })
 *
 * @throws {OptionsError} if the address is invalid, or an option is unknown
 * @throws {Error} with `secondOpinion`, if Prism isn't installed; if the proxy can't listen, with the `code` of Node's error (`EADDRINUSE`)
 */
export async function startValidationProxy(
  upstream: string,
  options: ValidationProxyOptions = {},
): Promise<ValidationProxy> {
  checkOptions(options, proxyOptions)
  const {
    port = proxyOptions.port.default,
    host = proxyOptions.host.default,
    contract = plantStore(),
    errors = false,
    secondOpinion = false,
    allowHosts = [],
    onExchange,
  } = options
  const allowedHosts = [host, ...allowHosts].map((name) => name.toLowerCase())
  const base = readBase(upstream)
  const agent = createAgent(base)
  const askPrism = secondOpinion ? await createSecondOpinion(contract) : undefined

  /** Checks if a connection to the proxy is one of its own to the service. */
  const isOwn = ({ localPort, remotePort }: Socket): boolean =>
    Object.values(agent.sockets)
      .flat()
      .some((own) => own?.localPort === remotePort && own?.remotePort === localPort)

  /** Judges an exchange, or a request alone. */
  async function judge(request: HttpRequest, target: string, outcome: ExchangeOutcome = noOutcome) {
    const own = { ...request, path: target }
    const judged = judgeTraffic(contract, { request: own, outcome, duration: 0 })
    const answer = outcome.kind === 'answer' ? outcome.answer : undefined
    return {
      ...(judged.operation && { operation: judged.operation.id }),
      violations: judged.violations,
      ...(askPrism && { opinions: await askPrism(own, answer, judged) }),
    }
  }

  /** Judges an exchange, and returns the response for the client. */
  async function mediate(
    request: HttpRequest,
    target: string,
    signal: AbortSignal,
  ): Promise<MediatedExchange> {
    const reject = ({ violations }: { violations: readonly Violation[] }): Answer | undefined => {
      const wrong = errors ? violations.filter(({ severity }) => severity === 'error') : []
      return wrong.length === 0
        ? undefined
        : toError(502, wrong.map(({ side, message }) => `the ${side} is wrong: ${message}`).join('; '))
    }
    const asked = errors ? await judge(request, target) : undefined
    const rejection = asked && reject(asked)
    if (asked && rejection) return { answer: rejection, ...asked, outcome: noOutcome }
    const outcome = await sendRequest(request, { base, agent, limit: patience, signal, maxRaw: maxBody })
    const exchange = await judge(request, target, outcome)
    if (outcome.kind !== 'answer') {
      const failure = `the service at ${base.origin} gave no response: ${outcome.message}`
      return { answer: toError(502, failure), ...exchange, failure, outcome }
    }
    const { status, raw } = outcome.answer
    if (status < 200) {
      const failure = `the service at ${base.origin} responded with ${status}`
      return { answer: toError(502, failure), ...exchange, failure, outcome }
    }
    return { answer: reject(exchange) ?? { ...outcome.answer, ...raw }, ...exchange, outcome }
  }

  /** The responses of each connection that have not gone, in order. */
  const responses = new WeakMap<Duplex, ServerResponse[]>()
  const responsesOf = (socket: Duplex): ServerResponse[] => responses.get(socket) ?? []

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const before = responsesOf(incoming.socket).filter(({ closed }) => !closed)
    responses.set(incoming.socket, [...before, response])
    const { method = '' } = incoming
    const target = readTarget(incoming)
    const problem = describeHead(incoming)
    if (problem !== undefined) return writeAnswer(response, toError(400, problem), method)
    // A page of another site could otherwise read the service, if its own name leads to the proxy.
    if (!isAllowedHost(incoming, allowedHosts)) {
      const message =
        'the header Host must be localhost or an IP address. Start with --allow-host to allow another name.'
      return writeAnswer(response, toError(403, message), method)
    }
    // To a mock, a request from another machine or a web page would look like a local one.
    if (target.startsWith('/__admin')) {
      const message = 'the proxy does not forward requests to /__admin, the control API of a mock'
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
    function end({ answer: { status }, outcome, ...judged }: MediatedExchange): void {
      isOver = true
      const exchange = { method, path: target, status, ...judged }
      const duration = Date.now() - start.getTime()
      onExchange?.(exchange, { request, outcome, startedAt: start.toISOString(), duration })
    }
    response.once('close', () => {
      leaving.abort()
      const failure = 'the client disconnected before the service answered'
      if (!isOver) end({ answer: toError(0, failure), violations: [], failure, outcome: noOutcome })
    })
    const mediated = await readRequestBody(incoming)
      .then((body) => {
        request = toForwarded(incoming, target, body, base)
        return mediate(request, target, leaving.signal)
      })
      .catch(toFailure)
    if (isOver || response.destroyed) return
    writeAnswer(response, mediated.answer, method)
    end(mediated)
  }

  const serverOptions = { keepAlive: true, requireHostHeader: false, joinDuplicateHeaders: true }
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch(() => response.destroy())
  }
  const server = createServer(serverOptions, take)
  server.on('checkContinue', (request, response) => {
    if (!isTooLarge(request)) sendContinue(response)
    take(request, response)
  })
  refuseMessages(server, {
    refuseTunnel: () => noTunnel,
    refuseMessage: (failure, { message }) =>
      toRefusal(statuses[failure], `the proxy can't read the request: ${message}`),
    responsesOf,
  })
  const url = toServerUrl(await listen(server, port, host))
  async function close(): Promise<void> {
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeIdleConnections()
    })
    agent.destroy()
  }
  return { url, close, [Symbol.asyncDispose]: close }
}
