import type { RuleId } from '../judge/generated/rules.ts'
import { values } from '../judge/generated/values.ts'
import { addOthers, createPlainPlant } from './plain-plant.ts'
import { create, plain, type Row } from './probe.ts'
import type { SentPlant, Source } from './source.ts'

const lengths = [64, 100, 256, 300, 1000, 4096, 10_000, 70_000]

/** What looks like another text, or like none: marks, what nobody sees, and letters that normalization changes. */
const isAlike = (letter: string): boolean =>
  /\p{M}|\p{C}|(?! )\p{Z}/u.test(letter) || letter.normalize('NFKC') !== letter

/** A letter that is two characters in JavaScript; splitting long texts takes a hundred times as long as counting these. */
const pair = /[\ud800-\udbff][\udc00-\udfff]/g

/** Shows a text in the title of a probe, so that texts that look alike can be distinguished. */
export const describeText = (text: string): string =>
  text.length > 24
    ? `of ${text.length - (text.match(pair)?.length ?? 0)} characters`
    : JSON.stringify(text).replaceAll(/[^\x20-\x7e]/gu, (letter) =>
        isAlike(letter) ? `\\u{${letter.codePointAt(0)?.toString(16)}}` : letter,
      )

/** The service may refuse texts, since the specification shows no patterns and limits, but must not change them. */
export const keep = (textRule: RuleId) => ({ textRule, openRule: 'text-limits' }) as const

/** Sends each text as the name and as the tag. */
const toRows = (texts: readonly string[], members = ['name', 'tag']): Row[] =>
  texts.flatMap((text) =>
    members.map(
      (member): Row => [
        `the ${member} ${describeText(text)}`,
        (source) => ({ plant: { ...createPlainPlant(source), [member]: text } }),
        { kind: describeText(text) },
      ],
    ),
  )

/** Gives a plain plant a name and a tag, or only one of them if the limits allow no other. */
function toPlantWith(source: Source, name: string, tag: string): SentPlant {
  const plant = createPlainPlant(source)
  const both = { ...plant, name, tag }
  const some = [both, { ...plant, tag }, { ...plant, name }]
  return some.find(source.inside.allows) ?? both
}

/** Sends each text as the name and the tag of one plant, which may be equal. */
const toBoth = (texts: readonly string[]): Row[] =>
  texts.map((text) => [
    `the name and the tag ${describeText(text)}`,
    (source) => ({ plant: toPlantWith(source, text, text) }),
    { kind: describeText(text) },
  ])

const unicode = create(
  'text-keeps-unicode',
  [
    ...toBoth(values['text-keeps-unicode']),
    [
      'letters written as escapes',
      (source) => {
        const plant = { ...createPlainPlant(source, { hasTag: false }), name: 'Fern/é 🌱' }
        const body = `{"id":${plant.id},"name":"Fern\\/\\u00E9 \\ud83c\\udf31"}`
        return { plant, body: addOthers(body, plant) }
      },
    ],
  ],
  keep('text-keeps-unicode'),
)

/** Texts of every kind, which the service must return unchanged. */
export const texts = [
  unicode,
  ...(['text-keeps-white-space', 'text-keeps-markup', 'text-keeps-digits'] as const).map((rule) => ({
    ...create(rule, toBoth(values[rule]), keep(rule)),
    also: ['text-has-no-meaning'] as const,
  })),
  create(
    'text-keeps-length',
    ({ random }) =>
      toRows([
        // Commands can repeat one letter. The others make the text new, since texts may have to be unique.
        ...lengths.map((length) => random.letters(8).padStart(length, 'x')),
        '🌱'.repeat(300),
        // Naive patterns take very long for it.
        `${'a'.repeat(2500)}!`,
      ]),
    keep('text-keeps-length'),
  ),
]

export const emptyTexts = create(
  'text-keeps-empty',
  toRows(values['text-keeps-empty']),
  keep('text-keeps-empty'),
)

/** Control characters; a service that fails on them breaks no rule about texts. */
export const controls = {
  ...create(
    'text-limits',
    [...toRows(values['text-limits'], ['name']), ...toRows(values['text-limits'].slice(0, 1), ['tag'])],
    keep('text-keeps-unicode'),
  ),
  also: ['text-keeps-unicode'] as const,
}

export const likeAttacks = 'accepts-texts-like-attacks'

/** Texts that a firewall may take for an attack. */
export const attacks = {
  ...create(likeAttacks, toBoth(values[likeAttacks]), keep('text-keeps-markup')),
  also: ['text-keeps-markup'] as const,
}

/** How many plain plants to send, to distinguish an intermittent mistake from a permanent one. */
const rounds = 6

/** Plants without anything unusual, one after another: a failure here affects all requests. */
export const plainPlants = create(
  'created-status',
  Array.from({ length: rounds }, (_, round): Row => {
    const hasTag = round % 2 === 0
    const title = hasTag ? 'a plain plant' : 'a plain plant without a tag'
    if (round < 3) return [title, plain({}, { hasTag })]
    // The service itself may capitalize the first letter.
    return [
      `${title}, in lower case`,
      (source) => {
        const { id, name, tag } = createPlainPlant(source, { hasTag })
        const small = { id, name: name.toLowerCase() }
        return { plant: tag === undefined ? small : { ...small, tag: tag.toLowerCase() } }
      },
      { openRule: 'text-limits' },
    ]
  }),
  { kind: 'plain' },
)
