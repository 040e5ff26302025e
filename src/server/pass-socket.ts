import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ProxyServer } from 'httpxy'
import { endWith } from '../http/end-with.ts'
import { noAnswer, type PlantAnswer } from '../store/exchange.ts'
import { dropConnection, kindOf } from '../store/struck-answer.ts'
import { toControlAnswer } from './control-error.ts'
import { adaptAnswer, deleteCookieDomain } from './forwarded-headers.ts'
import type { UpstreamLink } from './upstream-link.ts'

/**
 * Passes a WebSocket on.
 *
 * @param sockets gets the socket while it is open
 */
export async function passSocket(
  link: UpstreamLink,
  sockets: Set<Duplex>,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  to: string,
): Promise<void> {
  const leave = (): void => {
    socket.destroy()
  }
  socket.once('end', leave)
  // The event `close` follows.
  socket.on('error', () => {})
  const { strike, end } = await link.begin(request, to)
  if (socket.destroyed) return end(noAnswer, link.describeEnd())
  socket.once('close', () => end(noAnswer, link.describeEnd()))
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
  const { own, fault } = await link.answerBefore(request, strike)
  if (own === noAnswer) return
  if (own !== undefined) return answerItself(own)
  if (kindOf(fault)) return answerItself(dropConnection())

  const fail = (error: Error): void => {
    // If the client has gone, the upstream isn't to blame; an open WebSocket has its answer.
    if (!socket.destroyed && !sockets.has(socket)) answerItself(toControlAnswer(502, link.describe(error)))
  }
  const proxy = new ProxyServer({ target: link.target, agent: false })
  proxy.on('proxyReqWs', (outgoing) => {
    link.limitSilence(outgoing)
    socket.once('close', () => outgoing.destroy())
    outgoing.once('upgrade', (received) => {
      deleteCookieDomain(received.headers)
      end(toAnswer(received))
    })
    outgoing.once('response', (received) => {
      try {
        adaptAnswer(received)
        end(toAnswer(received))
      } catch (error) {
        fail(error as Error)
      }
    })
  })
  proxy.on('open', (other) => {
    socket.off('end', leave)
    if (socket.destroyed) {
      other.destroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    other.once('close', () => (socket as Socket).destroySoon())
  })
  proxy.on('error', fail)
  // Texts of headers are Latin-1 to Node.
  socket.setDefaultEncoding('latin1')
  const { connection, upgrade } = request.headers
  request.headers = { ...link.headersFor(request), connection, upgrade }
  request.url = to
  await proxy.ws(request, socket as Socket, {}, head)
}
