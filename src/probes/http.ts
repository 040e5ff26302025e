import type { HttpRequest, RequestHeader } from '../http/exchange.ts'
import type { RuleId } from '../judge/rules.ts'
import type { Draft } from './draft.ts'
import { append } from './json.ts'
import type { ListProbes, Probe } from './probe.ts'

/** Headers by their names; null leaves one out. */
type Fields = Readonly<Record<string, string | null>>

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

/** Replaces headers of a request, whatever the case of their names. */
const withFields =
  (fields: Fields) =>
  (request: HttpRequest): HttpRequest => {
    const host = request.headers.find(({ name }) => name === 'Host')?.value ?? ''
    const names = new Set(Object.keys(fields).map((name) => name.toLowerCase()))
    const more = Object.entries(fields).flatMap(([name, value]): RequestHeader[] =>
      value === null ? [] : [{ name, value: value.replace('{origin}', `http://${host}`) }],
    )
    // A cookie may be the credential.
    const hasCookie = request.headers.some(({ name }) => name === 'Cookie')
    const kept = request.headers.filter(
      ({ name }) => !names.has(name.toLowerCase()) || (hasCookie && name === 'Cookie'),
    )
    return { ...request, headers: [...kept, ...more.filter(({ name }) => !(hasCookie && name === 'Cookie'))] }
  }

const isJson = ({ body }: Draft): boolean => body?.media.kind === 'json'

const cut =
  (size: number) =>
  (request: HttpRequest): HttpRequest => {
    const whole = Buffer.concat(request.pieces)
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
              const bytes = toRequestBytes(request)
              const start = bytes.length - Buffer.concat(request.pieces).length
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
        const bytes = toRequestBytes(request)
        const cuts = [0, 3, 20, bytes.indexOf('\r\n\r\n') + 3, bytes.length - 5, bytes.length]
        return { pieces: cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end)), pause: 10 }
      },
    })),
    accept('client-headers', 'a body that waits for a 100', (draft) => ({
      ...draft,
      wire: (request) => {
        const bytes = toRequestBytes(withFields({ Expect: '100-continue' })(request))
        const end = bytes.indexOf('\r\n\r\n') + 4
        return { pieces: [bytes.subarray(0, end), bytes.subarray(end)], waitsFor100: true }
      },
    })),
  ]
}

/** Writes a request as it stands on the wire. */
export function toRequestBytes(
  { method, path, headers, pieces }: HttpRequest,
  toHead: (head: string) => string = (head) => head,
  toBody: (body: string) => string = (body) => body,
): Buffer {
  const fields = headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('')
  const head = toHead(`${method} ${path} HTTP/1.1\r\n${fields}`)
  return Buffer.from(`${head}\r\n${toBody(Buffer.concat(pieces).toString('latin1'))}`, 'latin1')
}

const last = '0\r\n\r\n'
const toHex = (length: number): string => length.toString(16)

/** Writes a body in chunks of so many bytes. */
const inChunks =
  (size: number, toSize = toHex, end = last) =>
  (body: string): string =>
    (body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])
      .map((one) => `${toSize(one.length)}\r\n${one}\r\n`)
      .join('') + end

/** Another way to write a request: its headers, its head, and its body. */
interface WireForm {
  fields?: (length: number) => Fields
  toHead?: (head: string) => string
  toBody?: (body: string) => string
  /** Whether the service may wait for more. */
  isLast?: true
  /** Whether it changes the header Authorization, which not every request has. */
  isOfAuthorization?: true
}

const inCoding = (toBody: (body: string) => string, coding = 'chunked'): WireForm => ({
  fields: () => ({ 'Content-Length': null, 'Transfer-Encoding': coding }),
  toBody,
})

const withLength = (toLength: (length: number) => string): WireForm => ({
  fields: (length) => ({ 'Content-Length': toLength(length) }),
})

const mapFields = (change: (name: string, value: string) => string) => (head: string) =>
  head.replaceAll(/^([\w-]+): (.*)\r\n/gm, (_line, name, value) => `${change(name, value)}\r\n`)

const addFields =
  (...fields: readonly string[]) =>
  (head: string): string =>
    `${head}${fields.map((one) => `${one}\r\n`).join('')}`

const putSpace = (name: string) => (head: string) => head.replace(`${name}:`, `${name} :`)

type WireForms = Readonly<Record<string, WireForm>>

/** What RFC 9112 lets a client do. */
const legal: Partial<Record<RuleId, WireForms>> = {
  'header-forms': {
    'names of headers in lower case': {
      toHead: mapFields((name, value) => `${name.toLowerCase()}: ${value}`),
    },
    'names of headers in upper case': {
      toHead: mapFields((name, value) => `${name.toUpperCase()}: ${value}`),
    },
    'headers without a space after the colon': { toHead: mapFields((name, value) => `${name}:${value}`) },
    'headers with tabs and spaces around their values': {
      toHead: mapFields((name, value) =>
        name === 'Content-Length' ? `${name}: ${value}` : `${name}: \t ${value} \t`,
      ),
    },
    'a Content-Length that begins with zeros': withLength((length) => `00${length}`),
    'an Upgrade to websocket': { toHead: addFields('Upgrade: websocket', 'Connection: Upgrade') },
  },
  'chunk-forms': {
    'chunks of one byte': inCoding(inChunks(1)),
    'chunks with extensions': inCoding(inChunks(9, (size) => `${toHex(size)};a;b=c;d="e;\\"f"`)),
    'chunks with sizes in upper case': inCoding(inChunks(30, (size) => toHex(size).toUpperCase())),
    'chunks with sizes that begin with zeros': inCoding(inChunks(30, (size) => toHex(size).padStart(8, '0'))),
    'chunks, and two trailers': inCoding(inChunks(20, toHex, '0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n')),
    'the coding Chunked': inCoding(inChunks(20), 'Chunked'),
  },
}

/** What it forbids; nobody takes it for the request. */
const illegal: Partial<Record<RuleId, WireForms>> = {
  'malformed-head': {
    'no Host': { fields: () => ({ Host: null }) },
    'a space between Content-Length and its colon': { toHead: putSpace('Content-Length') },
    'a space between Authorization and its colon': {
      toHead: putSpace('Authorization'),
      isOfAuthorization: true,
    },
    'a space between another name and its colon': { toHead: addFields('X-Other : 1') },
  },
  'invalid-framing': {
    'a negative Content-Length': withLength((length) => `-${length}`),
    'a Content-Length with a letter after it': withLength((length) => `${length}x`),
    'a Content-Length of letters': withLength(() => 'x'),
    'an empty Content-Length': withLength(() => ''),
    'a Content-Length beyond 2^64': withLength(() => '99999999999999999999999'),
    'a hexadecimal Content-Length': withLength((length) => `0x${toHex(length)}`),
    'two different Content-Lengths': withLength((length) => `${length}, ${length - 1}`),
    'a Content-Length that is longer than the body': {
      ...withLength((length) => `${length + 9}`),
      isLast: true,
    },
    'a chunk size that is no number': {
      ...inCoding(inChunks(1000, (size) => `x${toHex(size)}`)),
      isLast: true,
    },
    'a chunk size with letters after it': {
      ...inCoding(inChunks(1000, (size) => `${toHex(size)}zz`)),
      isLast: true,
    },
    'chunks without a last one': { ...inCoding(inChunks(40, toHex, '')), isLast: true },
    'an unknown transfer coding': inCoding(inChunks(40), 'xchunked'),
    'another transfer coding, and a Content-Length': { fields: () => ({ 'Transfer-Encoding': 'gzip' }) },
  },
}

/** Lists the forms of HTTP that only unusual clients send. */
export const listWireProbes: ListProbes = (plain) => {
  const { operation, body } = plain
  const hasAuthorization = operation.security
    .flat()
    .some(({ scheme }) => scheme.in === 'header' && scheme.parameter === 'authorization')
  const toProbes = (table: Partial<Record<RuleId, WireForms>>, kind: 'accept' | 'reject'): Probe[] =>
    Object.entries(table).flatMap(([rule, forms]) =>
      Object.entries(forms)
        .filter(([, { isOfAuthorization }]) => hasAuthorization || isOfAuthorization === undefined)
        .filter(
          ([, { fields, toBody }]) => body !== undefined || (fields === undefined && toBody === undefined),
        )
        .map(
          ([tried, { fields, toHead, toBody, isLast }]): Probe => ({
            operation,
            kind,
            rule: rule as RuleId,
            place: operation.pointer,
            tried,
            reason: 'unread',
            change: (draft) => ({
              ...draft,
              wire(request) {
                const length = Buffer.concat(request.pieces).length
                const own = fields === undefined ? request : withFields(fields(length))(request)
                return { pieces: [toRequestBytes(own, toHead, toBody)], ...(isLast && { isLast }) }
              },
            }),
          }),
        ),
    )
  const head: Probe = {
    operation,
    kind: 'open',
    rule: 'response-follows-http',
    place: operation.pointer,
    tried: 'HEAD',
    reason: 'method',
    change: ({ body: _body, ...draft }) => ({
      ...draft,
      method: 'HEAD',
      wire: (request) => ({ pieces: [toRequestBytes(request)], isOfHead: true }),
    }),
  }
  return [...toProbes(legal, 'accept'), ...toProbes(illegal, 'reject'), head]
}
