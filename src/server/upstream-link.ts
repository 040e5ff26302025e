import { randomUUID } from 'node:crypto'
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isAllowedHost } from '../http/allowed-host.ts'
import { describeConnectionFailure } from '../http/connection-failure.ts'
import { noAnswer, type PlantAnswer } from '../store/exchange.ts'
import { endure, type Strike } from '../store/strike.ts'
import { replaceAnswer } from '../store/struck-answer.ts'
import { describeRequest, stopped } from './answered-request.ts'
import { toControlAnswer } from './control-error.ts'
import { toForwardedHeaders } from './forwarded-headers.ts'
import type { Serving } from './request-listener.ts'

/** How long the upstream may be silent before its answer begins, in milliseconds. */
const patience = 120_000

/** How many informational answers may come before the answer; each one ends a silence. */
const maxInformation = 100

/** A page of another site could otherwise read the upstream, if its own name leads to the fake. */
const foreignHost =
  'the header Host must be localhost or an IP address, since this fake has an upstream. Start with --allow-host to allow another name.'

/** A request on its way to the upstream. */
interface Passage {
  strike: Strike
  /** Keeps the answer in the journal and the log, once. */
  end(answer: PlantAnswer, problem?: string): void
}

/** What is needed to pass requests on to one upstream. */
export interface UpstreamLink {
  /** The address of the upstream. */
  url: URL
  /** Its address for the proxy. */
  target: { protocol: string; hostname: string; port: string; pathname: string }
  begin(request: IncomingMessage, to: string): Promise<Passage>
  /** Waits as a strike says; returns the answer of the fake if the request isn't forwarded, `noAnswer` if the client has gone, and the fault. */
  answerBefore(
    request: IncomingMessage,
    strike: Strike,
  ): Promise<{ own: PlantAnswer | undefined; fault: Strike['fault'] }>
  headersFor(request: IncomingMessage): IncomingHttpHeaders
  /** Ends a request to an upstream that stays silent. */
  limitSilence(outgoing: ClientRequest): void
  /** Says why a request has no answer if its connection ended. */
  describeEnd(): string
  /** Says that the upstream failed, and why. */
  describe(error: Error): string
}

/**
 * Makes the link to an upstream.
 *
 * @param address an http or https URL; its path is put in front of each path
 */
export function createUpstreamLink(
  address: string,
  { store, storeFor, onRequest, state, allowedHosts }: Serving,
): UpstreamLink {
  const url = new URL(address)
  const { protocol, hostname, port, pathname, host, origin } = url
  /** The name of this fake in `Via`. */
  const name = `plant-store-${randomUUID()}`
  const toMessage = (reason: string): string => `the upstream ${origin} failed: ${reason}`
  return {
    url,
    // Node would look up an IPv6 address with brackets in the DNS.
    target: { protocol, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port, pathname },
    async begin(request, to) {
      const start = performance.now()
      const { method = '', headers } = request
      const passed = storeFor(headers.authorization).passOn({ method, path: to, headers })
      const { strike, finish } = 'strike' in passed ? passed : await passed
      let isOver = false
      return {
        strike,
        end(answer, problem) {
          if (isOver) return
          isOver = true
          finish(answer)
          const described = describeRequest(method, to, answer, performance.now() - start)
          onRequest?.({ ...described, ...(problem && { message: problem }), upstream: true })
        },
      }
    },
    async answerBefore(request, begun) {
      const { socket, headers } = request
      const itself = (own: PlantAnswer) => ({ own, fault: undefined })
      if (!isAllowedHost(request, allowedHosts)) return itself(toControlAnswer(403, foreignHost))
      if (headers.via?.includes(name))
        return itself(
          toControlAnswer(502, toMessage('it leads back to this fake, so requests would go in circles')),
        )
      const gone = new AbortController()
      const abort = (): void => gone.abort()
      socket.once('close', abort)
      const strike = await endure(begun, gone.signal)
      socket.off('close', abort)
      const own = socket.destroyed ? noAnswer : replaceAnswer(strike, store.refuse)
      return { own, fault: strike.fault }
    },
    headersFor: (request) => toForwardedHeaders(request, host, name),
    limitSilence(outgoing) {
      const reason = `it did not answer within ${patience / 1000} seconds`
      const limit = (socket: Socket): void => {
        socket.setTimeout(patience, () => outgoing.destroy(new Error(reason)))
      }
      if (outgoing.socket) limit(outgoing.socket)
      else outgoing.once('socket', limit)
      let count = 0
      outgoing.on('information', () => {
        count++
        if (count > maxInformation)
          outgoing.destroy(new Error(`it sent more than ${maxInformation} informational answers`))
      })
    },
    describeEnd: () => (state.isCut ? stopped : 'the client disconnected'),
    describe: (error) => toMessage(describeConnectionFailure(error)),
  }
}
