import {
  Agent,
  type AgentOptions,
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, type AgentOptions as HttpsOptions, request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type ConnectionFailure,
  describeConnectionFailure,
  isUnreachable,
  speaksHttp2,
} from './connection-failure.ts'
import { type DecodedBody, decodeBody, shownBytes, toMaxDecodedBytes } from './decode-body.ts'
import {
  type ExchangeOutcome,
  type HttpAnswer,
  type HttpRequest,
  readSentBody,
  toHost,
  toPairs,
} from './exchange.ts'
import { readAnswers } from './read-answers.ts'
import { maxWaitFor100 } from './send-bytes.ts'

/** The most bytes of an answer that are read, unless it may have more; no page about an error has more. */
const maxAnswerBytes = 2 ** 24

/** The most bytes of the headers of an answer, which may repeat a long text in escapes. A run keeps the headers of all its answers. */
const maxHeaderSize = 2 ** 18

/** Milliseconds of one slice of a time limit. A slice that takes longer on a busy machine counts once, so that an answer that has arrived is read. */
const timerSlice = 25

const connections = new WeakMap<ExchangeOutcome, object>()

/** Returns the connection of a request, which is an object of its own; undefined if there was none. */
export const connectionOf = (outcome: ExchangeOutcome): object | undefined => connections.get(outcome)

/** When the last answer on a connection had ended. */
const lastUsed = new WeakMap<object, number>()

function toFailure(error: ConnectionFailure, reused: boolean, idle?: number): ExchangeOutcome {
  const { code = '', message } = error
  const unreachable = { kind: 'unreachable', message: describeConnectionFailure(error), reused } as const
  if (speaksHttp2(error)) return unreachable
  if (code.startsWith('HPE_'))
    return { kind: 'garbage', message: `the answer is not HTTP: ${message}`, reused }
  if (isUnreachable(code)) return unreachable
  const dropped = `the connection was dropped (${code || message})`
  return { kind: 'dropped', message: dropped, reused, ...(idle !== undefined && { idle }) }
}

const isOfParser = ({ code = '' }: NodeJS.ErrnoException): boolean => code.startsWith('HPE_')

/** Counts the bytes that aren't line breaks, which a server may send between two answers. */
const countBytes = (bytes: Buffer): number => bytes.filter((byte) => byte !== 13 && byte !== 10).length

/** Counts the bytes that the parser had not read when it failed, of which there is one at least. */
function countExcess(error: NodeJS.ErrnoException): number {
  const { rawPacket, bytesParsed = 0 } = error as { rawPacket?: Buffer; bytesParsed?: number }
  return rawPacket === undefined ? 1 : Math.max(1, countBytes(rawPacket.subarray(bytesParsed)))
}

/** Counts the bytes that have arrived after an answer; later ones may be of the next answer. */
async function readExcess(socket: Socket): Promise<number> {
  let count = 0
  const read = (bytes: Buffer): void => {
    count += countBytes(bytes)
  }
  socket.on('data', read)
  await new Promise((resolve) => setImmediate(resolve))
  socket.off('data', read)
  if (count > 0) socket.destroy()
  return count
}

/** Reads an answer that the parser of Node refuses although HTTP allows it, such as one with a tab after a length (RFC 9110 section 5.5). */
function readRefused(
  { rawPacket }: ConnectionFailure,
  request: HttpRequest,
  keepsRaw: boolean,
): HttpAnswer | undefined {
  const sentBytes = readSentBody(request).length
  const reading = { isOver: false, isOfHead: request.method === 'HEAD', sentBytes, keepsRaw }
  return rawPacket && readAnswers(rawPacket, reading).answers[0]
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
  /** Bytes of the body that `raw` has. By default, as many as are judged, and only the beginning of a body that has more. */
  maxRaw?: number
}

/** The most milliseconds between a request and the end of its connection if the server closed that before the request came. */
const longestRace = 2000

const stopped: ExchangeOutcome = { kind: 'stopped', message: 'the run was stopped', reused: false }

const toAnswer = (response: IncomingMessage, decoded: DecodedBody): HttpAnswer => ({
  version: response.httpVersion,
  status: response.statusCode ?? 0,
  headers: toPairs(response.rawHeaders).map(([name, value]) => [name.toLowerCase(), value] as const),
  ...decoded,
})

/** Sends a request byte by byte and reads the answer to its end, or the beginning of one that is too large; it never rejects. */
export function sendRequest(
  request: HttpRequest,
  { base, agent, limit, signal, maxRaw }: SendOptions,
): Promise<ExchangeOutcome> {
  if (signal.aborted) return Promise.resolve(stopped)
  const maxBody = toMaxDecodedBytes(readSentBody(request).length)
  const maxRead = maxRaw ?? Math.max(maxAnswerBytes, maxBody)
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
    let writtenAt: number | undefined
    const isLate = (): boolean => writtenAt !== undefined && performance.now() - writtenAt > longestRace
    function startTimer(): void {
      writtenAt = performance.now()
      let left = limit
      timer = setInterval(() => {
        left -= timerSlice
        const message = `no complete answer within ${Math.ceil(limit)} ms`
        if (left <= 0) settle({ kind: 'timeout', message, reused: false })
      }, timerSlice)
    }
    const stop = (): void => settle(stopped)
    signal.addEventListener('abort', stop)
    let isSettled = false
    let isUnwanted = false
    let used: object | undefined
    function settle(outcome: ExchangeOutcome): void {
      isSettled = true
      if (used !== undefined) connections.set(outcome, used)
      clearInterval(timer)
      signal.removeEventListener('abort', stop)
      resolve(outcome)
      if (outcome.kind !== 'answer' || isUnwanted) client.destroy()
    }
    let received: IncomingMessage | undefined
    let excess = 0
    let idle: number | undefined
    const fail = (error: ConnectionFailure): void => {
      // The parser reads what follows an answer as the next one.
      if (received?.complete && isOfParser(error)) {
        excess += countExcess(error)
        return
      }
      const answer =
        isOfParser(error) && !received ? readRefused(error, request, maxRaw !== undefined) : undefined
      if (answer !== undefined) settle({ kind: 'answer', answer, isOdd: true })
      else settle(toFailure(error, client.reusedSocket && !received && !isLate(), idle))
    }
    client.on('socket', (socket) => {
      used = socket
      const since = lastUsed.get(socket)
      if (since !== undefined) idle = performance.now() - since
    })
    client.on('error', fail)
    client.on('upgrade', (_response, socket) => {
      socket.destroy()
      settle({ kind: 'garbage', message: 'the answer is 101, which changes the protocol', reused: false })
    })
    client.on('response', (response: IncomingMessage) => {
      received = response
      const { socket } = response
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        // What is passed on has to be whole.
        if (size > maxRead && maxRaw !== undefined)
          settle({ kind: 'garbage', message: `the answer is larger than ${maxRead} bytes`, reused: false })
        else if (size > maxRead)
          settle({
            kind: 'answer',
            answer: toAnswer(response, {
              body: Buffer.from(Buffer.concat(chunks).subarray(0, shownBytes)),
              isCut: true,
            }),
          })
        else if (size - chunk.length <= (maxRaw ?? maxBody)) chunks.push(chunk)
      })
      response.on('error', fail)
      response.on('end', async () => {
        if (used !== undefined) lastUsed.set(used, performance.now())
        const raw = Buffer.concat(chunks)
        const decoded = decodeBody(raw, response.headers['content-encoding'], maxBody)
        excess += await readExcess(socket)
        settle({
          kind: 'answer',
          answer: {
            ...toAnswer(response, decoded),
            ...(maxRaw !== undefined && { raw: { headers: toPairs(response.rawHeaders), body: raw } }),
            ...(excess > 0 && { excess }),
          },
        })
      })
    })
    void waitToWrite(request, client).then(async (mayWrite) => {
      if (mayWrite) await writePieces(request, (piece) => client.write(piece))
      if (mayWrite) client.end()
      // A server that refused a body before it came may take what follows for another request.
      else isUnwanted = true
      if (!isSettled) startTimer()
    })
  })
}

/** Waits for a 100 if a request expects one; returns whether its body is still wanted. */
async function waitToWrite({ headers }: HttpRequest, client: ClientRequest): Promise<boolean> {
  const isHeldBack = headers.some(({ name, value }) => name === 'Expect' && value === '100-continue')
  if (!isHeldBack) return true
  client.flushHeaders()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxWaitFor100, true)
    const settle = (isWanted: boolean) => (): void => {
      clearTimeout(timer)
      resolve(isWanted)
    }
    client.once('continue', settle(true)).once('response', settle(false)).once('close', settle(false))
  })
}

async function writePieces({ pieces, pause }: HttpRequest, write: (piece: Buffer) => unknown): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && pause !== undefined) await wait(pause)
    write(piece)
  }
}
