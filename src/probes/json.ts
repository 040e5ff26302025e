import { values } from '../judge/generated/values.ts'
import { chunked } from './ask.ts'
import { addOthers, createPlainPlant, writePlant } from './plain-plant.ts'
import {
  change,
  create,
  insertIntoName,
  type Row,
  refuse,
  send,
  type ToAsk,
  toProbes,
  toTemplates,
} from './probe.ts'
import { describeText } from './texts.ts'

const name = /"name":"((?:[^"\\]|\\.)*)"/

const insert = (text: string): ToAsk => change((body) => insertIntoName(body, text))

/** Returns the index of the end of the name, before its quote. */
const findNameEnd = (body: string): number => {
  const found = name.exec(body)
  return (found?.index ?? 0) + (found?.[0].length ?? 0) - 1
}

const cuts: readonly [title: string, toLength: (body: string) => number, shows?: 'malformed-body'][] = [
  ['the first brace', () => 1],
  ['the name of a member', () => 4],
  ['a colon', (body) => body.indexOf(':') + 1],
  ['the id', (body) => body.indexOf(',')],
  ['a comma', (body) => body.indexOf(',') + 1],
  ['half of the name', (body) => findNameEnd(body) - 2],
  ['the name', (body) => findNameEnd(body) + 1],
  ['all but the last quote', (body) => body.length - 2],
  ['all but the last brace', (body) => body.length - 1, 'malformed-body'],
]

const emptyChunks: Row = [
  'no bytes, with Transfer-Encoding: chunked',
  send('', { headers: chunked }),
  'missing-body',
]

/** How many malformed bodies show a decision. */
const maxShown = 9

/** Bodies that are no NewPlant as a whole. */
export const bodies = [
  refuse('refuses-empty-body', ({ memory }) => [
    ['no bytes', send(''), 'missing-body'],
    ...(memory.isHttp10 ? [] : [emptyChunks]),
    ['a space', send(' ')],
    ['line breaks', send('\r\n\r\n')],
  ]),
  refuse('refuses-non-object', [
    ...values['refuses-non-object'].map((body): Row => [body, send(body)]),
    ['an array with a plant', change((body) => `[${body}]`), 'not-an-object'],
    ['a plant in a string', change((body) => JSON.stringify(body)), 'not-an-object'],
    ['an array with the values of a plant', change((_body, plant) => `[${plant.id},"Fern"]`)],
  ]),
  refuse(
    'refuses-malformed-json',
    // A few of them are enough to show the decision.
    toTemplates('refuses-malformed-json').map(
      ([title, toAsk], index): Row => [title, toAsk, index < maxShown ? 'malformed-body' : undefined],
    ),
  ),
  // RFC 8259 section 9 allows parsers to accept them.
  refuse('refuses-json-extensions', [
    ...toTemplates('refuses-json-extensions'),
    ['a line break in a string', insert('\n')],
    ['a tab in a string', insert('\t')],
    ['an invalid escape', insert('\\x')],
  ]),
  refuse(
    'refuses-truncated-body',
    cuts.map(([title, toLength, shows]) => [
      `a body cut after ${title}`,
      change((body) => body.slice(0, toLength(body))),
      shows,
    ]),
  ),
  refuse('refuses-trailing-content', [
    ...values['refuses-trailing-content'].map(
      (text): Row => [`${JSON.stringify(text)} after the body`, change((body) => body + text)],
    ),
    ['two plants', change((body, _plant, source) => body + writePlant(createPlainPlant(source)))],
  ]),
]

const escapeUnit = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/** Writes a plain plant from its members as JSON. */
const write = (toBody: (id: bigint, name: string, tag: string) => string): ToAsk =>
  change((_body, plant) => {
    const { id, name, tag = '' } = plant
    return addOthers(toBody(id, JSON.stringify(name), JSON.stringify(tag)), plant)
  })

const jsonFacts = {
  rule: 'accepts-any-json-form',
  textRule: 'accepts-any-json-form',
  promise: 'plant',
  before: 'plant',
} as const

/** Writes a part of a name in another form, after a plant that shows that the service accepts a text with the same, or alike, signs. */
const afterAlike = (
  title: string,
  alike: string,
  text: string,
  form = JSON.stringify(text).slice(1, -1),
): Row => [
  title,
  (source) => {
    const [first, plant] = [alike, text].map((part) => {
      const plain = createPlainPlant(source)
      return { ...plain, name: `${plain.name}${part}` }
    })
    if (first === undefined || plant === undefined) return undefined
    const usual = `${JSON.stringify(plant.name).slice(0, -1)}"`
    const name = `"${plant.name.slice(0, plant.name.length - text.length)}${form}"`
    return { before: [{ plant: first }], plant, body: writePlant(plant).replace(usual, () => name) }
  },
]

/** Joins rows into one, of which they are the parts. */
const joinRows = (title: string, [first, ...rest]: readonly Row[], whole: Row): Row => [
  title,
  whole[1],
  { before: 'plant', parts: toProbes(first === undefined ? [] : [first, ...rest], jsonFacts) },
]

/** Escapes of the grammar, each of which means what another way to write the character means. */
const escapes = {
  '/': '\\/',
  '"': '\\u0022',
  '\\': '\\u005C',
  é: '\\u00e9',
  '🌱': '\\ud83c\\udf31',
  菊: '\\u83Ca',
  A: '\\u0041',
} as const
const controlEscapes = {
  '\b': '\\u0008',
  '\f': '\\u000C',
  '\n': '\\u000a',
  '\r': '\\u000D',
  '\t': '\\u0009',
} as const

const otherEscapes = [escapes, controlEscapes].map((of): Row => {
  const all = Object.entries(of)
  const text = Object.keys(of).join('x')
  const title = `${of === escapes ? 'letters and signs' : 'control characters'} written as other escapes, after a plant with the same ones`
  return joinRows(
    title,
    all.map(([letter, written]) =>
      afterAlike(
        `${describeText(letter)} written as ${written}, after a plant with the same letter`,
        `${letter}x`,
        `${letter}x`,
        `${written}x`,
      ),
    ),
    afterAlike(title, text, text, Object.values(of).join('x')),
  )
})

/** What JSON is made of means nothing inside of a string. A service that accepts all other signs has no reason to refuse these. */
const otherSigns = "!#$%&'()*+-./;<=>?@^_|~x"
const structure = [
  'a}b',
  'a{b',
  'a]b',
  'a[b',
  'a:b',
  'a,b',
  '{}',
  '[]',
  '}}',
  '{{a',
  '[a',
  '],',
  'a":"b',
  'a\\"',
  'a\\',
]

const signs = [
  joinRows(
    'the signs of JSON in a name, after a plant with all other signs',
    structure.map((text) =>
      afterAlike(
        `a name that ends with ${text}, after a plant with other signs`,
        /["\\]/.test(text) ? `${otherSigns}"x\\x` : otherSigns,
        text,
      ),
    ),
    afterAlike('', `${otherSigns}"x\\x`, structure.join('')),
  ),
]

/** Other forms of the same JSON. */
export const jsonForms = create(
  'accepts-any-json-form',
  [
    ['members in another order', write((id, name, tag) => `{"tag":${tag},"name":${name},"id":${id}}`)],
    [
      'white space between all tokens',
      write((id, name, tag) => ` \r\n\t{ "id" : ${id} ,\n "name"\t: ${name} , "tag":\r\n${tag} } \n`),
      'standards',
    ],
    [
      'a name written as escapes',
      write(
        (id, name, tag) =>
          `{"id":${id},"name":"${JSON.parse(name).split('').map(escapeUnit).join('')}","tag":${tag}}`,
      ),
    ],
    [
      'escapes in the names of members',
      write((id, name, tag) => `{"\\u0069d":${id},"\\u006eame":${name},"\\u0074ag":${tag}}`),
    ],
    ...otherEscapes,
    ...signs,
  ],
  { textRule: 'accepts-any-json-form' },
)

const depth = 10_000
const open = '['.repeat(depth)
const close = ']'.repeat(depth)

/** Bodies that are nested so deeply that a careless parser overflows its stack. */
export const deepNesting = refuse(
  'survives-deep-nesting',
  [
    [`${depth} unclosed brackets`, send(open)],
    [`${depth} nested arrays`, send(open + close)],
    [`${depth} unclosed braces`, send('{"a":'.repeat(depth))],
    [
      `${depth} nested arrays as the name`,
      ({ ids }) => ({ body: `{"id":${ids.take()},"name":${open}${close}}` }),
    ],
    [
      `${depth} nested arrays in an extra member`,
      change((body) => `${body.slice(0, -1)},"more":${open}${close}}`),
      { promise: 'plant', openRule: 'large-body' },
    ],
  ],
  { deliveryRule: 'survives-deep-nesting' },
)
