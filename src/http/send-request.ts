import { Agent, type AgentOptions, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, type AgentOptions as HttpsOptions, request as requestHttps } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type ConnectionFailure,
  describeConnectionFailure,
  isUnreachable,
  speaksHttp2,
} from './connection-failure.ts'
import { decodeBody } from './decode-body.ts'
import { type HttpRequest, type Outcome, toHost, toPairs } from './exchange.ts'

/** The most bytes of an answer that are read; no Plant and no Error is that large. */
const largest = 8 * 2 ** 20

/** The most bytes of the headers of an answer. */
const maxHeaderSize = 2 ** 20

/** Milliseconds of one slice of a time limit. A slice that takes longer on a busy machine counts once, so that an answer that has arrived is read. */
const timerSlice = 25

/** The connections of requests. */
const connections = new WeakMap<Outcome, object>()

/** Returns the connection of a request, which is an object of its own; undefined if there was none. */
export const connectionOf = (outcome: Outcome): object | undefined => connections.get(outcome)

/** When the last answer on a connection had ended. */
const lastUsed = new WeakMap<object, number>()

function toFailure(error: ConnectionFailure, reused: boolean, idle?: number): Outcome {
  const { code = '', message } = error
  const unreachable = { kind: 'unreachable', message: describeConnectionFailure(error), reused } as const
  if (speaksHttp2(error)) return unreachable
  if (code.startsWith('HPE_'))
    return { kind: 'garbage', message: `the answer is not HTTP: ${message}`, reused }
  if (isUnreachable(code)) return unreachable
  const dropped = `the connection was dropped (${code || message})`
  return { kind: 'dropped', message: dropped, reused, ...(idle !== undefined && { idle }) }
}

/** Makes an agent for a service; it keeps connections unless `keepAlive` is false. */
export const createAgent = ({ protocol }: URL, options: AgentOptions & HttpsOptions = {}): Agent =>
  protocol === 'https:'
    ? new HttpsAgent({ keepAlive: true, ALPNProtocols: ['http/1.1'], ...options })
    : new Agent({ keepAlive: true, ...options })

export interface SendOptions {
  base: URL
  agent: Agent
  /** Milliseconds for the whole answer, from when the last piece of the body is written. */
  limit: number
  signal: AbortSignal
  /** Bytes; 8 MiB by default. */
  maxAnswer?: number
}

const stopped: Outcome = { kind: 'stopped', message: 'the run was stopped', reused: false }

/** Sends a request byte by byte and reads the answer to its end; it never rejects. */
export function sendRequest(
  request: HttpRequest,
  { base, agent, limit, signal, maxAnswer = largest }: SendOptions,
): Promise<Outcome> {
  if (signal.aborted) return Promise.resolve(stopped)
  return new Promise((resolve) => {
    const send = base.protocol === 'https:' ? requestHttps : requestHttp
    const client = send({
      protocol: base.protocol,
      hostname: toHost(base),
      port: base.port,
      method: request.method,
      path: request.path,
      // A flat list of names and values keeps case, order and repeated headers.
      headers: request.headers.flatMap(({ name, value }) => [name, value]),
      setHost: false,
      maxHeaderSize,
      agent,
    })
    let timer: NodeJS.Timeout | undefined
    function startTimer(left = limit): void {
      timer = setTimeout(
        () => {
          if (left > timerSlice) return startTimer(left - timerSlice)
          const message = `no complete answer within ${limit} ms`
          settle({ kind: 'timeout', message, reused: false })
        },
        Math.min(left, timerSlice),
      )
    }
    const stop = (): void => settle(stopped)
    signal.addEventListener('abort', stop)
    let isSettled = false
    let used: object | undefined
    function settle(outcome: Outcome): void {
      isSettled = true
      if (used !== undefined) connections.set(outcome, used)
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      resolve(outcome)
      if (outcome.kind !== 'answer') client.destroy()
    }
    let idle: number | undefined
    client.on('socket', (socket) => {
      used = socket
      const since = lastUsed.get(socket)
      if (since !== undefined) idle = performance.now() - since
    })
    const fail = (error: ConnectionFailure): void => settle(toFailure(error, client.reusedSocket, idle))
    client.on('error', fail)
    client.on('response', (response: IncomingMessage) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= maxAnswer) chunks.push(chunk)
        else
          settle({ kind: 'garbage', message: `the answer is larger than ${maxAnswer} bytes`, reused: false })
      })
      response.on('error', fail)
      response.on('end', () => {
        if (used !== undefined) lastUsed.set(used, performance.now())
        const raw = Buffer.concat(chunks)
        const body = decodeBody(raw, response.headers['content-encoding'])
        const headers = toPairs(response.rawHeaders)
        settle({
          kind: 'answer',
          answer: {
            version: response.httpVersion,
            status: response.statusCode ?? 0,
            headers: headers.map(([name, value]) => [name.toLowerCase(), value] as const),
            body: body ?? raw,
            isMiscoded: body === undefined,
            raw: { headers, body: raw },
          },
        })
      })
    })
    void writePieces(request, (piece) => client.write(piece)).then(() => {
      client.end()
      if (!isSettled) startTimer()
    })
  })
}

async function writePieces({ pieces, pause }: HttpRequest, write: (piece: Buffer) => unknown): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && pause !== undefined) await wait(pause)
    write(piece)
  }
}
