import { gzipSync } from 'node:zlib'
import { values } from '../judge/generated/values.ts'
import { bare } from './ask.ts'
import { createPlainPlant } from './plain-plant.ts'
import { change, create, plain, type Row, refuse, send, toProbes, withHeader } from './probe.ts'
import { keep } from './texts.ts'

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

export const otherContentTypes = refuse(
  'refuses-other-content-type',
  [
    ...toTypes(values['refuses-other-content-type']),
    ['no content type', withType(null)],
    [
      'the fields of a form',
      (source) => {
        const plant = createPlainPlant(source)
        // What reads a form may read only a small id.
        const id = source.ids.takeFrom(1n, 2n ** 31n - 1n) ?? plant.id
        return {
          plant: { ...plant, id },
          body: `id=${id}&name=${plant.name}`,
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        }
      },
    ],
  ],
  { shows: 'unsupported-media-type' },
)

const charsets = ['; charset=utf-8', ';charset=UTF-8', '; charset="utf-8"']

/** Other spellings of the headers of a plain plant. */
export const headerForms = [
  create(
    'accepts-charset-parameter',
    toTypes(charsets.slice(1).map((charset) => `application/json${charset}`)),
    {
      shows: 'standards',
    },
  ),
  create(
    'accepts-charset-parameter',
    ['; charset=utf-8', ';charset="UTF-8"', ''].map((charset) => [
      `letters outside ASCII with the content type application/json${charset}`,
      (source) => ({
        plant: { ...createPlainPlant(source), name: 'Löwenzahn ß 菊', tag: 'ä€🌱' },
        headers: { 'Content-Type': `application/json${charset}` },
      }),
    ]),
    keep('accepts-charset-parameter'),
  ),
  create('content-type-in-any-case', toTypes(['Application/JSON', 'APPLICATION/JSON']), {
    shows: 'standards',
  }),
  create(
    'headers-in-any-form',
    nameForms.map(([title, writeName]) => [`header names in ${title}`, plain({ writeName })]),
  ),
  create('needs-no-other-headers', [['neither Accept nor User-Agent', plain({ headers: bare })]]),
]

/** Headers that a server in front of the service may refuse. */
export const httpLayer = toProbes(
  [
    ['no Host', withHeader('Host', null), 'malformed-request'],
    ['no Host again', withHeader('Host', null), 'malformed-request'],
    ['a header of 64 KiB', withHeader('X-Filler', 'F'.repeat(65_536)), 'headers-too-large'],
    ['a header of 96 KiB', withHeader('X-Filler', 'F'.repeat(98_304)), 'headers-too-large'],
  ],
  { promise: 'open', isForHttpLayer: true },
)

const withCoding = (coding: string) => withHeader('Content-Encoding', coding)

/** Headers that only show decisions. */
export const moreHeaders = toProbes(
  [
    ['an unknown Content-Encoding', withCoding('rot13'), 'unsupported-encoding'],
    ['two content codings', withCoding('identity, br'), 'unsupported-encoding'],
    [
      'a gzipped body',
      change((body) => gzipSync(body), { headers: { 'Content-Encoding': 'gzip' } }),
      'unsupported-encoding',
    ],
    ['the content type application/json5', withType('application/json5'), 'standards'],
    ['the content type application/vnd.api+json', withType('application/vnd.api+json'), 'standards'],
    [
      'two Content-Type fields',
      withHeader('Content-Type', ['application/json', 'application/json']),
      'standards',
    ],
    [
      'neither a body nor a Content-Type',
      send('', { headers: { 'Content-Type': null } }),
      'checks-empty-body-type',
    ],
    ['plain JSON with an unknown Content-Encoding', withCoding('rot13'), 'ignores-content-encoding'],
  ],
  { promise: 'open' },
)
