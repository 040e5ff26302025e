import type { OutgoingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Overrides } from '../create-backend.ts'
import { type Answer, correct, type Exchange } from '../parts.ts'
import type { RightBackend } from './right-backend.ts'

/** Makes a backend that changes every answer before it is sent. */
function changeAnswers(change: (answer: Answer, exchange: Exchange) => Answer): Overrides {
  return { send: (answer, exchange) => correct.send(change(answer, exchange), exchange) }
}

/** Makes a backend that adds headers to every answer. */
function addHeaders(headers: OutgoingHttpHeaders): Overrides {
  return changeAnswers((answer) => ({ ...answer, headers: { ...answer.headers, ...headers } }))
}

function withoutLength({ 'Content-Length': _, ...headers }: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return headers
}

/** Sends the body of an answer in about a hundred chunks, or in chunks of one byte if it is short. */
function writeInChunks(answer: Answer, exchange: Exchange): void {
  const { headers, status, body } = answer
  const { request, response } = exchange
  // An answer to HEAD has neither chunks nor a trailer (RFC 9110 section 9.3.2).
  if (request.method === 'HEAD') return void correct.send(answer, exchange)
  response.writeHead(status, { ...withoutLength(headers), Trailer: 'Server-Timing' })
  const bytes = Buffer.from(body)
  const size = Math.ceil(bytes.length / 100)
  for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size))
  response.addTrailers({ 'Server-Timing': 'total;dur=1' })
  response.end()
}

/** Correct backends that write and send their answers differently. */
export const rightAnswers: readonly RightBackend[] = [
  {
    title: 'indented JSON with a line break at the end',
    backend: { stringify: (value) => `${JSON.stringify(value, undefined, '\t')}\r\n` },
  },
  {
    title: 'JSON with escapes for slashes and everything outside ASCII',
    backend: {
      stringify: (value) =>
        JSON.stringify(value)
          .replaceAll('/', '\\/')
          .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    },
  },
  {
    title: 'answers in chunks of one byte, with a trailer',
    backend: { send: writeInChunks },
  },
  {
    title: 'a default tag for plants without one',
    backend: { toBody: ({ name, tag = 'plant' }) => ({ name, tag }) },
  },
  {
    title: 'one answer is lost, but not when the request is repeated',
    backend: {
      async handle(exchange, parts) {
        const { state } = exchange
        if (state.accepted === 300 && !state.isBroken) {
          state.isBroken = true
          exchange.request.socket.destroy()
        }
        return correct.handle(exchange, parts)
      },
    },
  },
  {
    title: 'more members in a Plant and in an Error',
    backend: {
      toBody: (plant, exchange) => ({
        createdAt: '2024-05-01T12:00:00Z',
        ...(correct.toBody(plant, exchange) as object),
        links: [{ rel: 'self', href: '/plants' }],
      }),
      toError: (error, { message }) => ({ error, message, errors: [{ field: null }], requestId: 'a1' }),
    },
  },
  {
    title: 'an Error with the number 0 and an empty message',
    backend: { toError: () => ({ error: 0, message: '' }) },
  },
  {
    title: 'an Error with the smallest int32 and a long message in Greek',
    backend: { toError: () => ({ error: -2147483648, message: 'Μη έγκυρο σώμα. '.repeat(500) }) },
  },
  {
    title: 'extra headers, one of them twice',
    backend: addHeaders({
      'X-Request-Id': '1',
      'Set-Cookie': ['a=1; Path=/', 'b=2'],
      'Cache-Control': 'no-store',
      'X-Empty': '',
      Vary: 'Origin',
    }),
  },
  {
    title: 'the content type with a charset',
    backend: {
      accept: (...args) => ({
        ...correct.accept(...args),
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
      }),
      refuse: (...args) => {
        const { headers, ...answer } = correct.refuse(...args)
        return { ...answer, headers: { ...headers, 'Content-Type': 'application/json;charset=UTF-8' } }
      },
    },
  },
  {
    title: 'the content type in upper case, names of headers in lower case',
    backend: changeAnswers(({ headers, ...answer }) => ({
      ...answer,
      headers: Object.fromEntries(
        Object.entries({ ...headers, 'Content-Type': 'APPLICATION/JSON' }).map(([name, value]) => [
          name.toLowerCase(),
          value,
        ]),
      ),
    })),
  },
  {
    title: 'every answer takes 50 milliseconds',
    backend: {
      async send(answer, exchange) {
        await sleep(50)
        correct.send(answer, exchange)
      },
    },
  },
  {
    title: 'answers in pieces, after a 103',
    backend: {
      async send(answer, { request, response, onConnection }) {
        // Node writes the hints of a later request into the answer to the one before it, and clients of HTTP/1.0 get none.
        if (onConnection === 1 && request.httpVersion !== '1.0')
          response.writeEarlyHints({ link: '</plants.css>; rel=preload' })
        response.writeHead(answer.status, answer.headers)
        const bytes = Buffer.from(answer.body)
        response.write(bytes.subarray(0, 5))
        await sleep(2)
        response.end(bytes.subarray(5))
      },
    },
  },
  { title: 'a connection for every request', backend: addHeaders({ Connection: 'close' }) },
  {
    title: 'a connection for every five requests',
    backend: {
      send: (answer, exchange) =>
        correct.send(
          exchange.onConnection < 5
            ? answer
            : { ...answer, headers: { ...answer.headers, Connection: 'close' } },
          exchange,
        ),
    },
  },
  {
    title: 'HTTP/1.0, with the body up to the end of the connection',
    backend: {
      send({ status, headers, body }, { request, response }) {
        const lines = Object.entries(withoutLength(headers)).map(([name, value]) => `${name}: ${value}\r\n`)
        // Unread bytes would reset the connection, and the answer would be lost.
        request.resume()
        const date = `Date: ${new Date().toUTCString()}\r\n`
        request.socket.write(`HTTP/1.0 ${status} ${status}\r\n${date}${lines.join('')}\r\n`)
        request.socket.end(request.method === 'HEAD' ? '' : body)
        response.on('close', () => request.socket.destroy())
      },
    },
  },
]
