import type { RuleId } from '../../judge/generated/rules.ts'
import { values } from '../../judge/generated/values.ts'
import { createPlainPlant, writePlant } from '../../probes/plain-plant.ts'
import type { SentPlant } from '../../probes/source.ts'
import { createRequest, type RequestOptions } from '../create-request.ts'
import type { Check, Session } from '../trial.ts'
import { tryRefused, tryStoredNothing } from './trials.ts'

/** Changes the body of a valid plant; undefined means that no allowed id can test the rule. */
type ToBody = (plant: string, session: Session, sent: SentPlant) => string | Buffer | undefined

type BodyCase = readonly [title: string, toBody: ToBody, options?: RequestOptions, kind?: string]

/** Makes a check whose trials each send one body that the service must refuse. */
const refuse = (rule: RuleId, cases: readonly BodyCase[]): Check => ({
  rule,
  trials: ({ memory }) =>
    cases
      // HTTP/1.0 has no chunks.
      .filter(([, , { isChunked = false } = {}]) => !(isChunked && memory.isHttp10))
      .map(([title, toBody, options = {}, kind = title]) => ({
        kind,
        ...tryRefused(
          title,
          { rule, openRule: 'status-for-invalid-body' },
          (session) => {
            const sent = createPlainPlant(session)
            return toBody(writePlant(sent), session, sent)
          },
          () => options,
        ),
      })),
})

/** The members of a body, each written as JSON; undefined leaves one out. */
type Members = Record<string, string | undefined>

export const writeMembers = (members: Members): string =>
  `{${Object.entries(members)
    .flatMap(([member, json]) => (json === undefined ? [] : [`"${member}":${json}`]))
    .join(',')}}`

/** Changes members of a plain plant. */
const edit =
  (toChanges: (id: string, name: string) => Members): ToBody =>
  (_plant, _session, { id, name, tag = '' }) => {
    const members = { id: String(id), name: JSON.stringify(name), tag: JSON.stringify(tag) }
    return writeMembers({ ...members, ...toChanges(members.id, members.name) })
  }

const kinds: Readonly<Record<string, string>> = {
  '"': 'string',
  '[': 'array',
  '{': 'object',
  n: 'null',
  t: 'boolean',
  f: 'boolean',
}

/** Replaces the name or the tag with other values; values of the same type have one cause. */
const toTexts = (member: 'name' | 'tag'): BodyCase[] =>
  values[`refuses-${member}-of-wrong-type`].map((json) => [
    `${member} is ${json}`,
    edit(() => ({ [member]: json })),
    {},
    kinds[json.charAt(0)] ?? 'number',
  ])

const toIds = (literals: readonly string[]): BodyCase[] =>
  literals.map((literal) => [
    `id is ${literal}`,
    (plant, session, sent) => {
      // A service that accepts an id outside the range may store it, or the id that it converts it to.
      if (session.hasIdRange && /^-?\d/.test(literal)) return undefined
      // Services that convert everything to numbers accept this one, too.
      const takeNumber = () => String(session.ids.takeFrom(10n ** 9n, 2n ** 53n - 1n) ?? session.ids.take())
      const id = literal.replace('N', String(sent.id)).replace('S', takeNumber)
      return edit(() => ({ id }))(plant, session, sent)
    },
  ])

const id = /"id":(-?)(\d+)/
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
  ['form fields', (_plant, _session, sent) => `id=${sent.id}&name=Fern`],
  ['XML', (_plant, _session, sent) => `<plant><id>${sent.id}</id><name>Fern</name></plant>`],
  ['YAML', (_plant, _session, sent) => `id: ${sent.id}\nname: Fern\n`],
  ['a word', () => 'plant'],
  ['a closing brace', () => '}'],
]

/** Bodies that only lenient parsers accept, as RFC 8259 section 9 allows. */
const extensions: readonly BodyCase[] = [
  ['a comma after the last member', (plant) => plant.replace(/}$/, ',}')],
  ['single quotes', (plant) => plant.replaceAll('"', "'")],
  ['names without quotes', (plant) => plant.replaceAll(/"(\w+)":/g, '$1:')],
  ['a comment at the start', (plant) => `/* plant */${plant}`],
  ['a comment after a member', (plant) => plant.replace(',', ', // plant\n')],
  ['NaN as the tag', (plant) => plant.replace(/"tag":.*}/, '"tag":NaN}')],
  ['Infinity as the id', (plant) => plant.replace(id, '"id":Infinity')],
  ['a leading zero', (plant) => plant.replace(id, '"id":$10$2')],
  ['a plus sign', (plant) => plant.replace('"id":', '"id":+')],
  [
    'a hexadecimal id',
    (plant) => plant.replace(id, (_whole, sign, digits) => `"id":${sign}0x${BigInt(digits).toString(16)}`),
  ],
  ['an id that ends with a decimal point', (plant) => plant.replace(id, '"id":$1$2.')],
  ['a line break in a string', (plant) => insert(plant, '\n')],
  ['a tab in a string', (plant) => insert(plant, '\t')],
  ['an invalid escape', (plant) => insert(plant, '\\x')],
  ['True instead of true', (plant) => plant.replace(/}$/, ',"more":True}')],
]

const cuts: readonly [title: string, toLength: (plant: string) => number][] = [
  ['the first brace', () => 1],
  ['the name of a member', () => 4],
  ['a colon', (plant) => plant.indexOf(':') + 1],
  ['the id', (plant) => plant.indexOf(',')],
  ['a comma', (plant) => plant.indexOf(',') + 1],
  ['half of the name', (plant) => findNameEnd(plant) - 2],
  ['the name', (plant) => findNameEnd(plant) + 1],
  ['all but the last quote', (plant) => plant.length - 2],
  ['all but the last brace', (plant) => plant.length - 1],
]

const notUtf8: readonly BodyCase[] = [
  ['a Latin-1 letter', (plant) => Buffer.from(insert(plant, 'ë'), 'latin1')],
  ['an incomplete letter', (plant) => Buffer.from(insert(plant, '\xe2\x82'), 'latin1')],
  ['an overlong encoding', (plant) => Buffer.from(insert(plant, '\xc0\xaf'), 'latin1')],
  ['half of a surrogate pair', (plant) => Buffer.from(insert(plant, '\xed\xa0\x80'), 'latin1')],
  ['UTF-16', (plant) => Buffer.from(`\ufeff${plant}`, 'utf16le')],
]

const storedBodies: readonly [title: string, members: string][] = [
  ['a body without a name, then with one', ''],
  ['a body with a number as the name, then a valid one', ',"name":1'],
  ['a body with a number as the tag, then a valid one', ',"name":"Fern","tag":1'],
  ['a body with one more brace, then a valid one', ',"name":"Fern"}'],
]

/** Bodies with one missing or wrong member. */
export const members: readonly Check[] = [
  refuse('refuses-missing-id', [
    ['no id', edit(() => ({ id: undefined }))],
    ['neither id nor tag', edit(() => ({ id: undefined, tag: undefined }))],
    ['ID instead of id', edit((own) => ({ id: undefined, ID: own }))],
    ['only a tag, which is null', edit(() => ({ id: undefined, name: undefined, tag: 'null' }))],
    ['no members', edit(() => ({ id: undefined, name: undefined, tag: undefined }))],
  ]),
  refuse('refuses-missing-name', [
    ['no name', edit(() => ({ name: undefined }))],
    ['neither name nor tag', edit(() => ({ name: undefined, tag: undefined }))],
    ['Name instead of name', edit((_id, own) => ({ name: undefined, Name: own }))],
    ['a name in __proto__', edit((_id, own) => ({ name: undefined, ['__proto__']: `{"name":${own}}` }))],
  ]),
  refuse('refuses-id-of-wrong-type', [
    ...toIds(values['refuses-id-of-wrong-type']),
    ['all members of wrong types', edit((own) => ({ id: `"${own}"`, name: '1', tag: '1' }))],
  ]),
  refuse('refuses-fractional-id', toIds(values['refuses-fractional-id'])),
  refuse('refuses-id-beyond-int64', toIds(values['refuses-id-beyond-int64'])),
  refuse('refuses-name-of-wrong-type', toTexts('name')),
  refuse('refuses-tag-of-wrong-type', toTexts('tag')),
]

/** Bodies that the service must refuse as a whole. */
export const bodies: readonly Check[] = [
  refuse('refuses-empty-body', [
    ['no bytes', () => ''],
    ['no bytes, with Transfer-Encoding: chunked', () => '', { isChunked: true }],
    ['a space', () => ' '],
    ['line breaks', () => '\r\n\r\n'],
  ]),
  refuse('refuses-non-object', [
    ...values['refuses-non-object'].map((body): BodyCase => [body, () => body]),
    ['an array with a plant', (plant) => `[${plant}]`],
    ['a plant in a string', (plant) => JSON.stringify(plant)],
    ['an array with the values of a plant', (_plant, _session, sent) => `[${sent.id},"Fern"]`],
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
    ...values['refuses-trailing-content'].map(
      (text): BodyCase => [`${JSON.stringify(text)} after the body`, (plant) => plant + text],
    ),
    ['two plants', (plant, session) => plant + writePlant(createPlainPlant(session))],
  ]),
  refuse('refuses-body-not-utf8', notUtf8),
  refuse(
    'refuses-other-content-type',
    [...values['refuses-other-content-type'], null].map((contentType) => [
      contentType === null ? 'no content type' : `the content type ${contentType}`,
      (plant) => plant,
      { contentType },
    ]),
  ),
  {
    rule: 'refused-body-stores-nothing',
    trials: () =>
      storedBodies.map(([title, more]) =>
        tryStoredNothing('refused-body-stores-nothing', title, (session, plant) =>
          createRequest(session, `{"id":${plant.id}${more}}`),
        ),
      ),
  },
]
