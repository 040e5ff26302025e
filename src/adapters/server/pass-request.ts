import { randomUUID } from 'node:crypto'
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ProxyServer } from 'httpxy'
import { isAllowedHost } from '../../http/allowed-host.ts'
import { describeConnectionFailure } from '../../http/connection-failure.ts'
import { type MockResponse, noResponse } from '../../mock/exchange.ts'
import type { FaultLabel } from '../../mock/faults/fault-kinds.ts'
import { waitForEnd } from '../../mock/faults/strike.ts'
import { breakResponse, kindOf, replaceResponse } from '../../mock/faults/struck-response.ts'
import { schemeOf } from './client-origin.ts'
import { toControlRejection } from './control-error.ts'
import { adaptResponse, rewriteLocation, toForwardedHeaders } from './forwarded-headers.ts'
import { describeRequest, stopped } from './logged-request.ts'
import type { Serving } from './request-listener.ts'
import { respond } from './respond.ts'

/** How long the upstream may be silent before its response begins, in milliseconds. */
const patience = 120_000

/** A page of another site could otherwise read the upstream, if its own name leads to the mock. */
const foreignHost =
  'the header Host must be localhost or an IP address, since this mock has an upstream. Start with --allow-host to allow another name.'

/** Carries out a fault that breaks the body of a response. */
function breakBody(
  received: IncomingMessage,
  response: ServerResponse,
  fault: FaultLabel,
  send: (broken: MockResponse) => void,
): void {
  const { statusCode = 0, headers } = received
  if (kindOf(fault)?.delivery === undefined) {
    const type = headers['content-type'] ?? 'application/json'
    const usual = { status: statusCode, headers: { 'content-type': type }, body: '' }
    send(breakResponse(usual, fault))
    received.destroy()
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

/** Ends a request to an upstream that stays silent. */
function limitSilence(outgoing: ClientRequest): void {
  const reason = `it did not respond within ${patience / 1000} seconds`
  const limit = (socket: Socket): void => {
    socket.setTimeout(patience, () => outgoing.destroy(new Error(reason)))
  }
  if (outgoing.socket) limit(outgoing.socket)
  else outgoing.once('socket', limit)
}

/**
 * Makes the function that passes a request on and its response back, both as streams.
 *
 * @param url an http or https URL; its path is put in front of each path
 */
export function createPassRequest(
  url: URL,
  { mock, mockFor, cors, allowedHosts, onRequest, state }: Serving,
): (request: IncomingMessage, response: ServerResponse, to: string) => Promise<void> {
  const { protocol, hostname, port, pathname, host, origin } = url
  // Node would look up an IPv6 address with brackets in the DNS.
  const target = { protocol, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port, pathname }
  /** The name of this mock in `Via`. */
  const name = `plant-store-${randomUUID()}`
  const toMessage = (reason: string): string => `the upstream ${origin} failed: ${reason}`
  const describeEnd = (): string => (state.isCut ? stopped : 'the client disconnected')

  /** Rejects a request that must not reach the upstream. */
  function reject(request: IncomingMessage): MockResponse | undefined {
    if (!isAllowedHost(request, allowedHosts)) return toControlRejection(403, foreignHost)
    if (!request.headers.via?.includes(name)) return undefined
    return toControlRejection(502, toMessage('it leads back to this mock, so requests would go in circles'))
  }

  return async (request, response, to) => {
    const { method = '', headers, socket } = request
    const start = performance.now()
    const abort = (): void => {
      response.destroy()
    }
    // The server lets clients close their sending side early, but most that do so have gone.
    socket.once('end', abort)
    const asked = { method, path: to, headers }
    const passed = mockFor(asked).passOn(asked)
    const { strike: begun, finish } = 'strike' in passed ? passed : await passed
    /** Keeps the response in the journal and the log. */
    function end(sent: MockResponse, problem?: string): void {
      finish(sent)
      const described = describeRequest(method, to, sent, performance.now() - start)
      onRequest?.({ ...described, ...(problem && { message: problem }), upstream: true })
    }
    if (socket.destroyed) return end(noResponse, describeEnd())
    const base = `${schemeOf(request)}://${headers.host ?? url.host}`
    let sent = noResponse
    let problem: string | undefined
    response.once('close', () => {
      socket.off('end', abort)
      state.streams.delete(response)
      const isAborted = !response.writableFinished && sent.fault === undefined
      end(sent, problem ?? (isAborted ? describeEnd() : undefined))
    })
    const send = (own: MockResponse): void => respond(response, own, cors().headersFor(request, own.headers))
    const respondItself = (own: MockResponse): void => {
      sent = own
      send(own)
    }
    const rejection = reject(request)
    if (rejection !== undefined) return respondItself(rejection)
    const strike = await waitForEnd(begun)
    if (socket.destroyed) return
    const own = replaceResponse(strike, (failure) => mock.reject(asked, failure))
    if (own !== undefined) return respondItself(own)
    const { fault } = strike

    const fail = (error: Error): void => {
      problem = toMessage(describeConnectionFailure(error))
      if (response.destroyed) return
      // Otherwise, the client would wait for somebody to read the rest of its body.
      request.unpipe().resume()
      if (response.headersSent) {
        response.destroy()
        return
      }
      // What the upstream said is about another body.
      for (const name of response.getHeaderNames()) if (name !== 'connection') response.removeHeader(name)
      response.statusMessage = ''
      respondItself(toControlRejection(502, problem))
    }
    // Without an agent, no kept-alive connection can close just when a request is sent.
    const proxy = new ProxyServer({ target, agent: false, selfHandleResponse: fault !== undefined })
    proxy.on('proxyReq', (outgoing) => {
      limitSilence(outgoing)
      outgoing.once('upgrade', (_received, other) => {
        other.destroy()
        fail(new Error('it changed the protocol, although the request did not ask for that'))
      })
    })
    function takeResponse(received: IncomingMessage): void {
      const { headers, statusCode: status = 0 } = received
      received.socket.setTimeout(0)
      adaptResponse(received)
      if (headers.location !== undefined) headers.location = rewriteLocation(headers.location, url, base)
      sent = {
        status,
        headers: { ...headers } as Record<string, string>,
        body: '',
        ...(fault && { fault }),
      }
      // Nobody waits for the end of events when the mock stops.
      if (headers['content-type']?.startsWith('text/event-stream')) state.streams.add(response)
      // If it is missing, the proxy adds one that could keep a connection that the client wants to close.
      headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close'
      if (fault !== undefined) breakBody(received, response, fault, send)
    }
    proxy.on('proxyRes', (received) => {
      try {
        takeResponse(received)
      } catch (error) {
        received.destroy()
        // For a client that has gone, the proxy goes on with it.
        Object.assign(received, { statusCode: 502, statusMessage: '' })
        fail(error as Error)
      }
    })
    proxy.on('error', fail)
    request.headers = toForwardedHeaders(request, host, name)
    request.url = to
    await proxy.web(request, response)
  }
}
