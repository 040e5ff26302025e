import type { RuleId } from '../judge/generated/rules.ts'
import type { Ask } from './ask.ts'
import { withoutCredentials, withRandomToken } from './credentials.ts'
import { createPlainPlant, writePlant } from './plain-plant.ts'
import {
  change,
  create,
  edit,
  insertIntoName,
  plain,
  type Row,
  refuse,
  send,
  type ToAsk,
  toProbes,
  withHeader,
} from './probe.ts'
import type { SentPlant, Source } from './source.ts'

/** Sends a plant correctly after it was refused: the refused request must not store it. */
const storeNothing = (rule: RuleId, rows: readonly (readonly [title: string, toRefused: ToAsk])[]) =>
  create(
    rule,
    rows.map(
      ([title, toRefused]): Row => [
        title,
        (source) => {
          const refused = toRefused(source)
          return refused?.plant && { plant: refused.plant, before: [refused] }
        },
      ],
    ),
    { before: 'refusal' },
  )

const withMembers =
  (members: string): ToAsk =>
  (source) => {
    const plant = createPlainPlant(source)
    return { plant, body: `{"id":${plant.id}${members}}` }
  }

export const refusedBodies = storeNothing('refused-body-stores-nothing', [
  ['a body without a name, then with one', withMembers('')],
  ['a body with a number as the name, then a valid one', withMembers(',"name":1')],
  ['a body with a number as the tag, then a valid one', withMembers(',"name":"Fern","tag":1')],
  ['a body with one more brace, then a valid one', withMembers(',"name":"Fern"}')],
])

/** Bodies and headers that are wrong in every other way. */
export const otherRefusals = {
  ...storeNothing('refused-body-stores-nothing', [
    ['a body that is cut off, then a whole one', change((body) => body.slice(0, -1))],
    ['a body with text after it, then without', change((body) => `${body}x`)],
    ['two plants in one body, then one', change((body) => body + body)],
    ['an array with a plant, then the plant', change((body) => `[${body}]`)],
    ['a comma after the last member, then none', change((body) => `${body.slice(0, -1)},}`)],
    ['an id that is a string, then a number', edit((id) => ({ id: `"${id}"` }))],
    ['an id with a fraction, then without', edit((id) => ({ id: `${id}.5` }))],
    ['a name that is an object, then a string', edit((_id, name) => ({ name: `{"value":${name}}` }))],
    ['a tag that is a number, then a string', edit(() => ({ tag: '5' }))],
    [
      'a name that is not UTF-8, then one that is',
      change((body) => Buffer.from(insertIntoName(body, '\xeb'), 'latin1')),
    ],
    ['the content type text/plain, then JSON', withHeader('Content-Type', 'text/plain')],
    ['a content coding that the body has not, then none', withHeader('Content-Encoding', 'gzip')],
    ['plants of 200 kB and more, then a small one', change((body) => `${body} x${' '.repeat(200_000)}`)],
  ]),
  isWide: true,
}

export const refusedCredentials = storeNothing('refused-credentials-store-nothing', [
  ['a plant without credentials, then with them', withoutCredentials],
  ['a plant with a random token, then with the right one', withRandomToken],
  ['a plant with the token after Basic, then after Bearer', withHeader('Authorization', 'Basic {token}')],
  ['a plant with more after the token, then without', withHeader('Authorization', 'Bearer {token}x')],
  [
    'a plant with the token in the query, then in the header',
    (source) =>
      plain({ path: `/plants?access_token=${source.token}`, headers: { Authorization: null } })(source),
  ],
])

/** White space after the same beginning, since a service may compare only the first bytes of bodies, such as for a cache. */
const filler = ' '.repeat(1024)

/** Sends a body that must be refused after a plant with the same id, name, and first bytes was created. */
const afterCreated = (rule: RuleId, title: string, end: string) =>
  refuse(
    rule,
    [
      [
        `${title}, after a plant with the same first 1,024 bytes`,
        (source) => {
          const plant = createPlainPlant(source, { hasTag: false })
          const start = `${writePlant(plant).slice(0, -1)}${filler}`
          return { before: [{ plant, body: `${start}}` }], plant, body: start + end }
        },
      ],
    ],
    { before: 'plant' },
  )

export const sameStarts = [
  afterCreated('refuses-tag-of-wrong-type', 'a number as the tag', ',"tag":5}'),
  afterCreated('refuses-truncated-body', 'a body without its last brace', ''),
]

/** Sends a plain plant right after a request that a service may refuse before it has read it to its end. */
const after = (title: string, toRefused: ToAsk): Row => [
  `a plain plant on the same connection after ${title}`,
  (source) => ({ before: [toRefused(source) ?? {}], plant: createPlainPlant(source) }),
]

export const afterRefused = create(
  'requests-in-a-row',
  [
    ...['{"id":', '', '[]', '{}', '{"id":"one","name":1}'].map((body) =>
      after(`the refused body ${JSON.stringify(body)}`, send(body)),
    ),
    [
      'a plain plant after another one with the same first 1,024 bytes',
      (source) => {
        const ask = change((body) => body.replace('{', `{${filler}`))
        return { before: [ask(source) ?? {}], ...ask(source) }
      },
      { openRule: 'large-body', serverErrorRule: 'requests-in-a-row' },
    ],
    after('a request without credentials', withoutCredentials),
    after('a request with the content type text/plain', withHeader('Content-Type', 'text/plain')),
  ],
  { textRule: 'requests-in-a-row', deliveryRule: 'requests-in-a-row' },
)

/** Plain plants after everything else. */
export const stillAnswers = create(
  'still-answers',
  Array.from({ length: 3 }, () => ['a plain plant at the end', plain()]),
  { textRule: 'still-answers', deliveryRule: 'still-answers' },
)

/** Sends a plant after another one, from which it has some members. */
const repeat =
  (...members: readonly (keyof SentPlant)[]) =>
  (source: Source): Ask => {
    const first = createPlainPlant(source)
    const own = members.map((member) => [member, first[member]])
    return { before: [{ plant: first }], plant: { ...createPlainPlant(source), ...Object.fromEntries(own) } }
  }

/** Ways to write a text that a service may take for the same. */
const spellings: readonly (readonly [how: string, spell: (text: string) => string])[] = [
  ['in lower case', (text) => text.toLowerCase()],
  ['in upper case', (text) => text.toUpperCase()],
  ['with a space at the end', (text) => `${text} `],
  ['with an accent', (text) => text.replace('e', 'é')],
]

/** Texts of a stored plant, since the answer must be about the new plant. */
export const repeatedTexts = {
  ...create(
    'plant-echoes-tag',
    [
      ['a new plant whose name is already stored', repeat('name')],
      ['a new plant whose tag is already stored', repeat('tag')],
      ['a new plant whose name and tag are already stored', repeat('name', 'tag')],
      ...spellings.map(
        ([how, spell]): Row => [
          `a new plant whose texts are already stored ${how}`,
          (source) => {
            const plant = createPlainPlant(source)
            const { name, tag = '' } = plant
            // The plain plant is the second one, so that no other rule is about its texts.
            const first = { ...createPlainPlant(source), name: spell(name), tag: spell(tag) }
            return { before: [{ plant: first }], plant }
          },
        ],
      ),
    ],
    { rule: 'created-status', openRule: 'repeated-texts', before: 'plant' },
  ),
  also: ['plant-echoes-name', 'refused-body-no-5xx', 'repeated-texts'] as const,
}

/** Sends another plant with an id that is stored already. */
const toDuplicate = repeat('id')

/** Stored ids that only show decisions. */
export const storedIds = toProbes(
  [
    ['a stored id', toDuplicate, 'duplicate-key'],
    ['another stored id', toDuplicate, 'duplicate-key'],
    ['the same plant again', repeat('id', 'name', 'tag'), 'standards'],
  ],
  { promise: 'open' },
)
