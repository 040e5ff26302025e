import { once } from 'node:events'
import { connect } from 'node:net'
import { validateError } from '../../src/contract/generated/validators.ts'
import type { ApiError } from '../../src/contract/schemas.ts'

/** An answer as it came; header names are in lower case. */
export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

/** Sends a request by fetch and reads its answer to the end. */
export async function send(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init)
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}

/** Sends a plant, or a body of text as it is, as the client of the service does. */
export const postPlant = (
  url: string,
  plant: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  send(`${url}/plants`, {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json', ...headers },
    body: typeof plant === 'string' ? plant : JSON.stringify(plant),
  })

/** Calls the control API, with a value or a body of text as it is. */
export const callControl = (
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  send(new URL(`/__admin${path}`, url).href, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

/** Reads the Error that an answer is; throws where it is none. */
export function readError({ headers, body }: Answer): ApiError {
  const error: unknown = JSON.parse(body)
  if (headers['content-type'] === 'application/json' && validateError(error)) return error as ApiError
  throw new Error(`Failed to read an Error: got ${headers['content-type']} ${body}`)
}

interface RequestText {
  method?: string
  target?: string
  /** Replace the headers of a request that is right; undefined leaves one out. */
  headers?: Readonly<Record<string, string | undefined>>
  body?: string
}

/** Writes a request to create a plant, after whose answer the connection closes. */
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

/** Reads the answers in what came over a connection; one that broke off has the body that came. */
function parseAnswers(received: string): Answer[] {
  const answers: Answer[] = []
  for (let rest = received; rest !== ''; ) {
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

/** A connection on which a test says every byte. */
export interface RawConnection {
  /** Resolves once the bytes are handed to the system. */
  write(data: string | Uint8Array): Promise<void>
  /** Says that nothing more comes. */
  end(): void
  /** Closes the connection both ways. */
  abandon(): void
  /** Goes away as if it had crashed. */
  reset(): void
  /** Resolves once what came matches; rejects where the connection closes before. */
  until(pattern: RegExp): Promise<void>
  /** Resolves with the answers once the server has closed the connection; rejects where it reset it. */
  answers(): Promise<Answer[]>
}

/** Opens a connection to a server, for what fetch cannot send or does not show; half open, it does not hang up when the server does. */
export async function openConnection(url: string, { allowHalfOpen = false } = {}): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname.replace(/^\[(.*)\]$/, '$1'), allowHalfOpen })
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve()).once('error', reject)
  })
  closed.catch(() => {})
  await once(socket, 'connect')
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
      while (!pattern.test(received)) await Promise.race([once(socket, 'data'), tooEarly])
    },
    async answers() {
      await closed
      return parseAnswers(received)
    },
  }
}

/** Sends text as it is, and gives the answers that came until the server closed the connection. */
export async function sendRaw(url: string, text: string): Promise<Answer[]> {
  const connection = await openConnection(url)
  await connection.write(text)
  return connection.answers()
}
