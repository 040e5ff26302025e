import type { IncomingMessage, ServerResponse } from 'node:http'
import { ProxyServer } from 'httpxy'
import { noAnswer, type PlantAnswer } from '../store/exchange.ts'
import type { FaultLabel } from '../store/failures.ts'
import { breakAnswer, kindOf } from '../store/struck-answer.ts'
import { schemeOf } from './client-origin.ts'
import { toControlAnswer } from './control-error.ts'
import { adaptAnswer, rewriteLocation } from './forwarded-headers.ts'
import type { Serving } from './request-listener.ts'
import { respond } from './respond.ts'
import type { UpstreamLink } from './upstream-link.ts'

/** Milliseconds that the upstream may go on with a body that nobody gets. */
const lingering = 10_000

/** Carries out a fault that breaks the body of an answer. */
function breakBody(
  received: IncomingMessage,
  response: ServerResponse,
  fault: FaultLabel,
  send: (answer: PlantAnswer) => void,
): void {
  const { statusCode = 0, headers } = received
  if (kindOf(fault)?.delivery === undefined) {
    const type = headers['content-type'] ?? 'application/json'
    const usual = { status: statusCode, headers: { 'content-type': type }, body: '' }
    send(breakAnswer(usual, fault))
    // The upstream may go on, but not forever.
    received.resume()
    setTimeout(() => received.destroy(), lingering).unref()
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

/** Passes a request on and its answer back, both as streams. */
export async function passRequest(
  link: UpstreamLink,
  { cors, state }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
  to: string,
): Promise<void> {
  const { url, target } = link
  const { socket } = request
  const abort = (): void => {
    response.destroy()
  }
  // The server lets clients close their sending side early, but most that do so have gone.
  socket.once('end', abort)
  const { strike, end } = await link.begin(request, to)
  if (socket.destroyed) return end(noAnswer, link.describeEnd())
  const base = `${schemeOf(request)}://${request.headers.host ?? url.host}`
  let answer = noAnswer
  let problem: string | undefined
  response.once('close', () => {
    socket.off('end', abort)
    state.streams.delete(response)
    const isAborted = !response.writableFinished && answer.fault === undefined
    end(answer, problem ?? (isAborted ? link.describeEnd() : undefined))
  })
  const send = (own: PlantAnswer): void => respond(response, own, cors().headersFor(request, own.headers))
  const answerItself = (own: PlantAnswer): void => {
    answer = own
    send(own)
  }
  const { own, fault } = await link.answerBefore(request, strike)
  if (own === noAnswer) return
  if (own !== undefined) return answerItself(own)

  const fail = (error: Error): void => {
    problem = link.describe(error)
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
    answerItself(toControlAnswer(502, problem))
  }
  // Without an agent, no kept-alive connection can close just when a request is sent.
  const proxy = new ProxyServer({ target, agent: false, selfHandleResponse: fault !== undefined })
  proxy.on('proxyReq', (outgoing) => {
    link.limitSilence(outgoing)
    outgoing.once('upgrade', (_received, other) => {
      other.destroy()
      fail(new Error('it changed the protocol, although the request did not ask for that'))
    })
  })
  function takeAnswer(received: IncomingMessage): void {
    const { headers, statusCode: status = 0 } = received
    received.socket.setTimeout(0)
    adaptAnswer(received)
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
    headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close'
    if (fault !== undefined) breakBody(received, response, fault, send)
  }
  proxy.on('proxyRes', (received) => {
    try {
      takeAnswer(received)
    } catch (error) {
      received.destroy()
      // For a client that has gone, the proxy goes on with it.
      Object.assign(received, { statusCode: 502, statusMessage: '' })
      fail(error as Error)
    }
  })
  proxy.on('error', fail)
  request.headers = link.headersFor(request)
  request.url = to
  await proxy.web(request, response)
}
