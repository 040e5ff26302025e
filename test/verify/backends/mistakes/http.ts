import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import type { Overrides } from '../create-backend.ts'
import { correct, type Exchange, Refusal } from '../parts.ts'
import type { Mistake } from './mistake.ts'

/** Makes a backend that accepts only some of the valid content types. */
function takeTypes(pattern: RegExp): Overrides {
  return { isJson: (contentType = '') => pattern.test(contentType) }
}

/** Makes a backend that refuses some requests because of a header. */
function refuseRequests(isRefused: (headers: Exchange['request']['headers']) => boolean): Overrides {
  return {
    route(exchange) {
      correct.route(exchange)
      if (isRefused(exchange.request.headers)) throw new Refusal('body', 'a header is missing')
    },
  }
}

/** Makes a backend that finds a header only in one spelling. */
function findAsWritten(isAsWritten: (header: string) => boolean): Overrides {
  return {
    getHeader(exchange, name) {
      const wanted = name.toLowerCase()
      const written = exchange.request.rawHeaders.find(
        (header, at) => at % 2 === 0 && header.toLowerCase() === wanted,
      )
      return written !== undefined && isAsWritten(written) ? correct.getHeader(exchange, name) : undefined
    },
  }
}

/** Makes a backend that refuses some texts although they are valid JSON. */
function refuseTexts(isRefused: (text: string) => boolean): Overrides {
  return {
    parse(text) {
      const value = correct.parse(text)
      if (isRefused(text)) throw new Refusal('body', 'the body cannot be read')
      return value
    },
  }
}

/** Makes a router that looks at nothing but the path and the method. */
const routeTo =
  (path: RegExp, method: RegExp) =>
  ({ request }: Exchange): void => {
    if (!path.test(request.url?.replace(/^http:\/\/[^/]+/, '') ?? ''))
      throw new Refusal('path', 'there is nothing here')
    if (!method.test(request.method ?? '')) throw new Refusal('method', 'the method must be POST')
  }

/** Reads only the part of a body that arrives first. */
async function readFirstPiece({ request }: Exchange): Promise<Buffer> {
  const piece = Promise.race([once(request, 'data'), once(request, 'end')])
  const [bytes = Buffer.alloc(0)] = (await piece) as Buffer[]
  return bytes
}

/** Decodes each piece of a body separately, so that split letters are lost. */
async function decodePieces({ request }: Exchange): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const whole = Buffer.concat(pieces)
  return isUtf8(whole) ? Buffer.from(pieces.join('')) : whole
}

/** Backends that misread requests. */
export const httpMistakes: readonly Mistake[] = [
  {
    title: 'a content type with a parameter is refused',
    backend: takeTypes(/^application\/json$/i),
  },
  {
    title: 'a charset needs a space before it',
    backend: takeTypes(/^application\/json(; charset=utf-8)?$/i),
  },
  {
    title: 'a charset in quotes is refused',
    backend: takeTypes(/^application\/json *(; *charset=utf-8)?$/i),
  },
  {
    title: 'the content type must be in lower case',
    backend: takeTypes(/^application\/json *(;.*)?$/),
  },
  {
    title: 'the name of the header must be spelled Authorization',
    backend: findAsWritten((header) => header !== header.toLowerCase() || header === 'content-type'),
  },
  {
    title: 'headers in upper case are not found',
    backend: findAsWritten((header) => header !== header.toUpperCase()),
  },
  {
    title: 'a request without Accept is refused',
    backend: refuseRequests(({ accept }) => accept === undefined),
  },
  {
    title: 'a request without User-Agent is refused',
    backend: refuseRequests((headers) => headers['user-agent'] === undefined),
  },
  {
    title: 'a request of a browser is refused',
    backend: refuseRequests((headers) => headers['sec-fetch-mode'] !== undefined),
  },
  {
    title: 'a cookie that cannot be decoded is refused',
    backend: refuseRequests(({ cookie = '' }) => /%(?![\da-f]{2})/i.test(cookie)),
  },
  {
    title: 'each chunk of a body is decoded separately',
    backend: {
      readBody: (exchange) =>
        (exchange.request.headers['transfer-encoding'] ? decodePieces : correct.readBody)(exchange),
    },
  },
  {
    title: 'a body that waits for a 100 is read as empty',
    backend: refuseRequests((headers) => headers.expect !== undefined),
  },
  {
    title: 'a body without a Content-Length is read as empty',
    backend: {
      readBody: async (exchange) => {
        const bytes = await correct.readBody(exchange)
        return bytes.subarray(0, Number(exchange.request.headers['content-length'] ?? 0))
      },
    },
  },
  {
    title: 'a chunked body is refused as unsupported',
    backend: refuseRequests((headers) => headers['transfer-encoding'] !== undefined),
  },
  {
    title: 'only the part of a body that arrives first is read',
    backend: { readBody: readFirstPiece },
  },
  {
    title: 'each piece of a body is decoded separately',
    backend: { readBody: decodePieces },
  },
  {
    title: 'a length beyond all numbers is answered 500',
    backend: {
      refuseNonHttp: (_error, socket) =>
        socket.end('HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
    },
  },
  {
    title: 'any Host is accepted, and none',
    backend: { route: routeTo(/^\/plants(\?|$)/, /^POST$/) },
  },
  {
    title: 'every path creates plants',
    backend: { route: routeTo(/^/, /^POST$/) },
  },
  {
    title: 'another method is answered 500',
    backend: {
      route(exchange) {
        if (exchange.request.method !== 'POST') throw new Error('no such handler')
        correct.route(exchange)
      },
    },
  },
  {
    title: 'a slash must not be escaped',
    backend: refuseTexts((text) => text.includes('\\/')),
  },
  {
    title: 'a body with trailers is refused',
    backend: {
      readBody: async (exchange) => {
        const bytes = await correct.readBody(exchange)
        if (Object.keys(exchange.request.trailers).length > 0) throw new Refusal('body', 'there are trailers')
        return bytes
      },
    },
  },
  {
    title: 'members must be in the order of the schema',
    backend: {
      toPlant(value, ...rest) {
        const plant = correct.toPlant(value, ...rest)
        const names = Object.keys(value as object).filter((name) => ['id', 'name', 'tag'].includes(name))
        if (names.join() !== names.sort().join()) throw new Refusal('body', 'the body cannot be read')
        return plant
      },
    },
  },
  {
    title: 'the body must be one line',
    backend: refuseTexts((text) => /[\n\r]/.test(text)),
  },
  {
    title: 'a space before a colon is refused',
    backend: refuseTexts((text) => /"\s+:/.test(text)),
  },
  {
    title: 'names of members written as escapes are not recognized',
    backend: refuseTexts((text) => !/"id"\s*:/.test(text) || !/"name"\s*:/.test(text)),
  },
  {
    title: 'escapes of ASCII letters come back as they were written',
    backend: {
      parse: (text) =>
        correct.parse(text.replaceAll(/(?<!\\)\\u00([4-7][\da-f])(?=[^"]*"\s*[,}])/gi, '\\\\u00$1')),
    },
  },
]
