import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { texts } from './certificates/certificates.ts'
import type { Answer } from './send.ts'

interface RequestText {
  method?: string
  target?: string
  /** Replaces headers of the correct request; undefined removes one. */
  headers?: Readonly<Record<string, string | undefined>>
  body?: string
}

/** Writes a request to create a plant; the connection closes after its answer. */
export function toRequestText({
  method = 'POST',
  target = '/plants',
  headers,
  body = '{"id":1,"name":"Monstera"}',
}: RequestText = {}): string {
  const fields = Object.entries({
    Host: 'localhost',
    Authorization: 'Bearer token',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...headers,
  })
  const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  return [`${method} ${target} HTTP/1.1`, ...lines, '', body].join('\r\n')
}

/** Parses the answers in the received bytes, between empty lines; an incomplete answer has a shorter body. */
function parseAnswers(received: string): Answer[] {
  const answers: Answer[] = []
  for (let rest = received; rest.trim() !== ''; ) {
    const [, head = '', status, fields = ''] =
      /^(HTTP\/1\.1 (\d{3})[^\r\n]*((?:\r\n[^\r\n]+)*)\r\n\r\n)/.exec(rest) ?? []
    if (status === undefined) throw new Error(`Failed to read an answer: got ${JSON.stringify(rest)}`)
    const pairs = [...fields.matchAll(/\r\n([^:]+): *([^\r\n]*)/g)]
    const headers = Object.fromEntries(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), value]))
    const end = head.length + Number(headers['content-length'] ?? 0)
    const body = Buffer.from(rest.slice(head.length, end), 'latin1').toString()
    answers.push({ status: Number(status), headers, body })
    rest = rest.slice(end)
  }
  return answers
}

/** A connection on which a test controls every byte. */
export interface RawConnection {
  /** Resolves once the bytes are handed to the system. */
  write(data: string | Uint8Array): Promise<void>
  /** Closes the sending side. */
  end(): void
  /** Closes the connection both ways. */
  abandon(): void
  /** Resets the connection, like a crash. */
  reset(): void
  /** Resolves once the received text matches; rejects if the connection closes first. */
  until(pattern: RegExp): Promise<void>
  /** Resolves with the answers once the server closes the connection; rejects if the server resets it. */
  answers(): Promise<Answer[]>
}

/** Opens a connection to a server, for requests that fetch can't send. With `allowHalfOpen`, it stays open when the server closes. */
export async function openConnection(url: string, { allowHalfOpen = false } = {}): Promise<RawConnection> {
  const { protocol, hostname, port } = new URL(url)
  const target = { port: Number(port), host: hostname.replace(/^\[(.*)\]$/, '$1'), allowHalfOpen }
  const isSecure = protocol === 'https:'
  const socket = isSecure ? connectSecurely({ ...target, ca: [texts.cert, texts.nameOnly] }) : connect(target)
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve()).once('error', reject)
  })
  closed.catch(() => {})
  await once(socket, isSecure ? 'secureConnect' : 'connect')
  return {
    write: (data) =>
      new Promise((resolve, reject) => {
        socket.write(data, (error) => (error ? reject(error) : resolve()))
      }),
    end: () => socket.end(),
    abandon: () => socket.destroy(),
    reset: () => socket.resetAndDestroy(),
    async until(pattern) {
      const tooEarly = closed.then(() => {
        throw new Error(`Failed to wait for ${pattern}: the connection was closed after ${received}`)
      })
      tooEarly.catch(() => {})
      while (!pattern.test(received)) await Promise.race([once(socket, 'data'), tooEarly])
    },
    async answers() {
      await closed
      return parseAnswers(received)
    },
  }
}

/** Sends text unchanged, and gives all answers until the server closes the connection. */
export async function sendRaw(url: string, text: string): Promise<Answer[]> {
  const connection = await openConnection(url)
  await connection.write(text)
  return connection.answers()
}
