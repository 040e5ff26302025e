import { gzipSync } from 'node:zlib'
import { values } from '../judge/generated/values.ts'
import { bare } from './ask.ts'
import { change, create, plain, type Row, refuse, send, showing, toProbes, withHeader } from './probe.ts'

const withType = (contentType: string | null) => withHeader('Content-Type', contentType)

const nameForms: readonly [title: string, write: (name: string) => string][] = [
  ['lower case', (name) => name.toLowerCase()],
  ['upper case', (name) => name.toUpperCase()],
  [
    'alternating lower and upper case',
    (name) => name.replaceAll(/(.)(.?)/g, (_pair, one, other) => one.toLowerCase() + other.toUpperCase()),
  ],
]

const toTypes = (types: readonly string[]): Row[] =>
  types.map((type) => [`the content type ${type}`, withType(type)])

export const otherContentTypes = refuse('refuses-other-content-type', [
  ...showing('unsupported-media-type', toTypes(values['refuses-other-content-type'].slice(0, 3))),
  ...toTypes(values['refuses-other-content-type'].slice(3)),
  ['no content type', withType(null), { shows: 'unsupported-media-type' }],
])

/** Other spellings of the headers of a plain plant. */
export const headerForms = [
  create('accepts-charset-parameter', [
    ...showing('standards', toTypes(['application/json; charset=utf-8'])),
    ...toTypes(['application/json;charset=UTF-8', 'application/json; charset="utf-8"']),
  ]),
  create('content-type-in-any-case', [
    ...toTypes(['Application/JSON']),
    ...showing('standards', toTypes(['APPLICATION/JSON'])),
  ]),
  create(
    'header-names-in-any-case',
    nameForms.map(([title, writeName]) => [`header names in ${title}`, plain({ writeName })]),
  ),
  create(
    'needs-no-other-headers',
    [true, false].map((hasTag) => ['neither Accept nor User-Agent', plain({ headers: bare }, { hasTag })]),
  ),
]

const hosts: readonly Row[] = ['no Host', 'no Host again'].map((title) => [title, withHeader('Host', null)])

const fillers: readonly Row[] = [64, 96].map((kib) => [
  `a header of ${kib} KiB`,
  withHeader('X-Filler', 'F'.repeat(kib * 1024)),
])

/** Headers that a server in front of the service may refuse. */
export const httpLayer = toProbes(
  [...showing('malformed-request', hosts), ...showing('headers-too-large', fillers)],
  { promise: 'open', isForHttpLayer: true },
)

/** Headers that only show decisions. */
export const moreHeaders = toProbes(
  [
    ...showing('unsupported-encoding', [
      ['an unknown Content-Encoding', withHeader('Content-Encoding', 'rot13')],
      ['two content codings', withHeader('Content-Encoding', 'identity, br')],
      ['a gzipped body', change((body) => gzipSync(body), { headers: { 'Content-Encoding': 'gzip' } })],
    ]),
    ...showing('standards', toTypes(['application/json5', 'application/vnd.api+json'])),
    [
      'two Content-Type fields',
      withHeader('Content-Type', ['application/json', 'application/json']),
      { shows: 'accepts-repeated-content-type' },
    ],
    [
      'neither a body nor a Content-Type',
      send('', { headers: { 'Content-Type': null } }),
      { shows: 'checks-empty-body-type' },
    ],
    [
      'plain JSON with an unknown Content-Encoding',
      withHeader('Content-Encoding', 'rot13'),
      { shows: 'ignores-content-encoding' },
    ],
  ],
  { promise: 'open' },
)
