import { connect, isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import type { Access } from './access.ts'
import { type Outcome, toHost } from './exchange.ts'
import { type Answers, readAnswers } from './read-answers.ts'

/** Bytes for one connection. */
export interface Bytes {
  pieces: readonly Buffer[]
  /** Milliseconds between two pieces. */
  pause?: number
  /** Whether the requests are HEAD, whose answers have no body. */
  isOfHead?: boolean
  /** Whether the second piece waits for a 100, or for an answer. */
  waitsFor100?: boolean
  /** Whether nothing more is sent after them, which a server sees. */
  isLast?: boolean
}

/** Milliseconds of one slice of a time limit, so that a machine that stops for a while doesn't use up the limit. */
const slice = 50

/** Sends bytes over a connection of their own, and reads so many answers; the outcomes have the order of the requests. It never rejects. */
export async function sendBytes(
  { pieces, pause = 0, waitsFor100 = false, isLast = false, isOfHead = false }: Bytes,
  count: number,
  {
    base,
    tls,
    limit,
    signal,
  }: { base: URL; tls?: Access['tls'] | undefined; limit: number; signal: AbortSignal },
): Promise<Outcome[]> {
  const isTls = base.protocol === 'https:'
  const target = { host: toHost(base), port: Number(base.port) || (isTls ? 443 : 80) }
  const socket = isTls
    ? connectTls({ ...target, ...tls, servername: isIP(target.host) === 0 ? target.host : '' })
    : connect(target)
  let received = Buffer.alloc(0)
  let isOver = false
  let failure: string | undefined
  let isReached = false
  socket.setNoDelay()
  const answers = (): Answers => readAnswers(received, { isOver, isOfHead })
  let go = (): void => {}
  const hasAnswer = new Promise<void>((resolve) => {
    go = resolve
  })
  await new Promise<void>((resolve) => {
    const stop = (): void => resolve()
    signal.addEventListener('abort', stop)
    let left = limit
    const timer = setInterval(() => {
      left -= slice
      if (left <= 0) resolve()
    }, slice)
    socket.on('error', ({ message }) => {
      failure = message
    })
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      const read = answers()
      if (read.answers.length + read.interim > 0) go()
      if (read.problem !== undefined || read.answers.length >= count) resolve()
    })
    for (const event of ['end', 'close'] as const)
      socket.once(event, () => {
        isOver = true
        resolve()
      })
    socket.once(isTls ? 'secureConnect' : 'connect', async () => {
      isReached = true
      for (const [index, piece] of pieces.entries()) {
        if (index > 0 && pause > 0) await wait(pause)
        if (index === 1 && waitsFor100) await hasAnswer
        if (socket.writable) socket.write(piece)
      }
      if (isLast) socket.end()
    })
    if (signal.aborted) resolve()
    socket.once('close', () => {
      clearInterval(timer)
      signal.removeEventListener('abort', stop)
    })
  })
  const read = answers()
  socket.destroy()
  return Array.from({ length: count }, (_, index): Outcome => {
    const answer = read.answers[index]
    if (answer !== undefined) return { kind: 'answer', answer }
    if (signal.aborted) return { kind: 'stopped', message: 'the run was stopped', reused: false }
    if (read.problem !== undefined) return { kind: 'garbage', message: read.problem, reused: false }
    if (isOver || failure !== undefined)
      return {
        kind: isReached ? 'dropped' : 'gone',
        message: `the connection was dropped (${failure ?? 'it was closed'})`,
        reused: index > 0,
      }
    return { kind: 'timeout', message: `no complete answer within ${limit} ms`, reused: false }
  })
}
