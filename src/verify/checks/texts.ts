import type { RuleId } from '../../judge/generated/rules.ts'
import { createPlainPlant } from '../create-request.ts'
import type { CreatedExpectation } from '../judge-trial.ts'
import type { Check, Trial } from '../trial.ts'
import { tryCreated } from './trials.ts'

const unicode = [
  'é',
  'Löwenzahn',
  'Ægir ß ñ',
  'Ромашка',
  'Μαργαρίτα',
  'زنبق',
  'שושן',
  '菊の花',
  '난초',
  'e\u0301',
  'Å Å',
  '\ufb01cus',
  '🌱',
  '👩🏽\u200d🌾 𝔉𝔢𝔯𝔫',
  'ıİſK',
  '\u202eabc\u202c',
  'ก็',
  'Fern\u00a0\u2003\u3000Moss',
  'Fe\ufeffrn',
  'Fe\u200brn\u00ad',
  '❤\ufe0f',
  'Fern\u2028Moss\u0085Oak',
  '“Fern” – ‘Moss’ …',
  '\uffef\ue000\u{10ffff}',
]

const whiteSpace = [' Fern', 'Fern ', '  Fern  ', 'Boston  fern', '\tFern', 'Fern\n', 'Bos\r\nton']

const markup = [
  '<b>Fern</b>',
  "<script>alert('x')</script>",
  '&lt;Fern&gt; &amp; &#65;',
  'Fern & Moss',
  '"Fern"',
  "O'Hara",
  'C:\\fern\\new',
  '\\u0041',
  '100%',
  '%41%20+',
  "'; DROP TABLE plants; --",
  `\${7*7} {{7*7}} #{7}`,
  '$(id) `id` | ;',
  '../../etc/passwd',
  '/*Fern*/ // x',
  '[Fern](x) *_~',
  '__proto__',
  'javascript:alert(1)',
  'Fern, Moss',
  '$$ %s %n {0}',
  '=1+1',
]

const digits = [
  '007',
  '1',
  '0',
  '-1',
  '1.50',
  '1e3',
  '12345678901234567890',
  'true',
  'null',
  'NaN',
  'undefined',
  '2024-01-31',
  '2024-01-31T10:00:00+02:00',
  'false',
  'yes',
  'off',
  'None',
  'NULL',
  '+1',
  '0x1F',
  '[]',
  '{}',
]

const long = [64, 100, 256, 300, 1000, 4096, 10_000, 70_000]

/** The expectation for texts: the service may refuse them, since the specification shows no patterns and limits, but must not change them. */
const keep = (rule: RuleId): CreatedExpectation => ({ rule, textRule: rule, openRule: 'text-limits' })

/** Makes trials with each text as the name and as the tag. */
function tryTexts(rule: RuleId, texts: readonly string[]): Trial[] {
  return texts.flatMap((text) =>
    ['name', 'tag'].map((member) => {
      const shown = text.length > 24 ? `of ${[...text].length} characters` : JSON.stringify(text)
      const trial = tryCreated(`the ${member} ${shown}`, keep(rule), (session) => ({
        ...createPlainPlant(session),
        [member]: text,
      }))
      return { ...trial, kind: shown }
    }),
  )
}

const escapes: Trial = tryCreated(
  'letters written as escapes',
  keep('text-keeps-unicode'),
  ({ ids }) => ({ id: ids.take(), name: 'Fern é 🌱' }),
  (_session, { id }) => ({ body: `{"id":${id},"name":"Fern \\u00e9 \\ud83c\\udf31"}` }),
)

const controlCharacters = ['Fe\u0000rn', 'Fe\u0007rn', 'Fe\u001brn', 'Fe\u007frn', 'Fe\ufffern'].map((name) =>
  tryCreated(`the name ${JSON.stringify(name)}`, keep('text-limits'), (session) => ({
    ...createPlainPlant(session),
    name,
  })),
)

/** Texts of every kind, which the service must return unchanged. */
export const texts: readonly Check[] = [
  { rule: 'text-keeps-unicode', trials: () => [...tryTexts('text-keeps-unicode', unicode), escapes] },
  { rule: 'text-keeps-white-space', trials: () => tryTexts('text-keeps-white-space', whiteSpace) },
  { rule: 'text-keeps-markup', trials: () => tryTexts('text-keeps-markup', markup) },
  { rule: 'text-keeps-digits', trials: () => tryTexts('text-keeps-digits', digits) },
  {
    rule: 'text-keeps-length',
    trials: ({ random }) =>
      tryTexts('text-keeps-length', [...long.map((length) => random.letters(length)), '🌱'.repeat(300)]),
  },
  { rule: 'text-keeps-empty', trials: () => tryTexts('text-keeps-empty', ['', ' ']) },
  { rule: 'text-limits', trials: () => controlCharacters },
]
