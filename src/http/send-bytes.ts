import { setTimeout as wait } from 'node:timers/promises'
import type { Access } from './access.ts'
import { toMaxDecodedBytes } from './decode-body.ts'
import { announcesClose, type ExchangeOutcome, type HttpAnswer } from './exchange.ts'
import { connectTo } from './open-socket.ts'
import { readAnswers } from './read-answers.ts'

export interface Bytes {
  pieces: readonly Buffer[]
  /** Milliseconds between two pieces. */
  pause?: number
  /** Whether the requests are HEAD, whose answers have no body. */
  isOfHead?: boolean
  /** Whether the second piece waits for a 100, or for an answer, as long as clients do. */
  waitsFor100?: boolean
  /** Whether nothing more is sent after them, which a server sees. */
  isLast?: boolean
}

/** The most bytes of all answers, besides those that repeat what was sent. */
const maxAnswerBytes = 2 ** 20

/** Milliseconds of one slice of a time limit, so that a machine that stops for a while doesn't use up the limit. */
const slice = 50

/** The most milliseconds that a connection may stay open after an answer that says that it closes. */
const longestClose = 2000

/** Milliseconds to wait for a 100 before a body is sent without it (RFC 9110 section 10.1.1). */
export const maxWaitFor100 = 1000

/** Milliseconds between bytes that want no answer and the end of their connection. */
const cutOff = 20

/** Sends bytes over a connection of their own, and reads so many answers; the outcomes have the order of the requests. With a count of 0, it closes the connection without waiting for an answer. It never rejects. */
export async function sendBytes(
  { pieces, pause = 0, waitsFor100 = false, isLast = false, isOfHead = false }: Bytes,
  count: number,
  {
    base,
    tls,
    limit,
    signal,
  }: { base: URL; tls?: Access['tls'] | undefined; limit: number; signal: AbortSignal },
): Promise<ExchangeOutcome[]> {
  const { socket, ready } = connectTo(base, tls)
  const sentBytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const maxReceived = maxAnswerBytes + toMaxDecodedBytes(sentBytes)
  let size = 0
  let received: Buffer = Buffer.alloc(0)
  const answers: HttpAnswer[] = []
  let problem: string | undefined
  let isOver = false
  let failure: string | undefined
  let isReached = false
  socket.setNoDelay()
  let go = (): void => {}
  const hasAnswer = new Promise<void>((resolve) => {
    go = resolve
  })
  function read(): void {
    const found = readAnswers(received, { isOver, isOfHead, sentBytes })
    received = received.subarray(found.end)
    answers.push(...found.answers)
    problem ??= found.problem
    if (answers.length + found.interim > 0) go()
  }
  await new Promise<void>((resolve) => {
    const stop = (): void => resolve()
    signal.addEventListener('abort', stop)
    let left = limit
    function finish(): void {
      if (problem === undefined && answers.length < count) return
      socket.pause()
      resolve()
    }
    const timer = setInterval(() => {
      if (answers.some(announcesClose)) left = Math.min(left, longestClose)
      left -= slice
      if (left <= 0) resolve()
    }, slice)
    socket.on('error', ({ message }) => {
      failure = message
    })
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      size += bytes.length
      read()
      if (size > maxReceived) problem ??= `the answers are larger than ${maxReceived} bytes`
      finish()
    })
    for (const event of ['end', 'close'] as const)
      socket.once(event, () => {
        isOver = true
        resolve()
      })
    socket.once(ready, async () => {
      isReached = true
      for (const [index, piece] of pieces.entries()) {
        if (index > 0 && pause > 0) await wait(pause)
        if (index === 1 && waitsFor100)
          await Promise.race([hasAnswer, wait(maxWaitFor100, undefined, { ref: false })])
        if (socket.writable) socket.write(piece)
      }
      if (isLast) socket.end()
      if (count > 0) return
      await wait(cutOff)
      socket.destroy()
    })
    if (signal.aborted) resolve()
    socket.once('close', () => {
      clearInterval(timer)
      signal.removeEventListener('abort', stop)
    })
  })
  socket.destroy()
  if (isOver) read()
  return Array.from({ length: count }, (_, index): ExchangeOutcome => {
    const answer = answers[index]
    if (answer !== undefined) return { kind: 'answer', answer }
    if (signal.aborted) return { kind: 'stopped', message: 'the run was stopped', reused: false }
    if (problem !== undefined) return { kind: 'garbage', message: problem, reused: false }
    if (isOver || failure !== undefined)
      return {
        kind: isReached ? 'dropped' : 'gone',
        message: `the connection was dropped (${failure ?? 'it was closed'})`,
        reused: index > 0,
      }
    return { kind: 'timeout', message: `no complete answer within ${Math.ceil(limit)} ms`, reused: false }
  })
}
