import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { refuseMessages } from '../../http/client-error.ts'
import type { SmallAnswer } from '../../http/end-with.ts'
import type { FailureName } from '../../mock/failures.ts'
import { describeValue } from '../../options/problems.ts'

/** A request that arrived, when it did by `performance.now()` if anyone logs that, and whether it was for the upstream. */
interface Arrival {
  response: ServerResponse
  start: number
  isPassed: boolean
}

const isWaiting = ({ response }: Arrival): boolean => !response.writableFinished

/** The connections of a server. */
export interface Connections {
  /** Remembers a request by its response. */
  add(arrival: Arrival): void
  /** Accepts no new connections; resolves once all requests that already arrived have their responses, or after `timeout` milliseconds. */
  drain(timeout: number): Promise<void>
  /** Closes all connections immediately. */
  destroy(): void
}

/** What a server does with what its connections find. */
interface ConnectionsOptions {
  /** The most bytes of the head of a request. */
  maxHeaderSize: number
  /** Logs a rejection, and returns its response. */
  reject(failure: FailureName, method: string, target: string, detail?: string): SmallAnswer
  /** Logs why a connection could not begin. */
  report(message: string): void
  /** Logs a request that gets no response, because the server stops or, if it's aborted, because its client left. */
  reportCut(arrival: Arrival, isAborted: boolean): void
}

/** Says why a TLS connection could not begin; undefined if the client just left. */
export function describeHandshake({ code = '' }: NodeJS.ErrnoException): string | undefined {
  if (code === 'ECONNRESET') return undefined
  if (code === 'ERR_SSL_HTTP_REQUEST') return 'the client speaks http, but this mock speaks https'
  const [, alert] = /_ALERT_(.+)$/.exec(code) ?? []
  return alert === undefined
    ? `the TLS handshake failed (${code})`
    : `the client rejected the certificate (${alert.toLowerCase().replaceAll('_', ' ')})`
}

const speaksTls =
  'the client speaks https, but this mock speaks http: use http://, or start it with --tls-cert and --tls-key'

/** Checks if what the parser rejected begins like a TLS handshake (RFC 8446 section 5.1). */
const isHello = ({ rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }): boolean =>
  rawPacket?.[0] === 0x16 && rawPacket[1] === 3

/** Says more about what the parser rejected than its kind. */
function describeRefused(
  failure: FailureName,
  error: NodeJS.ErrnoException & { rawPacket?: Buffer },
  maxHeaderSize: number,
): string | undefined {
  if (isHello(error)) return speaksTls
  if (failure === 'headers-too-large')
    return `the head of the request must have at most ${maxHeaderSize} bytes; start with --max-header-size to allow more`
  if (error.code !== 'HPE_INVALID_METHOD') return undefined
  const [method] = /^\S{1,30}(?= )/.exec(error.rawPacket?.toString('latin1') ?? '') ?? []
  return method && `the method ${describeValue(method)} is none that Node knows`
}

/** Keeps track of the connections of a server, and rejects what isn't HTTP. */
export function createConnections(
  server: Server,
  { maxHeaderSize, reject, report, reportCut }: ConnectionsOptions,
): Connections {
  /** All connections, each with its last request and those before that wait for a response. */
  const connections = new Map<Duplex, Arrival[]>()
  const responsesOf = (socket: Duplex): ServerResponse[] =>
    connections.get(socket)?.map(({ response }) => response) ?? []
  const lastResponse = (socket: Duplex): ServerResponse | undefined => responsesOf(socket).at(-1)
  let isDraining = false
  function addSocket(socket: Socket): void {
    if (connections.has(socket)) return
    connections.set(socket, [])
    socket.on('close', () => connections.delete(socket))
  }
  server.on('connection', addSocket)
  // With https, the connection below it comes first.
  server.on('secureConnection', addSocket)
  refuseMessages(server, {
    refuseTunnel: ({ method = '', url = '' }) => reject('method-not-allowed', method, url),
    refuseMessage: (failure, error) =>
      reject(failure, '?', '?', describeRefused(failure, error, maxHeaderSize)),
    reportAborted(last) {
      const aborted = connections.get(last.req.socket)?.find(({ response }) => response === last)
      if (aborted !== undefined) reportCut(aborted, true)
    },
    responsesOf,
  })
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    socket.destroy()
    const problem = describeHandshake(error)
    if (problem !== undefined) report(problem)
  })
  const destroy = (): void => {
    for (const socket of connections.keys()) socket.destroy()
  }
  function cut(): void {
    const arrivals = [...connections.values()].flat()
    for (const arrival of arrivals.filter(isWaiting)) reportCut(arrival, false)
    destroy()
  }
  /** Closes a connection after a response, if that is its last: Node drops the responses after one that closes. */
  function closeAfter({ response }: Arrival): void {
    const { socket } = response.req
    response.shouldKeepAlive = false
    // The head of the response may have said before that the connection stays open.
    response.once('finish', () => {
      if (lastResponse(socket) === response) socket.destroySoon()
    })
  }
  return {
    add(arrival) {
      const { req, socket } = arrival.response
      // Node gives a response its socket only after the responses to the requests before it.
      const waiting = socket === null ? (connections.get(req.socket)?.filter(isWaiting) ?? []) : []
      if (isDraining) {
        for (const { response } of waiting) response.shouldKeepAlive = true
        closeAfter(arrival)
      }
      waiting.push(arrival)
      connections.set(req.socket, waiting)
    },
    destroy,
    async drain(timeout) {
      isDraining = true
      for (const arrivals of connections.values()) arrivals.slice(-1).forEach(closeAfter)
      const timer = setTimeout(cut, timeout)
      const closed = new Promise((resolve) => {
        server.close(resolve)
      })
      // Browsers open spare connections that never carried a request.
      for (const [socket, arrivals] of connections) {
        if (arrivals.length === 0 && (socket as Socket).bytesRead === 0) socket.destroy()
      }
      await closed
      clearTimeout(timer)
    },
  }
}
