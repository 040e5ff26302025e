import { createServer, type Socket } from 'node:net'
import { listenRaw } from '../../http/requests.ts'
import type { Listening } from '../../tools/listen.ts'
import { correct, type Exchange } from './parts.ts'

/** What a service does on the wire, in words. */
export type WireMistake =
  | 'makes no mistake'
  | 'sends no 100'
  | 'takes a space before a colon'
  | 'needs a space after a colon'
  | 'takes a body that is too short'
  | 'leaves bodies of GET unread'
  | 'reads by the length although there are chunks'
  | 'sends a tab after the length'
  | 'takes letters after a chunk size'
  | 'reads on after a 413'

interface Head {
  method: string
  fields: [name: string, value: string][]
}

class Malformed extends Error {}

/** Reads a chunked body, and its trailers away; undefined if more has to come. */
function readChunks(text: string, mistake?: WireMistake): { body: string; end: number } | undefined {
  let body = ''
  for (let at = 0; ; ) {
    const line = text.indexOf('\r\n', at)
    if (line === -1) return undefined
    const size =
      mistake === 'takes letters after a chunk size' ? /^([\da-f]{1,8})/i : /^([\da-f]{1,8})(?:;.*)?$/i
    const [, digits] = size.exec(text.slice(at, line)) ?? []
    if (digits === undefined) throw new Malformed()
    const length = Number.parseInt(digits, 16)
    if (length === 0) {
      const end = text.indexOf('\r\n\r\n', line)
      return end === -1 ? undefined : { body, end: end + 4 }
    }
    const end = line + 2 + length
    if (text.length < end + 2) return undefined
    if (text.slice(end, end + 2) !== '\r\n') throw new Malformed()
    body += text.slice(line + 2, end)
    at = end + 2
  }
}

function readHead(text: string, mistake?: WireMistake): Head {
  const [first = '', ...lines] = text.split('\r\n')
  const [, method] = /^([A-Z]+) \S+ HTTP\/1\.1$/.exec(first) ?? []
  if (method === undefined) throw new Malformed()
  const fields = lines.flatMap((line): Head['fields'] => {
    if (mistake === 'needs a space after a colon' && !/: /.test(line)) return []
    const [, own, value = ''] = /^([!#$%&'*+.^_`|~\w-]+ ?):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (own === undefined || (own.endsWith(' ') && mistake !== 'takes a space before a colon'))
      throw new Malformed()
    return [[own.trim().toLowerCase(), value]]
  })
  return { method, fields }
}

/** Returns the status and the body of the answer to a request. */
function answer({ method, fields }: Head, body: string): [status: string, body: string] {
  const read = (name: string) => fields.find(([other]) => other === name)?.[1]
  if (method !== 'POST') return ['405 Method Not Allowed', '']
  if (!correct.isAuthorized(read('authorization'))) return ['401 Unauthorized', '']
  try {
    const { name, tag } = correct.toPlant(
      correct.parse(correct.decode(Buffer.from(body, 'latin1'))),
      correct,
      {} as Exchange,
    )
    return ['200 OK', JSON.stringify({ name, tag })]
  } catch {
    return ['400 Bad Request', '{"error":400,"message":"no plant"}']
  }
}

/** Starts a service that reads and writes HTTP itself, with one mistake or none. */
export function startWireBackend(mistake?: WireMistake): Promise<Listening> {
  function write(socket: Socket, [status, body]: [string, string], isLast: boolean): void {
    const bytes = Buffer.from(body)
    const lines = [
      `HTTP/1.1 ${status}`,
      `Date: ${new Date().toUTCString()}`,
      ...(body === '' ? [] : ['Content-Type: application/json']),
      ...(status.startsWith('401') ? ['WWW-Authenticate: Bearer realm="plants"'] : []),
      ...(status.startsWith('405') ? ['Allow: POST'] : []),
      `Content-Length: ${bytes.length}${mistake === 'sends a tab after the length' ? ' \t' : ''}`,
      ...(isLast ? ['Connection: close'] : []),
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n${bytes.toString('latin1')}`, 'latin1')
    if (isLast) socket.end()
  }

  function serve(socket: Socket): void {
    let text = ''
    let isOver = false
    let continued: string | undefined

    /** Answers the next request; returns whether there may be more. */
    function answerNext(): boolean {
      const end = text.indexOf('\r\n\r\n')
      if (end === -1) return false
      const head = readHead(text.slice(0, end), mistake)
      const read = (name: string) => head.fields.find(([other]) => other === name)?.[1]
      const [length, coding] = [read('content-length'), read('transfer-encoding')?.toLowerCase()]
      const isByLength = mistake === 'reads by the length although there are chunks'
      const lengths = head.fields.filter(([name]) => name === 'content-length')
      const isBoth = length !== undefined && coding !== undefined && !isByLength
      if (mistake === 'reads on after a 413' && Number(length) > 1_000_000) {
        write(socket, ['413 Content Too Large', '{"error":413,"message":"large"}'], false)
        text = text.slice(end + 4)
        return true
      }
      if (
        isBoth ||
        lengths.length > 1 ||
        read('host') === undefined ||
        !/^\d{1,9}$/.test(length ?? '0') ||
        (coding ?? 'chunked') !== 'chunked'
      )
        throw new Malformed()
      const rest = text.slice(end + 4)
      if (read('expect') === '100-continue' && continued !== text.slice(0, end)) {
        continued = text.slice(0, end)
        // A client whose body has begun waits for nothing.
        if (rest === '' && mistake !== 'sends no 100') socket.write('HTTP/1.1 100 Continue\r\n\r\n')
      }
      let body = rest.slice(0, Number(length ?? 0))
      let size = body.length
      if (coding !== undefined && !(isByLength && length !== undefined)) {
        const chunks = readChunks(rest, mistake)
        if (chunks === undefined) return false
        body = chunks.body
        size = chunks.end
      } else if (size < Number(length ?? 0) && !(isOver && mistake === 'takes a body that is too short'))
        return false
      if (head.method === 'GET' && mistake === 'leaves bodies of GET unread') size = 0
      text = rest.slice(size)
      const isLast = /close/i.test(read('connection') ?? '')
      write(socket, answer(head, body), isLast)
      return !isLast
    }

    function answerAll(): void {
      try {
        while (!socket.writableEnded && answerNext()) {}
      } catch (error) {
        if (!(error instanceof Malformed)) throw error
        write(socket, ['400 Bad Request', '{"error":400,"message":"no request"}'], true)
      }
    }

    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      answerAll()
    })
    socket.on('end', () => {
      isOver = true
      answerAll()
      socket.end()
    })
  }
  return listenRaw(serve, createServer({ allowHalfOpen: true }))
}
