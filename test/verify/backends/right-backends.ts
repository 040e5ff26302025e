import type { OutgoingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Overrides } from './create-backend.ts'
import { type Answer, correct, type Exchange, Refusal, type RefusalKind, toJsonAnswer } from './parts.ts'

/** A backend that is right in a legal way of its own. */
export interface RightBackend {
  title: string
  backend: Overrides
}

/** Makes a backend that refuses with other statuses. */
function withStatuses(statuses: Partial<Record<RefusalKind, number>>): Overrides {
  return { toStatus: (kind) => statuses[kind] ?? correct.toStatus(kind) }
}

/** Makes a backend that refuses some kinds of requests with an answer of its own. */
function refuseWith(
  kind: RefusalKind,
  status: number,
  headers: OutgoingHttpHeaders,
  body: string,
): Overrides {
  return {
    refuse: (refusal, ...rest) =>
      refusal.kind === kind ? { status, headers, body } : correct.refuse(refusal, ...rest),
  }
}

/** Makes a backend that changes every answer before it is sent. */
function changeAnswers(change: (answer: Answer, exchange: Exchange) => Answer): Overrides {
  return { send: (answer, exchange) => correct.send(change(answer, exchange), exchange) }
}

/** Makes a backend that adds headers to every answer. */
function addHeaders(headers: OutgoingHttpHeaders): Overrides {
  return changeAnswers((answer) => ({ ...answer, headers: { ...answer.headers, ...headers } }))
}

/** Makes a backend that refuses some names, as limits of its own have it. */
function refuseNames(isRefused: (name: string) => boolean): Overrides {
  return {
    readName(members) {
      const name = correct.readName(members)
      if (isRefused(name)) throw new Refusal('body', 'name is not allowed')
      return name
    },
  }
}

function withoutLength({ 'Content-Length': _, ...headers }: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return headers
}

/** Sends an answer in chunks of some bytes each. */
function sendInChunks({ headers, status, body }: Answer, { response }: Exchange, size: number): void {
  response.writeHead(status, withoutLength(headers))
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size))
}

const challenge = { 'WWW-Authenticate': 'Bearer' }
const known = ['id', 'name', 'tag']

/** Backends that are right, each in another way that the specification leaves open. */
export const rightBackends: readonly RightBackend[] = [
  { title: 'nothing special', backend: {} },
  {
    title: '401 with an empty body',
    backend: refuseWith('credentials', 401, { ...challenge, 'Content-Length': 0 }, ''),
  },
  {
    title: '401 with a text, and more than one challenge',
    backend: refuseWith(
      'credentials',
      401,
      { 'WWW-Authenticate': ['Basic realm="a"', 'bearer realm="b"'], 'Content-Type': 'text/plain' },
      'Unauthorized',
    ),
  },
  { title: '403 for wrong credentials', backend: withStatuses({ credentials: 403 }) },
  {
    title: '400 with an Error for every refusal',
    backend: withStatuses({
      credentials: 400,
      'content-type': 400,
      'stored-id': 400,
      path: 400,
      method: 400,
    }),
  },
  {
    title: '404 with a page for everything but /plants',
    backend: refuseWith('path', 404, { 'Content-Type': 'text/html' }, '<!DOCTYPE html><h1>Not Found</h1>'),
  },
  {
    title: '422 with details for invalid plants, as FastAPI has it',
    backend: refuseWith(
      'body',
      422,
      { 'Content-Type': 'application/json' },
      '{"detail":[{"loc":["body"],"msg":"Field required","type":"missing"}]}',
    ),
  },
  {
    title: 'a plant with a stored id replaces the one before',
    backend: { save: (plant, parts, { state }) => void state.plants.set(parts.toKey(plant.id), plant) },
  },
  {
    title: 'only the very same plant may be sent again',
    backend: {
      save(plant, parts, exchange) {
        const stored = exchange.state.plants.get(parts.toKey(plant.id))
        const isSame = stored?.name === plant.name && stored.tag === plant.tag
        return isSame ? undefined : correct.save(plant, parts, exchange)
      },
    },
  },
  {
    title: 'JSON with indents, and a line end behind it',
    backend: { stringify: (value) => `${JSON.stringify(value, undefined, '\t')}\r\n` },
  },
  {
    title: 'JSON with escapes for all but ASCII, and for slashes',
    backend: {
      stringify: (value) =>
        JSON.stringify(value)
          .replaceAll('/', '\\/')
          .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    },
  },
  {
    title: 'answers in chunks of a byte, with a trailer',
    backend: {
      send(answer, exchange) {
        sendInChunks({ ...answer, headers: { ...answer.headers, Trailer: 'Server-Timing' } }, exchange, 1)
        exchange.response.addTrailers({ 'Server-Timing': 'total;dur=1' })
        exchange.response.end()
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
    title: 'an Error of 0 with an empty message',
    backend: { toError: () => ({ error: 0, message: '' }) },
  },
  {
    title: 'an Error of the smallest int32 with a long message in Greek',
    backend: { toError: () => ({ error: -2147483648, message: 'Μη έγκυρο σώμα. '.repeat(500) }) },
  },
  {
    title: 'more headers, one of them twice',
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
    title: 'the content type in capitals, names of headers in small letters',
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
    title: 'answers come in pieces, with 103 before them',
    backend: {
      async send(answer, { response }) {
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
        request.socket.write(`HTTP/1.0 ${status} ${status}\r\n${lines.join('')}\r\n`)
        request.socket.end(body)
        response.on('close', () => request.socket.destroy())
      },
    },
  },
  {
    title: 'members that are not known are refused',
    backend: {
      toPlant(value, ...rest) {
        const plant = correct.toPlant(value, ...rest)
        if (Object.keys(value as object).some((name) => !known.includes(name)))
          throw new Refusal('body', 'a member is not known')
        return plant
      },
    },
  },
  { title: 'names over 255 characters are refused', backend: refuseNames((name) => name.length > 255) },
  {
    title: 'blank names and tags are refused',
    backend: {
      ...refuseNames((name) => name.trim() === ''),
      readTag(members) {
        const tag = correct.readTag(members)
        if (tag?.trim() === '') throw new Refusal('body', 'tag is blank')
        return tag
      },
    },
  },
  {
    title: 'texts that a database cannot hold are refused',
    backend: refuseNames((name) => name.includes('\0') || !name.isWellFormed()),
  },
  {
    title: 'bodies over 100 kB are refused with 413',
    backend: {
      async readBody(exchange) {
        const bytes = await correct.readBody(exchange)
        if (bytes.length > 100_000) throw new Refusal('body', 'too large')
        return bytes
      },
      refuse: (refusal, ...rest) =>
        refusal.message === 'too large'
          ? { status: 413, headers: { 'Content-Type': 'text/html' }, body: '<h1>Payload Too Large</h1>' }
          : correct.refuse(refusal, ...rest),
    },
  },
  {
    title: 'every fortieth plant must wait and be sent again',
    backend: {
      async handle(exchange, parts) {
        const { state } = exchange
        const isTooMany = state.accepted % 40 === 39
        if (isTooMany) state.accepted++
        if (!isTooMany) return correct.handle(exchange, parts)
        return { ...toJsonAnswer(429, '{"error":429,"message":"too many"}'), headers: { 'Retry-After': 0 } }
      },
    },
  },
]
