import { randomUUID } from 'node:crypto'
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ProxyServer } from 'httpxy'
import { operation } from '../contract/generated/operation.ts'
import type { PlantAnswer } from '../store/exchange.ts'
import type { FailureName, FaultName } from '../store/failure-names.ts'
import { wait } from '../store/wait.ts'
import { describeRequest } from './answered-request.ts'
import { endWith } from './client-error.ts'
import { schemeOf } from './client-origin.ts'
import { toControlAnswer } from './control-error.ts'
import { isControlTarget } from './control-target.ts'
import { describeHost } from './describe-host.ts'
import { deleteHopByHop, rewriteLocation, toForwardedHeaders } from './forwarded-headers.ts'
import { type ListenerContext, readTarget } from './request-listener.ts'
import { respond } from './respond.ts'

/** The real service, which gets the requests that the fake doesn't answer. */
export interface Upstream {
  /** Passes a request on and its answer back, both as streams; returns false if the request belongs to the fake. */
  pass(request: IncomingMessage, response: ServerResponse): boolean
  /** Returns whether a request asks for a WebSocket of the real service. */
  takesSocket(request: IncomingMessage): boolean
  /** Passes a WebSocket on. */
  passSocket(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes all WebSockets. */
  close(): void
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection before the end of its answer',
  EPIPE: 'it closed the connection before the end of its answer',
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name is unknown',
  ETIMEDOUT: 'it did not accept the connection in time',
  EHOSTUNREACH: 'there is no way to its address',
  ENETUNREACH: 'there is no way to its address',
}

function toReason({ code = '', message }: NodeJS.ErrnoException): string {
  if (/CERT|SELF_SIGNED|ISSUER/.test(code))
    return `its certificate is not trusted (${message}). Set NODE_EXTRA_CA_CERTS to the file of its CA`
  if (code.startsWith('HPE_')) return `its answer is not valid HTTP (${message})`
  return reasons[code] ?? message
}

const dropped: PlantAnswer = { status: 0, headers: {}, body: '' }

const breaksBody = (fault: FaultName | undefined): boolean =>
  fault === 'cut-off-body' || fault === 'not-json-body'

/** Carries out a fault that breaks the body of an answer. */
function breakBody(received: IncomingMessage, response: ServerResponse, fault: FaultName): void {
  const { statusCode = 0, headers } = received
  if (fault === 'not-json-body') {
    const type = headers['content-type'] ?? 'application/json'
    const body = '<html><body>Bad Gateway</body></html>'
    respond(response, { status: statusCode, headers: { 'content-type': type }, body })
    received.resume()
    return
  }
  response.writeHead(statusCode, headers)
  response.flushHeaders()
  received.once('readable', () => {
    const chunk: Buffer | null = received.read()
    if (chunk === null) response.destroy()
    else response.write(chunk.subarray(0, Math.floor(chunk.length / 2)), () => response.destroy())
  })
}

/**
 * Makes the connection to the real service.
 *
 * @param address an http or https URL; its path is put in front of each path
 * @param timeout how long the service may be silent before its answer begins, in milliseconds
 */
export function createUpstream(
  address: string,
  { storeFor, path, refuse, cors, onRequest, state }: ListenerContext,
  timeout = 120_000,
): Upstream {
  const url = new URL(address)
  const { protocol, hostname, port, pathname, host, origin } = url
  // Node would look up an IPv6 address with brackets in the DNS.
  const target = { protocol, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port, pathname }
  const name = `plant-store-${randomUUID()}`
  const sockets = new Set<Duplex>()

  function isOwn(request: IncomingMessage, to: string): boolean {
    const { method, headers } = request
    if (!to.startsWith('/') || isControlTarget(to) || describeHost(request) !== undefined) return true
    if (to.replace(/\?.*/s, '') !== path) return false
    const asked = method === 'OPTIONS' ? headers['access-control-request-method'] : method
    return asked === operation.method
  }

  const toMessage = (reason: string): string => `the upstream ${origin} failed: ${reason}`

  /** Starts to pass a request on. Gives its fault, and what keeps its answer in the journal and the log. */
  function begin(request: IncomingMessage, to: string) {
    const start = performance.now()
    const { method = '', headers } = request
    const { strike, finish } = storeFor(headers.authorization).passOn({ method, path: to, headers })
    let isOver = false
    function end(answer: PlantAnswer, problem?: string): void {
      if (isOver) return
      isOver = true
      finish(answer)
      const described = describeRequest(method, to, answer, performance.now() - start)
      onRequest?.({ ...described, ...(problem && { message: problem }), upstream: true })
    }
    return { strike, end }
  }

  /** Carries out a delay; returns the answer of the fake if the request isn't passed on. */
  async function answerBefore(
    request: IncomingMessage,
    { fault, delay }: { fault?: FaultName | undefined; delay: number },
  ): Promise<PlantAnswer | undefined> {
    const { socket, headers } = request
    if (headers.via?.includes(name))
      return toControlAnswer(502, toMessage('it leads back to this fake, so requests would go in circles'))
    const gone = new AbortController()
    const abort = (): void => gone.abort()
    socket.once('close', abort)
    if (delay > 0) await wait(delay, gone.signal)
    socket.off('close', abort)
    if (socket.destroyed) return dropped
    if (fault === 'dropped-connection') return { ...dropped, fault }
    return fault === undefined || breaksBody(fault) ? undefined : { ...refuse(fault as FailureName), fault }
  }

  /** Ends a request to a service that stays silent. */
  function limitSilence(outgoing: ClientRequest): void {
    const reason = `it did not answer within ${timeout / 1000} seconds`
    const limit = (socket: Socket): void => {
      socket.setTimeout(timeout, () => outgoing.destroy(new Error(reason)))
    }
    if (outgoing.socket) limit(outgoing.socket)
    else outgoing.once('socket', limit)
  }

  async function passRequest(request: IncomingMessage, response: ServerResponse, to: string): Promise<void> {
    const { strike, end } = begin(request, to)
    const corsHeaders = cors.headersFor(request)
    const base = `${schemeOf(request)}://${request.headers.host ?? host}`
    let answer = dropped
    let problem: string | undefined
    const { socket } = request
    const abort = (): void => {
      response.destroy()
    }
    // The server lets clients close their sending side early, but most that do so have gone.
    socket.once('end', abort)
    response.once('close', () => {
      socket.off('end', abort)
      state.streams.delete(response)
      const isAborted = !response.writableFinished && answer.fault === undefined
      end(answer, problem ?? (isAborted ? 'the client disconnected' : undefined))
    })
    const answerItself = (own: PlantAnswer): void => {
      answer = own
      respond(response, own, state.isClosing ? { ...corsHeaders, connection: 'close' } : corsHeaders)
    }
    const own = await answerBefore(request, strike)
    if (own === dropped) return
    if (own !== undefined) return answerItself(own)

    const { fault } = strike
    // Without an agent, no kept-alive connection can close just when a request is sent.
    const options = { target, agent: false, cookieDomainRewrite: '', selfHandleResponse: fault !== undefined }
    const proxy = new ProxyServer(options)
    proxy.on('proxyReq', limitSilence)
    proxy.on('proxyRes', (received) => {
      const { headers, statusCode: status = 0 } = received
      received.socket.setTimeout(0)
      deleteHopByHop(headers)
      if (headers.location !== undefined) headers.location = rewriteLocation(headers.location, url, base)
      answer = {
        status,
        headers: { ...headers } as Record<string, string>,
        body: '',
        ...(fault && { fault }),
      }
      // Nobody waits for the end of events when the fake stops.
      if (headers['content-type']?.startsWith('text/event-stream')) state.streams.add(response)
      // If it is missing, the proxy adds one that could keep a connection that the client wants to close.
      headers.connection = state.isClosing || !response.shouldKeepAlive ? 'close' : 'keep-alive'
      if (fault !== undefined) breakBody(received, response, fault)
    })
    proxy.on('error', (error) => {
      problem = toMessage(toReason(error))
      if (response.destroyed) return
      // Otherwise, the client would wait for somebody to read the rest of its body.
      request.unpipe().resume()
      if (response.headersSent) response.destroy()
      else answerItself(toControlAnswer(502, problem))
    })
    request.headers = toForwardedHeaders(request, host, name)
    request.url = to
    await proxy.web(request, response)
  }

  async function passUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    to: string,
  ): Promise<void> {
    const { strike, end } = begin(request, to)
    const toAnswer = ({ statusCode: status = 0, headers }: IncomingMessage): PlantAnswer => ({
      status,
      headers: headers as Record<string, string>,
      body: '',
    })
    const answerItself = (own: PlantAnswer): void => {
      end(own)
      if (own.status === 0) socket.destroy()
      else endWith(socket, own)
    }
    const { fault } = strike
    const own = await answerBefore(
      request,
      breaksBody(fault) ? { ...strike, fault: 'dropped-connection' } : strike,
    )
    if (own !== undefined) return answerItself(own)

    const proxy = new ProxyServer({ target, agent: false })
    proxy.on('proxyReqWs', (outgoing) => {
      limitSilence(outgoing)
      outgoing.once('upgrade', (received) => end(toAnswer(received)))
      outgoing.once('response', (received) => end(toAnswer(received)))
    })
    proxy.on('open', (other) => {
      sockets.add(socket)
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      other.once('close', () => (socket as Socket).destroySoon())
    })
    proxy.on('error', (error) => answerItself(toControlAnswer(502, toMessage(toReason(error)))))
    const { connection, upgrade } = request.headers
    request.headers = { ...toForwardedHeaders(request, host, name), connection, upgrade }
    request.url = to
    await proxy.ws(request, socket as Socket, {}, head)
  }

  return {
    pass(request, response) {
      const to = readTarget(request)
      if (isOwn(request, to)) return false
      // Events report failures.
      passRequest(request, response, to).catch(() => {})
      return true
    },
    takesSocket: (request) =>
      request.method === 'GET' &&
      request.headers.upgrade?.toLowerCase() === 'websocket' &&
      !isOwn(request, readTarget(request)),
    passSocket(request, socket, head) {
      passUpgrade(request, socket, head, readTarget(request)).catch(() => {})
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
