import type { FieldValue } from './ask.ts'
import { createPlainPlant } from './plain-plant.ts'
import {
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

type Fields = Readonly<Record<string, FieldValue | null>>

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

/** What libraries, gateways, and tracers add to requests. */
const clients: readonly (readonly [client: string, headers: Fields])[] = [
  ['axios', { Accept: 'application/json, text/plain, */*', 'User-Agent': 'axios/1.7', Connection: 'close' }],
  [
    'a page that navigates',
    { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', Cookie: 'a=%zz; b="c' },
  ],
  ['an HTTP library', { Accept: 'application/*', 'Accept-Encoding': 'gzip;q=0, identity' }],
  [
    'a gateway',
    {
      Forwarded: 'for=192.0.2.1;proto=https;host=plants.example',
      'X-Forwarded-For': '192.0.2.1, 198.51.100.2',
      'X-Forwarded-Proto': 'https',
      'X-Request-Id': 'x'.repeat(300),
      Via: '1.1 proxy',
    },
  ],
  [
    'a tracer',
    {
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'a=1,b=2',
      baggage: 'user=1;x=y',
    },
  ],
  // These fields are only for GET (RFC 9110 sections 13.1.3 and 14.2), or are true for a new plant.
  [
    'a cache',
    {
      'If-None-Match': '"plants"',
      'If-Modified-Since': 'Tue, 15 Nov 2044 08:12:31 GMT',
      Range: 'bytes=0-3',
    },
  ],
]

/** A service may limit the size of all fields (RFC 6585 section 5). */
const mayBeTooLarge = { legalStatus: 431 }

/** Sends the headers of each client, and each of them by itself if the service doesn't do what the probe promises. */
const sendTogether = (own: Fields, facts: Pick<Probe, 'promise' | 'rule'>): Row[] =>
  clients.map(
    ([client, headers]): Row => [
      `${'Authorization' in own ? 'no Authorization, with ' : ''}the headers of ${client}`,
      plain({ headers: { ...headers, ...own } }),
      {
        ...mayBeTooLarge,
        parts: toProbes(
          Object.entries(headers).map(
            ([name, value]): Row => [
              `the header ${name}: ${String(value).slice(0, 40)}`,
              plain({ headers: { [name]: value, ...own } }),
              { kind: `the header ${name}` },
            ],
          ),
          facts,
        ),
      },
    ],
  )

/** The same headers without credentials, for which a service may forget to check them. */
export const clientHeadersWithoutCredentials = widen(
  refuse(
    'refuses-missing-credentials',
    sendTogether({ Authorization: null }, { promise: 'refusal', rule: 'refuses-missing-credentials' }),
  ),
)

/** What real clients send besides the usual headers: the service creates their plants, too. */
export const clientHeaders = {
  ...widen(
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
      ...sendTogether({}, { promise: 'plant', rule: 'ignores-other-headers' }),
      [
        'a body that is sent only after a 100',
        plain({ headers: { Expect: '100-continue' } }),
        // RFC 9110 section 10.1.1
        { legalStatus: 417 },
      ],
    ]),
  ),
}

/** Content types that only look like JSON. */
export const nearContentTypes = refuse(
  'refuses-other-content-type',
  ['text/plain;application/json', 'application/jsonp', 'application/octet-stream'].map((type) => [
    `the content type ${type}`,
    withHeader('Content-Type', type),
  ]),
)

/** What these headers mean is open, but not that the service survives them. */
export const wrongHeaders = leaveOpen(
  'status-for-invalid-body',
  [
    ['an Accept for XML alone', withHeader('Accept', 'application/xml')],
    ['the content type application/vnd.api+json', withHeader('Content-Type', 'application/vnd.api+json')],
    ['an unknown charset', withHeader('Content-Type', 'application/json; charset=unknown')],
  ],
  { isForHttpLayer: true },
)
