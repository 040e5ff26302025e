import { gzipSync } from 'node:zlib'
import { chunked, type FieldValue } from './ask.ts'
import { change, create, leaveOpen, plain, type Row, refuse, widen, withHeader } from './probe.ts'

type Fields = Readonly<Record<string, FieldValue | readonly FieldValue[] | null>>

/** Lists the texts that white space separates. */
const list = (text: string): string[] => text.trim().split(/\s+/)

const browser: Fields = {
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
}

/** Headers that a client may send with any request, one by one. Those that ask for something else than a plant are left out. */
const single: readonly (readonly [name: string, value: FieldValue])[] = [
  ...['*/*', 'application/*', 'text/html, */*;q=0.1', 'application/json;q=0.5', 'Application/JSON', ''].map(
    (value) => ['Accept', value] as const,
  ),
  ...['gzip', 'br', 'identity', 'gzip;q=0', 'deflate, gzip;q=1.0', ''].map(
    (value) => ['Accept-Encoding', value] as const,
  ),
  ...['utf-8', '*'].map((value) => ['Accept-Charset', value] as const),
  ...['xx', '*', 'en-US-x-twain', ''].map((value) => ['Accept-Language', value] as const),
  ...['curl/8.0', 'Go-http-client/1.1', '-', '\t'].map((value) => ['User-Agent', value] as const),
  ...['a=1', 'a', '=', ';;', 'a="b', `a=${'x'.repeat(3000)}`, '__proto__=1'].map(
    (value) => ['Cookie', value] as const,
  ),
  ...['close', 'keep-alive', 'Keep-Alive, TE', 'X-Any'].map((value) => ['Connection', value] as const),
  ...list('no-cache no-store max-age=0').map((value) => ['Cache-Control', value] as const),
  ...['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '00-0', ''].map(
    (value) => ['traceparent', value] as const,
  ),
  ...['TE', 'Upgrade-Insecure-Requests', 'X-Request-Id', 'X-Empty', "!#$%&'*+-.^_`|~"].map(
    (name) => [name, name === 'TE' ? 'trailers' : name === 'X-Empty' ? '' : '1'] as const,
  ),
  ['Range', 'bytes=0-3'],
  ['Content-Language', 'de'],
  ['Content-Encoding', 'identity'],
  ['Referer', 'not an address'],
  ['X-Long', 'x'.repeat(4000)],
  ['Via', '1.1 proxy, 1.0 other'],
  ['Date', 'Tue, 15 Nov 1994 08:12:31 GMT'],
]

const toRow = ([name, value]: (typeof single)[number]): Row => [
  `the header ${name}: ${String(value).slice(0, 40)}`,
  withHeader(name, value),
  { kind: `the header ${name}` },
]

/** What real clients send besides the usual headers: the service creates their plants, too. */
export const clientHeaders = [
  widen(
    create('ignores-other-headers', [
      ['the headers of a browser', plain({ headers: browser })],
      ['the headers of a browser, without a tag', plain({ headers: browser }, { hasTag: false })],
      [
        'the headers of a browser, and the body in chunks',
        plain({ headers: { ...browser, ...chunked }, pieceSize: 9 }),
        { legalStatus: 411 },
      ],
      [
        '60 other headers',
        plain({
          headers: Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`X-Other-${at}`, `${at}`])),
        }),
      ],
      [
        'a header 20 times',
        withHeader(
          'X-Other',
          Array.from({ length: 20 }, (_, at) => `${at}`),
        ),
      ],
      ['two cookie headers', withHeader('Cookie', ['a=1', 'b=2'])],
      [
        'a body that is sent only after a 100',
        plain({ headers: { Expect: '100-continue' } }),
        // RFC 9110 section 10.1.1
        { legalStatus: 417 },
      ],
    ]),
  ),
  { ...create('ignores-other-headers', single.map(toRow)), drawn: 12, isWide: true },
]

/** Content types that only look like JSON. */
const otherTypes =
  list(`application/jsonx application/jsonp application/jso xapplication/json application/json-lines
  application/x-ndjson text/x-json text/javascript multipart/form-data;boundary=application/json json */* application/*
  text/plain;application/json text/plain;charset=application/json application/octet-stream /json application/`)

export const nearContentTypes = {
  ...refuse(
    'refuses-other-content-type',
    otherTypes.map((type) => [`the content type ${type}`, withHeader('Content-Type', type)]),
  ),
  drawn: 6,
  isWide: true,
}

const openTypes = [
  ...['iso-8859-1', 'utf-16', 'unknown', '', '"', 'utf-8; charset=latin1'].map(
    (charset) => `application/json; charset=${charset}`,
  ),
  ...[
    'application/json;',
    'application/json; a=b',
    'application/json ; charset=utf-8',
    'application/vnd.api+json',
  ],
  ...['application/json, text/plain', 'text/json', 'application/json; charset', '', '/', ';'],
]

/** Headers that a client may send wrongly: what they mean is open, but not that the service survives them. */
export const wrongHeaders = {
  ...leaveOpen(
    'status-for-invalid-body',
    [
      ...openTypes.map(
        (type): Row => [`the content type ${JSON.stringify(type)}`, withHeader('Content-Type', type)],
      ),
      ['two content types', withHeader('Content-Type', ['application/json', 'text/plain'])],
      ...list('gzip deflate br zstd compress x-gzip GZIP rot13 gzip,gzip').map(
        (coding): Row => [`plain JSON as ${coding}`, withHeader('Content-Encoding', coding)],
      ),
      ...[-8, 4, 10].map(
        (end): Row => [
          `a gzipped body cut off ${end < 0 ? `${-end} bytes before its end` : `after ${end} bytes`}`,
          change((body) => gzipSync(body).subarray(0, end), { headers: { 'Content-Encoding': 'gzip' } }),
        ],
      ),
      [
        'a gzipped body of a million letters',
        change((body) => gzipSync(body.padEnd(1_000_000)), { headers: { 'Content-Encoding': 'gzip' } }),
      ],
      ['an unknown expectation', withHeader('Expect', 'plants')],
      ['a header with a letter outside ASCII', withHeader('X-Name', 'L\xf6wenzahn')],
    ],
    { isForHttpLayer: true },
  ),
  drawn: 8,
  isWide: true,
}
