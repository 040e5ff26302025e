import { type HttpRequest, joinPieces } from '../http/exchange.ts'
import { writeMessage } from '../http/write-message.ts'
import type { RuleId } from '../judge/rules.ts'
import type { Draft } from './draft.ts'
import { append } from './json.ts'
import type { ListProbes, Probe } from './probe.ts'
import { type Fields, withFields } from './with-fields.ts'

/** What real clients send besides the usual headers. */
const clients: Readonly<Record<string, Fields>> = {
  'a browser': {
    Accept: '*/*',
    'Accept-Encoding': 'gzip, deflate, br',
    'Accept-Language': 'de-DE,de;q=0.9,en;q=0.8',
    'Cache-Control': 'no-cache',
    Cookie: '_ga=GA1.1.1; theme=dark',
    DNT: '1',
    Origin: '{origin}',
    Pragma: 'no-cache',
    Priority: 'u=1, i',
    Referer: '{origin}/',
    'Sec-Fetch-Dest': 'empty',
    'Sec-Fetch-Mode': 'cors',
    'Sec-Fetch-Site': 'same-origin',
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  },
  'a page that navigates': {
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    Cookie: 'a=%zz; b="c',
  },
  'a library': {
    Accept: 'application/json, text/plain, */*',
    'Accept-Encoding': 'gzip;q=0, identity',
    'User-Agent': 'axios/1.7',
    Connection: 'close',
  },
  'a gateway': {
    Forwarded: 'for=192.0.2.1;proto=https;host=service.example',
    'X-Forwarded-For': '192.0.2.1, 198.51.100.2',
    'X-Forwarded-Proto': 'https',
    'X-Request-Id': 'x'.repeat(300),
    Via: '1.1 proxy',
  },
  'a tracer': {
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    tracestate: 'a=1,b=2',
    baggage: 'user=1;x=y',
  },
}

const isJson = ({ body }: Draft): boolean => body?.media.kind === 'json'

const cut =
  (size: number) =>
  (request: HttpRequest): HttpRequest => {
    const whole = joinPieces(request)
    const count = Math.ceil(whole.length / size)
    return {
      ...request,
      pieces: Array.from({ length: count }, (_, at) => whole.subarray(at * size, (at + 1) * size)),
    }
  }

/** Lists what clients, gateways, and libraries do with a valid request: other headers, types of content, and pieces. */
export const listClientProbes: ListProbes = (plain) => {
  const { operation, body } = plain
  const accept = (
    rule: RuleId,
    tried: string,
    change: Probe['change'],
    more: Partial<Probe> = {},
  ): Probe => ({
    operation,
    kind: 'accept',
    rule,
    place: operation.pointer,
    tried,
    reason: 'media',
    change,
    ...more,
  })
  const finish =
    (change: (request: HttpRequest) => HttpRequest): Probe['change'] =>
    (draft) => ({ ...draft, finish: change })
  const named = new Set(operation.parameters.map(({ name }) => name.toLowerCase()))
  const all = Object.entries(clients)
    .filter(([, fields]) => !Object.keys(fields).some((name) => named.has(name.toLowerCase())))
    .map(([client, fields]) =>
      accept('client-headers', `the headers of ${client}`, finish(withFields(fields))),
    )
  const few = accept(
    'client-headers',
    'neither Accept nor User-Agent',
    finish(withFields({ accept: null, 'user-agent': null })),
  )
  if (body === undefined) return [...all, few]
  const type =
    (contentType: string): Probe['change'] =>
    (draft) => ({ ...draft, contentType })
  const { contentType } = body.media
  const chunked = { 'Transfer-Encoding': 'chunked', 'Content-Length': null }
  return [
    ...all,
    few,
    ...(isJson(plain)
      ? [
          ...['; charset=utf-8', ';charset=UTF-8', '; charset="utf-8"'].map((charset) =>
            accept(
              'charset-parameter',
              `the content type ${contentType}${charset}`,
              type(`${contentType}${charset}`),
            ),
          ),
          accept('content-type-case', 'the content type in upper case', type(contentType.toUpperCase())),
          accept(
            'content-type-case',
            'the content type with capitals',
            type(contentType.replaceAll(/\b[a-z]/g, (one) => one.toUpperCase())),
          ),
        ]
      : []),
    ...[1000, 20, 1].map((size) =>
      accept(
        'chunked-body',
        `the body in chunks of ${size} bytes`,
        finish((request) => cut(size)(withFields(chunked)(request))),
      ),
    ),
    ...[true, false].map((isChunked) =>
      accept(
        'body-in-pieces',
        `letters outside ASCII in ${isChunked ? 'chunks' : 'pieces'} of one byte`,
        (draft) => {
          const value = append(draft.body?.value, ' ß菊')
          if (
            draft.body === undefined ||
            draft.body.media.kind !== 'json' ||
            draft.body.media.schema.check(value).length > 0
          )
            return undefined
          const changed = { ...draft, body: { ...draft.body, value } }
          if (isChunked) return { ...changed, finish: (request) => cut(1)(withFields(chunked)(request)) }
          return {
            ...changed,
            wire(request) {
              const bytes = writeMessage(request)
              const start = bytes.length - joinPieces(request).length
              const cuts = Array.from(bytes.subarray(start)).flatMap((byte, at) =>
                byte > 127 ? [start + at, start + at + 1] : [],
              )
              const ends = [...new Set([...cuts, bytes.length])]
              return {
                pieces: ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end)),
                pause: 10,
              }
            },
          }
        },
        // The service may reject such letters.
        { kind: 'open', echo: 'body-in-pieces' },
      ),
    ),
    {
      ...accept('no-server-error', 'a parameter of the query that asks for a script', (draft) => ({
        ...draft,
        query: 'callback=f&jsonp=f',
      })),
      kind: 'open' as const,
    },
    accept('body-in-pieces', 'the body in pieces', (draft) => ({
      ...draft,
      wire: (request) => {
        const bytes = writeMessage(request)
        const cuts = [0, 3, 20, bytes.indexOf('\r\n\r\n') + 3, bytes.length - 5, bytes.length]
        return { pieces: cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end)), pause: 10 }
      },
    })),
    accept('client-headers', 'a body that waits for a 100', (draft) => ({
      ...draft,
      wire: (request) => {
        const bytes = writeMessage(withFields({ Expect: '100-continue' })(request))
        const end = bytes.indexOf('\r\n\r\n') + 4
        return { pieces: [bytes.subarray(0, end), bytes.subarray(end)], waitsFor100: true }
      },
    })),
  ]
}
