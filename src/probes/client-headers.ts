import { gzipSync } from 'node:zlib'
import { chunked, type FieldValue } from './ask.ts'
import { createPlainPlant } from './plain-plant.ts'
import {
  change,
  create,
  leaveOpen,
  type Probe,
  plain,
  type Row,
  refuse,
  toProbes,
  widen,
  withHeader,
} from './probe.ts'
import { keep } from './texts.ts'

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

/** Headers that a client may send with any request, each with all values that come to mind. Those that ask for something else than a plant are left out, as is an empty Accept, which allows nothing if it is taken literally. */
const single: Readonly<Record<string, readonly (FieldValue | readonly FieldValue[])[]>> = {
  Accept: [
    ...[
      '*/*',
      'application/*',
      'text/html, */*;q=0.1',
      'application/json;q=0.5',
      'Application/JSON',
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    ],
    ...[
      'application/json, text/plain, */*',
      'text/html, application/json;q=0.9',
      'text/html,application/json',
    ],
    ...['application/json, application/xml;q=0.5', 'application/json;q=1.0,text/xml;q=0.001'],
    ['application/json', 'text/plain'],
    ['text/plain', '*/*'],
  ],
  'Accept-Encoding': [
    'gzip',
    'br',
    'identity',
    'gzip;q=0',
    'deflate, gzip;q=1.0',
    '',
    '*',
    'gzip, zstd',
    'x',
  ],
  'Accept-Charset': ['utf-8', '*', 'iso-8859-1, utf-8;q=0.7'],
  'Accept-Language': ['xx', '*', 'en-US-x-twain', '', 'de-DE,de;q=0.9,en;q=0.8', ['de', 'en']],
  'User-Agent': [
    ...[
      'curl/8.0',
      'Go-http-client/1.1',
      '-',
      '\t',
      'kube-probe/1.29',
      'ELB-HealthChecker/2.0',
      'GoogleHC/1.0',
    ],
    ...['Prometheus/2.53', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'PostmanRuntime/7.39', 'Wget/1.21'],
    ...['python-requests/2.32', 'okhttp/4.12'],
  ],
  Cookie: [
    'a=%zz%FF',
    'a',
    '=',
    ';;',
    'a="b',
    `a=${'x'.repeat(2000)}`,
    '__proto__=1',
    'session=; user=admin',
  ],
  Connection: [
    'keep-alive',
    'Keep-Alive, TE',
    'X-Any',
    'close',
    'te, close',
    'close, te',
    'Close',
    ['te', 'close'],
  ],
  'Cache-Control': list('no-cache no-store max-age=0'),
  traceparent: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '00-0', ''],
  tracestate: ['a=1,b=2', ''],
  baggage: ['user=1;x=y', '%'],
  TE: ['trailers', 'trailers, deflate;q=0.5'],
  'Upgrade-Insecure-Requests': ['1'],
  'X-Request-Id': ['1', 'x'.repeat(300)],
  'X-Empty': [''],
  // Gateways may read these names as those with a hyphen.
  Content_Type: ['text/plain'],
  Content_Length: ['3'],
  "!#$%&'*+-.^_`|~": ['1'],
  // These fields are only for GET (RFC 9110 sections 13.1.3, 13.1.5, and 14.2), or are true for a new plant.
  Range: ['bytes=0-3', 'bytes=-1', 'x=1'],
  'If-Modified-Since': ['Tue, 15 Nov 2044 08:12:31 GMT', 'Tue, 15 Nov 1994 08:12:31 GMT', 'x'],
  'If-Range': ['"plants"'],
  'If-None-Match': ['"plants"', 'W/"plants"'],
  'Content-Language': ['de'],
  'Content-Encoding': ['identity'],
  'Content-Location': ['/plants/1'],
  'Content-Disposition': ['attachment'],
  Referer: ['not an address', 'http://plants.example/?a=b'],
  From: ['a@b.example'],
  // Servers may limit the fields of a request (RFC 9110 section 5.4), but hardly one to less than 4 KB in all.
  'X-Long': ['x'.repeat(1000)],
  Via: ['1.1 proxy, 1.0 other'],
  Forwarded: ['for=192.0.2.1;proto=https;host=plants.example'],
  'X-Forwarded-For': ['192.0.2.1, 198.51.100.2', '127.0.0.1'],
  'X-Forwarded-Proto': ['https'],
  'Max-Forwards': ['0'],
  Date: ['Tue, 15 Nov 1994 08:12:31 GMT'],
  'Keep-Alive': ['timeout=5, max=100'],
  'X-Requested-With': ['XMLHttpRequest'],
  'Save-Data': ['on'],
}

const describe = (name: string, value: FieldValue | readonly FieldValue[]): string =>
  `the header ${name}: ${[value].flat().join(' and ').slice(0, 40)}`

/** Sends each header of a list by itself. */
const toParts = (headers: Fields, own: Fields, facts: Partial<Probe>): Probe[] =>
  toProbes(
    Object.entries(headers).map(
      ([name, value]): Row => [
        describe(name, value ?? ''),
        plain({ headers: { [name]: value, ...own } }),
        { kind: `the header ${name}` },
      ],
    ),
    { promise: 'plant', ...facts },
  )

/** A service may limit the size of all fields (RFC 6585 section 5). */
const mayBeTooLarge = { legalStatus: 431 }

/** Sends each value of each header, as many of them in one request as there are headers. */
function sendTogether(own: Fields, facts: Partial<Probe> = {}): Row[] {
  const count = Math.max(...Object.values(single).map(({ length }) => length))
  return Array.from({ length: count }, (_, at): Row => {
    const headers = Object.fromEntries(
      Object.entries(single).flatMap(([name, values]) => {
        const value = values[at]
        return value === undefined ? [] : [[name, value] as const]
      }),
    )
    return [
      `${Object.keys(own).length > 0 ? 'no Authorization, with ' : ''}headers of clients (${at + 1} of ${count})`,
      plain({ headers: { ...headers, ...own } }),
      { parts: toParts(headers, own, facts), ...mayBeTooLarge },
    ]
  })
}

/** The same headers without credentials, for which a service may forget to check them. */
export const clientHeadersWithoutCredentials = widen(
  refuse(
    'refuses-missing-credentials',
    sendTogether({ Authorization: null }, { promise: 'refusal', rule: 'refuses-missing-credentials' }),
  ),
)

/** What real clients send besides the usual headers: the service creates their plants, too. */
export const clientHeaders = [
  widen(
    create('ignores-other-headers', [
      ['the headers of a browser', plain({ headers: browser })],
      // Many servers compress only longer answers.
      [
        'a name of 3,000 characters, with the headers of a browser',
        (source) => {
          const plant = createPlainPlant(source)
          return { plant: { ...plant, name: plant.name.padStart(3000, 'x') }, headers: browser }
        },
        keep('text-keeps-length'),
      ],
      [
        'the headers of a browser, and the body in chunks',
        plain({ headers: { ...browser, ...chunked }, pieceSize: 9 }),
        { legalStatus: 411 },
      ],
      [
        '60 other headers, one of them 20 times, and two cookie headers',
        plain({
          headers: {
            ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`X-Other-${at}`, `${at}`])),
            'X-Other': Array.from({ length: 20 }, (_, at) => `${at}`),
            Cookie: ['a=1', 'b=2'],
          },
        }),
        mayBeTooLarge,
      ],
      [
        'headers that name another method',
        plain({
          headers: {
            'X-HTTP-Method-Override': 'GET',
            'X-HTTP-Method': 'GET',
            'X-Method-Override': 'GET',
          },
        }),
      ],
      [
        'a body that is sent only after a 100',
        plain({ headers: { Expect: '100-continue' } }),
        // RFC 9110 section 10.1.1
        { legalStatus: 417 },
      ],
    ]),
  ),
  {
    ...widen(create('ignores-other-headers', sendTogether({}, { rule: 'ignores-other-headers' }))),
    also: ['coding-as-accepted'] as const,
  },
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
  drawn: 4,
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

/** Values that no parser of the header can read. */
const malformed: Fields = {
  Accept: 'json;;q=x,',
  'Accept-Charset': ';q=2',
  'Accept-Encoding': 'gzip;q=x',
  'Accept-Language': '-;q',
  'Cache-Control': 'max-age=x,"',
  'If-Modified-Since': 'Tue, 99',
  'If-None-Match': 'plants"',
  Range: 'bytes=z',
  traceparent: '00-x',
  'X-Forwarded-For': 'x, ,',
}
const ofWrong = { promise: 'open', rule: 'status-for-invalid-body', isForHttpLayer: true } as const

/** Headers that a client may send wrongly: what they mean is open, but not that the service survives them. */
export const malformedHeaders = leaveOpen(
  ofWrong.rule,
  [
    [
      "headers whose values can't be parsed",
      plain({ headers: malformed }),
      { parts: toParts(malformed, {}, ofWrong) },
    ],
    ['an Accept for XML alone', withHeader('Accept', 'application/xml')],
  ],
  ofWrong,
)

/** The same, and bodies that don't fit their headers. */
export const wrongHeaders = {
  ...leaveOpen(
    ofWrong.rule,
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
    ofWrong,
  ),
  drawn: 3,
  isWide: true,
}
