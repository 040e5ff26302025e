import type { RuleId } from '../../judge/generated/rules.ts'
import { createPlainPlant, createRequest, type RequestOptions, writePlant } from '../create-request.ts'
import type { Check, Session } from '../trial.ts'
import { tryRefused, tryStoredNothing } from './trials.ts'

type ToBody = (plant: string, session: Session) => string | Buffer

/** A body that is made from the body of a valid plant. */
type BodyCase = readonly [title: string, toBody: ToBody, options?: RequestOptions]

const refuse = (rule: RuleId, cases: readonly BodyCase[]): Check => ({
  rule,
  trials: ({ memory }) =>
    cases
      // HTTP/1.0 has no chunks.
      .filter(([, , { isChunked = false } = {}]) => !(isChunked && memory.isHttp10))
      .map(([title, toBody, options = {}]) =>
        tryRefused(
          title,
          { rule, openRule: 'status-for-invalid-body' },
          (session) => toBody(writePlant(createPlainPlant(session)), session),
          () => options,
        ),
      ),
})

const id = /"id":(-?)(\d+)/

/** Returns the id in the JSON of a plant, so that bodies that aren't JSON have the same one. */
const readId = (plant: string): string => id.exec(plant)?.slice(1).join('') ?? ''

const name = /"name":"((?:[^"\\]|\\.)*)"/

/** Inserts a text after the first character of the name. */
const insert = (plant: string, text: string): string =>
  plant.replace(/(?<="name":"(?:[^"\\]|\\u....|\\[^u]))/, () => text)

/** Returns the index of the end of the name, before its quote. */
const findNameEnd = (plant: string): number => {
  const found = name.exec(plant)
  return (found?.index ?? 0) + (found?.[0].length ?? 0) - 1
}

const malformed: readonly BodyCase[] = [
  ['a missing comma', (plant) => plant.replace(',', ' ')],
  ['two commas', (plant) => plant.replace(',', ',,')],
  ['a missing colon', (plant) => plant.replace(':', ' ')],
  ['an escape cut short', (plant) => plant.replace(name, '"name":"\\u00"')],
  ['form fields', (plant) => `id=${readId(plant)}&name=Fern`],
  ['XML', (plant) => `<plant><id>${readId(plant)}</id><name>Fern</name></plant>`],
  ['YAML', (plant) => `id: ${readId(plant)}\nname: Fern\n`],
  ['a word', () => 'plant'],
  ['a brace that closes', () => '}'],
]

/** Bodies that only lenient parsers accept, as RFC 8259 section 9 allows. */
const extensions: readonly BodyCase[] = [
  ['a comma after the last member', (plant) => plant.replace(/}$/, ',}')],
  ['single quotes', (plant) => plant.replaceAll('"', "'")],
  ['names without quotes', (plant) => plant.replaceAll(/"(\w+)":/g, '$1:')],
  ['a comment at the start', (plant) => `/* plant */${plant}`],
  ['a comment after a member', (plant) => plant.replace(',', ', // plant\n')],
  ['NaN for the tag', (plant) => plant.replace(/"tag":.*}/, '"tag":NaN}')],
  ['Infinity for the id', (plant) => plant.replace(id, '"id":Infinity')],
  ['a leading zero', (plant) => plant.replace(id, '"id":$10$2')],
  ['a plus sign', (plant) => plant.replace('"id":', '"id":+')],
  [
    'a hexadecimal id',
    (plant) => plant.replace(id, (_whole, sign, digits) => `"id":${sign}0x${BigInt(digits).toString(16)}`),
  ],
  ['an id that ends in a point', (plant) => plant.replace(id, '"id":$1$2.')],
  ['a line end in a string', (plant) => insert(plant, '\n')],
  ['a tab in a string', (plant) => insert(plant, '\t')],
  ['an invalid escape', (plant) => insert(plant, '\\x')],
  ['True for true', (plant) => plant.replace(/}$/, ',"more":True}')],
]

const cuts: readonly [title: string, toLength: (plant: string) => number][] = [
  ['its first brace', () => 1],
  ['a name of a member', () => 4],
  ['a colon', (plant) => plant.indexOf(':') + 1],
  ['the id', (plant) => plant.indexOf(',')],
  ['a comma', (plant) => plant.indexOf(',') + 1],
  ['half of the name', (plant) => findNameEnd(plant) - 2],
  ['the name', (plant) => findNameEnd(plant) + 1],
  ['all but the last quote', (plant) => plant.length - 2],
  ['all but the last brace', (plant) => plant.length - 1],
]

const trailing = ['{}', '}', ']', 'x', ',', ' null', '\n[]', ';', '\u0000']

const noObjects = ['null', 'true', 'false', '0', '42', '""', '"plant"', '[]', '[[]]']

const notUtf8: readonly BodyCase[] = [
  ['a letter of Latin-1', (plant) => Buffer.from(insert(plant, 'ë'), 'latin1')],
  ['a letter cut off', (plant) => Buffer.from(insert(plant, '\xe2\x82'), 'latin1')],
  ['an overlong letter', (plant) => Buffer.from(insert(plant, '\xc0\xaf'), 'latin1')],
  ['half of a surrogate pair', (plant) => Buffer.from(insert(plant, '\xed\xa0\x80'), 'latin1')],
  ['UTF-16', (plant) => Buffer.from(`\ufeff${plant}`, 'utf16le')],
]

const otherTypes = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'text/html', null]

const storedBodies: readonly [title: string, members: string][] = [
  ['a body without a name, then with one', ''],
  ['a body with a number for the name, then a right one', ',"name":1'],
  ['a body with a number for the tag, then a right one', ',"name":"Fern","tag":1'],
]

/** Bodies that the service must refuse as a whole. */
export const bodies: readonly Check[] = [
  refuse('refuses-empty-body', [
    ['no bytes', () => ''],
    ['no bytes in no chunk', () => '', { isChunked: true }],
    ['a space', () => ' '],
    ['line ends', () => '\r\n\r\n'],
  ]),
  refuse('refuses-non-object', [
    ...noObjects.map((body): BodyCase => [body, () => body]),
    ['an array of a plant', (plant) => `[${plant}]`],
    ['a plant in a string', (plant) => JSON.stringify(plant)],
    ['an array of members', (plant) => `[${readId(plant)},"Fern"]`],
  ]),
  refuse('refuses-malformed-json', malformed),
  refuse('refuses-json-extensions', extensions),
  refuse(
    'refuses-truncated-body',
    cuts.map(([title, toLength]) => [
      `a body cut after ${title}`,
      (plant) => plant.slice(0, toLength(plant)),
    ]),
  ),
  refuse('refuses-trailing-content', [
    ...trailing.map((text): BodyCase => [`${JSON.stringify(text)} after the body`, (plant) => plant + text]),
    ['two plants', (plant, session) => plant + writePlant(createPlainPlant(session))],
  ]),
  refuse('refuses-body-not-utf8', notUtf8),
  refuse(
    'refuses-other-content-type',
    otherTypes.map((contentType) => [
      `the content type ${contentType ?? 'left out'}`,
      (plant) => plant,
      { contentType },
    ]),
  ),
  {
    rule: 'refused-body-stores-nothing',
    trials: () =>
      storedBodies.map(([title, members]) =>
        tryStoredNothing('refused-body-stores-nothing', title, (session, { id }) =>
          createRequest(session, `{"id":${id}${members}}`),
        ),
      ),
  },
]
