import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Listening } from '../../../tools/listen.ts'
import { correct, type Exchange } from '../parts.ts'

/** Writes an answer to a connection. */
type Write = (socket: Socket, status: string, body: string) => unknown

/** Returns the status and the body of the answer to a request. */
function answer(head: string, body: Buffer): [status: string, body: string] {
  if (!/^POST \/plants HTTP/.test(head)) return ['404 Not Found', '']
  if (!correct.isAuthorized(/^authorization: ([^\r\n]*)/im.exec(head)?.[1])) return ['401 Unauthorized', '']
  try {
    const { name, tag } = correct.toPlant(correct.parse(correct.decode(body)), correct, {} as Exchange)
    return ['200 OK', JSON.stringify({ name, tag })]
  } catch {
    return ['400 Bad Request', '{"error":400,"message":"no plant"}']
  }
}

/** Reads one request at a time with a Content-Length, and lets a test write the answer. */
export async function startRawBackend(write: Write): Promise<Listening> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay())
    let received = Buffer.alloc(0)
    let isAnswering = false
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))

    /** Answers the requests that came, each after the one before it. */
    async function answerAll(): Promise<void> {
      for (let end = received.indexOf('\r\n\r\n'); end !== -1; end = received.indexOf('\r\n\r\n')) {
        const head = received.subarray(0, end).toString('latin1')
        const lengths = [...head.matchAll(/^content-length: *(.*)/gim)].map(([, value = '']) => value)
        const isWrong = lengths.length > 1 || lengths.some((value) => !/^\d{1,9}$/.test(value))
        if (isWrong || /^transfer-encoding:/im.test(head)) {
          const status = isWrong ? '400 Bad Request' : '411 Length Required'
          const body = isWrong ? '{"error":400,"message":"no length"}' : ''
          socket.end(
            `${toHead('1.1', status, body)}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
          )
          received = Buffer.alloc(0)
          return
        }
        const length = Number(lengths[0] ?? 0)
        if (received.length < end + 4 + length) return
        const body = Buffer.from(received.subarray(end + 4, end + 4 + length))
        received = received.subarray(end + 4 + length)
        await write(socket, ...answer(head, body))
        if (socket.writableEnded) return
      }
    }

    socket.on('data', async (chunk) => {
      received = Buffer.concat([received, chunk])
      if (isAnswering) return
      isAnswering = true
      await answerAll()
      isAnswering = false
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const toHead = (version: string, status: string, body: string): string =>
  `HTTP/${version} ${status}\r\n${body === '' ? '' : 'Content-Type: application/json\r\n'}`

/** Correct ways to handle connections. */
export const connections: readonly (readonly [title: string, write: Write])[] = [
  [
    'HTTP/1.0 without lengths',
    (socket, status, body) => socket.end(`${toHead('1.0', status, body)}\r\n${body}`),
  ],
  [
    'a connection closed after each answer, not announced',
    (socket, status, body) =>
      socket.end(`${toHead('1.1', status, body)}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  ],
  [
    'chunks of a few bytes',
    (socket, status, body) => {
      const chunks = Buffer.from(body)
        .toString('latin1')
        .replaceAll(/.{1,7}/gs, (bytes) => `${bytes.length}\r\n${bytes}\r\n`)
      socket.write(`${toHead('1.1', status, body)}Transfer-Encoding: chunked\r\n\r\n`)
      socket.write(`${chunks}0\r\n\r\n`, 'latin1')
    },
  ],
  [
    'headers of 20 kB, and a connection closed after each answer, announced',
    (socket, status, body) =>
      socket.end(
        `${toHead('1.1', status, body)}Content-Security-Policy: ${'x'.repeat(20_000)}\r\nConnection: close\r\n\r\n${body}`,
      ),
  ],
  [
    'an answer in pieces',
    async (socket, status, body) => {
      const text = `${toHead('1.1', status, body)}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
      socket.write(text.slice(0, 30))
      await sleep(1)
      socket.write(text.slice(30))
    },
  ],
]
