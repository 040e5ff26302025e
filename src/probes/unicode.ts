import type { RuleId } from '../judge/generated/rules.ts'
import { values } from '../judge/generated/values.ts'
import { createPlainPlant } from './plain-plant.ts'
import { create, draw, leaveOpen, type ProbeGroup, type Row, toProbes } from './probe.ts'
import { keep, toBoth, toPlantWith } from './texts.ts'

const { raw } = String

/** Lists the texts that white space separates. */
const list = (text: string): string[] => text.trim().split(/\s+/)

/** Letters of every general category of Unicode, inside and outside the first plane; the invisible ones as escapes. */
const categories = `ÀŁЖΩ𝐀 ßŋжω𝓪 ǅᾈ ʰˣー𖿢 ªא中ก𠀋 \u0301\u0336\u3099 \u0903\u{1d165} \u20dd ٣९５𝟗 Ⅷ〇𐅀 ²½①𐄇 ‿﹏ ‐—〜 ⁅「 ⁆」 «‘ »’
  ¡§…、 ±×∑⊕ £€₿ ´¨🏽 ©°☘🪴 \u00ad\u200d\u200e\u2066\u{e0041} \ue000\u{f0000} \u0378\ufdd0\u{1fffe}`

/** Texts that a normalization or a conversion to a smaller set of characters changes. */
const forms = `e\u0301 é 각 \u1100\u1161\u11a8 ẛ̣ ① ﷺ \u212b 豈 ｶﾞ ﬃ ⅳ ĳ ŉ µ ſ İi ς a\u0323\u0307 a\u0307\u0323 \u0958
  \u{1d15e} 👨‍👩‍👧‍👦 🇩🇪 1️⃣ ☺︎ ⚘\ufe0f Ｆｅｒｎ Z͑ͫ̓a \u200fabc ﬁsh\u00ad`

const spaces =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2003\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff'

/** What languages for templates, markup, escapes, shells, and databases read as more than letters, and what filters of logs hide. */
const markup = [
  ...list(raw`<%=7*7%> #{7*7} {{constructor}} {%x%} [[x]] @{x} %{x} <?php?> <!--x--> ]]> <![CDATA[x]]> &nbsp; &amp;amp;
    &eacute &#x41; &lt <br> a<b>c :seedling: :) (c) (tm) ... -- ${'``'}x **x** __x__ ~~x~~ #x ${'`'} \n \x41 \101 \\
    C:\ %0A %00 %25 %u0041 a+b =?utf-8?Q?x?= x=3D &=? a;b a|b $1 \1 $& %s%n %(name)s {name} {{name}} %name% $name @name
    :name ? ?1 ~x !x ^x$ '' "" O''Hara '+' "or""=" /**/ --help -x //x \N a,b @x +x (x [x {x x) http://a.b/c?d=e#f ada@example.org
    www.a.b ../x ..\x /etc/passwd CON x.exe file:///x data:,x {"name":"Moss"} ["Moss"] <name>Moss</name> name=Moss
    Bearer%20x password=x 4111111111111111 +1-202-555-0143 078-05-1120 192.0.2.7 DE89370400440532013000 AKIAIOSFODNN7EXAMPLE ${'$'}{HOME} eyJhbGciOiJIUzI1NiJ9.e30.x`),
  ...['$', '#', '@'].map((sign) => `${sign}{7*7}`),
  ...[...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'].map((sign) => sign + sign),
  ...[
    '# x',
    '- x',
    '> x',
    '1. x',
    '<a href=x>y</a>',
    'a < b > c',
    "it's",
    '+49 30 1',
    'Bearer x',
    'a\tb',
    '/* */',
  ],
]

/** Words that readers of JSON, YAML, CSV, databases, and spreadsheets take for values. */
const words =
  list(`y n yes on off +1 0x1F [] ~ .inf .nan !!str 0b1 0o7 1_000 12:30:45 2024-W01 1e400 Infinity -0 0.0 00 0123 1.
  .5 1,5 1.000,5 TRUE False Null nil (null) N/A #N/A void none - １２ ٣ ½ Ⅷ 1n 0xFF 31/01/2024 Jan-31 10:00
  2024-01-31T10:00:00.5Z PT1H 1h 50% $5 MAR1 1-2 9007199254740993 1.7976931348623157e308 0.1 1e5 1E5 12e {"a":1} [1]
  [object]`)

/** Lengths around powers of two, and common limits. */
const lengths = [
  ...Array.from({ length: 10 }, (_, at) => 2 ** (at + 4)).flatMap((power) => [power - 1, power, power + 1]),
  ...list('20 30 40 45 50 60 80 100 150 191 200 250 500 767 999 1001 2000 2001 3000 4000 5000 8000').map(
    Number,
  ),
]

const repeatLetter = (letter: string, length: number): string => letter.repeat(Math.max(1, length))

/** The parts of texts that naive patterns take very long for, each with its end. */
const slow = [
  ...list('a a! a@! ( < a-! a.@ 1x').map((text): readonly [string, string] => [
    text.slice(0, 2),
    text.slice(-1),
  ]),
  ...([' ', '\t', 'ab '] as const).map((text) => [text, 'x'] as const),
].map(([part, end]) => part.repeat(2500) + end)

const drawTexts = (texts: readonly string[], rule: RuleId, drawn: number): ProbeGroup =>
  draw(drawn, create(rule, toBoth(texts), keep(rule)))

/** The most characters of texts that are sent as one: few enough for common limits. */
const most = 48

/** Joins texts to a few longer ones. */
function join(texts: readonly string[], between: string): string[][] {
  const joined: string[][] = [[]]
  for (const text of texts) {
    const last = joined.at(-1) ?? []
    if ([...last, text].join(between).length > most) joined.push([text])
    else last.push(text)
  }
  return joined
}

/** Sends many texts as the name and the tag of one plant. */
const sendTogether = (
  what: string,
  texts: readonly string[],
  rule: RuleId,
  between = '',
  own: RuleId = rule,
): ProbeGroup => {
  const all = join(texts, between)
  const facts = { rule: own, promise: 'plant', ...keep(rule) } as const
  return create(
    own,
    all.map((some, at): Row => {
      const parts = toProbes(toBoth(some.map((text) => `Fe${text}rn`)), facts)
      const text = `Fe${some.join(between)}rn`
      return [
        `${what} (${at + 1} of ${all.length})`,
        (source) => ({ plant: toPlantWith(source, text, text) }),
        { parts },
      ]
    }),
    keep(rule),
  )
}

/** Words that lists of forbidden words find inside of others. */
const longWords = list(
  'classic Scunthorpe shell cocktail Essex grass assess Dickens analysis therapist update selection',
)

export const likeAttacks = 'accepts-texts-like-attacks'

const drawn: readonly ProbeGroup[] = [
  drawTexts(
    [...spaces].flatMap((space) => [`${space}Fern`, `Fern${space}`]),
    'text-keeps-white-space',
    3,
  ),
  drawTexts(markup, 'text-keeps-markup', 3),
  drawTexts(words, 'text-keeps-digits', 4),
]

/** Texts of every kind: what matters anywhere in a text is sent together, and of the rest, a run draws some. */
export const allTexts = [
  sendTogether('letters of every category', [...list(categories).join('')], 'text-keeps-unicode'),
  sendTogether('letters in every form', list(forms), 'text-keeps-unicode', ' '),
  sendTogether(
    'spaces of every kind',
    [...spaces].map((space) => space + space),
    'text-keeps-white-space',
    'x',
  ),
  sendTogether('markup of every kind', markup, 'text-keeps-markup', ' '),
  sendTogether('words with other words in them', longWords, 'text-keeps-markup', ' '),
  {
    ...sendTogether(
      'texts like those of attacks',
      values[likeAttacks],
      'text-keeps-markup',
      ' ',
      likeAttacks,
    ),
    also: ['text-keeps-markup'] as const,
  },
  ...drawn,
  draw(
    3,
    create(
      'text-keeps-length',
      ({ random }) =>
        // Texts may have to be unique, so each begins with other letters.
        lengths.flatMap((length) =>
          ['x', 'é', '菊', '🌱'].map((letter): Row => {
            const text = `${random.letters(8)}${repeatLetter(letter, length - 8)}`
            return [
              `the name and the tag of ${length} characters, most of them ${letter}`,
              (source) => ({ plant: { ...createPlainPlant(source), name: text, tag: text } }),
              { kind: `of ${length} characters` },
            ]
          }),
        ),
      keep('text-keeps-length'),
    ),
  ),
  drawTexts(slow, 'text-keeps-length', 1),
]

const toCodes = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at))

/** Every control character. */
export const allControls = sendTogether(
  'control characters',
  [...toCodes(1, 31), ...toCodes(127, 159), '\ufffd'],
  'text-keeps-unicode',
  'x',
  'text-limits',
)

const toHalf = (title: string, text: string): Row => [
  title,
  (source) => ({ plant: { ...createPlainPlant(source), name: text, tag: text } }),
]

/** Halves of surrogate pairs: what text they are is open, but not that the answer is JSON in UTF-8. */
export const halfPairs = leaveOpen('text-limits', [
  toHalf('a name and a tag with the second half of a surrogate pair', 'Fe\udf31rn'),
  toHalf('a name and a tag that end with half of a surrogate pair', 'Fern\ud83c'),
  toHalf('a name and a tag with the halves of a surrogate pair in the wrong order', 'Fe\udf31\ud83crn'),
])
